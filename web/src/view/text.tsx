// Numbers, mathematics, status and notes: the smallest pieces of every page.
import type { ComponentChildren } from 'preact';
import { digitBits } from '../data/codes';

/** A number in groups of three. The gaps are margins, so it never breaks and copies as it is. */
export function Num({ of }: { of: number | string }) {
  const text = String(of);
  if (!/^\d{4,}$/.test(text)) return <span class="n">{text.replace('-', '−')}</span>;
  const head = text.slice(0, text.length % 3 || 3);
  const groups = text.slice(head.length).match(/\d{3}/g) ?? [];
  return (
    <span class="n">
      {head}
      {groups.map((group) => (
        <t-3>{group}</t-3>
      ))}
    </span>
  );
}

/** The same for SVG and titles, with narrow spaces that do not break. */
export const grouped = (number: number | string) => String(number).replace(/\B(?=(\d{3})+(?!\d))/g, '\u202f');

/** A heap: from 10^7 on a round number is written as a power of ten. */
export function Big({ of }: { of: number }) {
  const exponent = Math.round(Math.log10(of));
  if (of >= 1e7 && 10 ** exponent === of) {
    return (
      <span class="n">
        10<sup>{exponent}</sup>
      </span>
    );
  }
  return <Num of={of} />;
}

/** A letter of mathematics, in italics. */
export const M = ({ children }: { children: ComponentChildren }) => <span class="m">{children}</span>;

/** G(n) and the like: the argument stays upright where it is a number. */
export function G({ of, code }: { of?: ComponentChildren; code?: string }) {
  return (
    <span class="nb">
      <span class="m">G</span>
      {code && <sub class="of">{code}</sub>}({of ?? <span class="m">n</span>})
    </span>
  );
}

/** G_left(n) = G_code(n − shift). */
export function ShiftEquation({ left, code, shift }: { left?: string; code: string; shift: number }) {
  return (
    <span class="eq">
      G{left && <sub>{left}</sub>}(n) = G<sub>{code}</sub>(n
      {shift !== 0 && (
        <>
          {shift > 0 ? ' − ' : ' + '}
          <u>{Math.abs(shift)}</u>
        </>
      )}
      )
    </span>
  );
}

/** A code as columns of bits: what may be left after 1, 2, 3 … tokens are taken. */
export function Glyph({ code, size = 6 }: { code: string; size?: number }) {
  const bits = digitBits(code);
  const hasD0 = (bits[0] ?? 0) > 0;
  const columns = (hasD0 ? bits : bits.slice(1)).slice(0, 12);
  while (columns.length < 3) columns.push(0);
  const rows = bits.some((digit) => digit > 7) ? [1, 2, 4, 8] : [1, 2, 4];
  const gap = hasD0 ? size * 0.5 : 0;
  const width = columns.length * size + gap;
  const height = rows.length * size;
  return (
    <svg class="gl" width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      {columns.map((digit, i) =>
        rows.map((bit, j) => {
          const isOn = (digit & bit) > 0;
          if (hasD0 && i === 0 && bit < 4 && !isOn) return null;
          const fill = isOn ? 'currentColor' : 'var(--line-2)';
          const x = (i + 0.5) * size + (i ? gap : 0);
          return <circle cx={x} cy={(j + 0.5) * size} r={isOn ? size * 0.37 : size * 0.13} fill={fill} />;
        }),
      )}
      {hasD0 && <path d={`M${size + gap / 2} ${size * 0.1}V${height - size * 0.1}`} stroke="var(--line-2)" />}
    </svg>
  );
}

const TONES: Record<string, string> = {
  proved: 'p',
  accepted: 'p',
  confirmed: 'p',
  reproduced: 'p',
  wins: 'p',
  open: 'o',
  observed: 'b',
  stopped: 'b',
  out_of_reach: 'b',
  refused: 'e',
  contradicted: 'e',
  loses: 'e',
};

/** A status as a coloured dot and always a word. */
export function StatusPill({ of, children }: { of: string; children?: ComponentChildren }) {
  return <span class={`st ${TONES[of] ?? 'b'}`}>{children ?? of.replaceAll('_', ' ')}</span>;
}

/** A note: what is wrong or missing, and what to do. */
export function Note({ tone = '', title, children }: { tone?: '' | 'err' | 'ok' | 'warn'; title: ComponentChildren; children?: ComponentChildren }) {
  return (
    <div class={`note ${tone}`} role={tone === 'err' ? 'alert' : undefined}>
      <b>{title}</b>
      {children}
    </div>
  );
}

/** A wrong input with a caret under the column at which it goes wrong. */
export function Caret({ text, column }: { text: string; column: number }) {
  return (
    <pre>
      {text}
      {'\n' + ' '.repeat(Math.max(0, column - 1))}
      <em>^</em>
    </pre>
  );
}

/** A choice of one among a few. */
export function Choice<T extends string | number>(props: {
  label: string;
  value: T;
  options: readonly (readonly [T, string])[];
  onChange: (value: T) => void;
  disabled?: boolean;
}) {
  return (
    <span class="seg" role="group" aria-label={props.label}>
      {props.options.map(([value, text]) => (
        <button
          type="button"
          aria-pressed={value === props.value}
          disabled={props.disabled}
          onClick={() => props.onChange(value)}
        >
          {text}
        </button>
      ))}
    </span>
  );
}

/** A button that copies a text, and says so for a second. */
export function copy(text: string, button: EventTarget | null): void {
  if (!(button instanceof HTMLElement)) return;
  const before = button.textContent;
  const say = (word: string) => {
    button.textContent = word;
    setTimeout(() => (button.textContent = before), 1200);
  };
  navigator.clipboard.writeText(text).then(
    () => say('Copied'),
    () => say('Not allowed here'),
  );
}

/** Offers a file to save. */
export function download(name: string, content: BlobPart, type: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

declare module 'preact' {
  namespace JSX {
    interface IntrinsicElements {
      't-3': { children?: ComponentChildren };
    }
  }
}
