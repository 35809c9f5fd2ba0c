// Ranges as people write them into a filter: `25`, `<25`, `>=10^9`, `1e3..1e6`.

export interface Range {
  from: number;
  to: number;
}

function number(text: string): number {
  const power = /^(\d+)(?:\^|\*\*)(\d+)$/.exec(text);
  if (power) return Number(power[1]) ** Number(power[2]);
  return /^\d+(\.\d+)?(e\d+)?$/i.test(text) ? Number(text) : NaN;
}

/** The range of a text; null if the text is empty, undefined if it is no range. */
export function readRange(text: string): Range | null | undefined {
  const plain = text.replace(/[\s_\u202f]/g, '').replaceAll('≥', '>=').replaceAll('≤', '<=');
  if (plain === '') return null;
  const range = (from: number, to: number) => (isNaN(from) || isNaN(to) ? undefined : { from, to });
  const ends = /^(.*?)(?:\.\.|–)(.*)$/.exec(plain);
  if (ends) {
    const [, a, b] = ends;
    return a || b ? range(a ? number(a) : 0, b ? number(b) : Infinity) : undefined;
  }
  const bound = /^([<>]=?)(.+)$/.exec(plain);
  if (!bound) return range(number(plain), number(plain));
  const limit = number(bound[2]!);
  switch (bound[1]) {
    case '<':
      return range(0, limit - 1);
    case '<=':
      return range(0, limit);
    case '>':
      return range(limit + 1, isNaN(limit) ? NaN : Infinity);
    default:
      return range(limit, isNaN(limit) ? NaN : Infinity);
  }
}

/** True if a number is known and in the range. */
export const isWithin = (value: number | null, range: Range | null) =>
  range === null || (value !== null && value >= range.from && value <= range.to);
