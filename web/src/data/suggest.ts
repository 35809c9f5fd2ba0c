// What the box offers while somebody types. The engine has the last word when a text is opened.
import type { Tables } from './tables';

export type Suggestion =
  | { kind: 'game'; code: string; title: string; said?: string }
  | { kind: 'values'; text: string }
  | { kind: 'rule'; text: string }
  | { kind: 'error'; text: string; column: number; reason: string }
  | { kind: 'nothing'; text: string };

const MOST = 7;

/** True for a text that is a list of at least three numbers. */
export const isValues = (text: string) => /^\s*\d+([\s,;]+\d+){2,}[\s,;]*$/.test(text);

const simple = (text: string) => text.toLowerCase().replace(/[’'‘\s_-]/g, '');

/** The code that a text is or was probably meant to be, with what the page says of that. */
function codeOf(text: string): { code: string; said?: string } | null {
  const point = text.replace(/[,·]/, '.');
  const said = text.includes(',') ? `a point, not a comma` : undefined;
  if (/^[04c8]?\.[0-9a-f]*$/i.test(point)) {
    const code = point.startsWith('.') ? `0${point}` : point;
    return { code: code.toLowerCase(), ...(said && { said }) };
  }
  if (/^[0-7]{2,6}$/.test(text)) return { code: `0.${text}`, said: 'a code has a point' };
  return null;
}

/** The first codes of the census that begin with these digits and have more, shorter ones first. */
function continuations(code: string, most: number): string[] {
  const found: string[] = [];
  const places = code.split('.')[1]?.length ?? 0;
  for (let more = 1; places + more <= 5 && /^[04]\.[0-7]*$/.test(code); more++) {
    for (let value = 1; value < 8 ** more && found.length < most; value++) {
      if (value % 8) found.push(code + value.toString(8).padStart(more, '0'));
    }
  }
  return found;
}

function codesLike(tables: Tables, code: string, said: string | undefined): Suggestion[] {
  const canonical = code.replace(/(\.[0-9a-f]*?)0+$/, '$1');
  const found: Suggestion[] = [];
  const add = (of: string, note?: string) =>
    found.push({ kind: 'game', code: of, title: tables.title(of), ...(note && { said: note }) });
  if (/\.[0-9a-f]/.test(canonical)) add(canonical, said);
  else if (/\.0+$/.test(code)) add(`${code[0]}.0`, said);
  for (const other of continuations(code, MOST - found.length)) add(other);
  return found;
}

/** The suggestions for a text, best first. */
export function suggest(tables: Tables | null, text: string): Suggestion[] {
  const trimmed = text.trim();
  if (!tables) return [];
  if (trimmed === '') return tables.names.slice(0, 6).map(({ code, title }) => ({ kind: 'game', code, title }));
  if (isValues(trimmed)) return [{ kind: 'values', text: trimmed }];
  if (trimmed.includes('->')) return [{ kind: 'rule', text: trimmed }];
  const read = codeOf(trimmed);
  if (read) return codesLike(tables, read.code, read.said);
  if (/^[Ss]\s*\(|[[\]!]|shift/.test(trimmed)) return [{ kind: 'game', code: trimmed, title: '' }];
  const wanted = simple(trimmed);
  const named = tables.names.filter(({ title, name, aliases }) =>
    [title, name, ...aliases].some((word) => simple(word).includes(wanted)),
  );
  if (named.length) return named.slice(0, MOST).map(({ code, title }) => ({ kind: 'game', code, title }));
  const wrong = /^[\d.,·]*[^\d.,·]/.exec(trimmed);
  if (wrong && /\d/.test(wrong[0])) {
    const column = wrong[0].length;
    return [{ kind: 'error', text: trimmed, column, reason: `‘${trimmed[column - 1]}’ is not a digit` }];
  }
  return [{ kind: 'nothing', text: trimmed }];
}
