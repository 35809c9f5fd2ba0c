// A row of Kayles pins that can be knocked down, one or two neighbours at a time.
import { grouped as T } from '../view/text';

const UNIT = 60;
const PIN =
  'M-9 84c-1-6-3-13-3-21 0-11 6-17 7-27 .6-5-2-8-2-14 0-6 3-10 7-10s7 4 7 10c0 6-2.6 9-2 14 1 10 7 16 7 27 0 8-2 15-3 21z';

/** The maximal runs of standing pins, as first and last. */
export function runsOf(up: readonly boolean[]): [number, number][] {
  const runs: [number, number][] = [];
  let start = -1;
  for (let i = 0; i <= up.length; i++) {
    if (i < up.length && up[i]) {
      if (start < 0) start = i;
    } else if (start >= 0) {
      runs.push([start, i - 1]);
      start = -1;
    }
  }
  return runs;
}

interface Props {
  up: readonly boolean[];
  values: readonly number[];
  /** How many neighbours fall together: 1 and 2 in Kayles, 2 in Dawson's Kayles. */
  sizes: readonly number[];
  /** The moves that are marked, as sorted lists of pins joined by commas. */
  marked?: ReadonlySet<string>;
  disabled?: boolean;
  onKnock: (pins: number[]) => void;
}

export function PinRow({ up, values, sizes, marked, disabled = false, onKnock }: Props) {
  const width = up.length * UNIT;
  const act = (pins: number[]) => ({
    tabIndex: disabled ? -1 : 0,
    role: 'button' as const,
    'aria-disabled': disabled,
    onClick: () => !disabled && onKnock(pins),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'Enter' && event.key !== ' ') return;
      event.preventDefault();
      const board = (event.currentTarget as Element).closest('svg');
      if (!disabled) onKnock(pins);
      // The pin is gone, so the focus moves to the next one that stands.
      setTimeout(() => board?.querySelector<SVGElement>('[tabindex="0"]')?.focus());
    },
  });
  return (
    <svg class="pins" viewBox={`0 0 ${width} 136`} role="group" aria-label="A row of pins">
      {up.map((stands, i) => {
        const x = i * UNIT + UNIT / 2;
        if (!stands) {
          return (
            <g class="pin down" transform={`translate(${x} 4)`}>
              <path class="body" d={PIN} transform="translate(0 76) rotate(-90) scale(.56) translate(0 -46)" style="fill:none" />
            </g>
          );
        }
        const alone = sizes.includes(1) ? { class: 'pin', 'aria-label': `Pin ${i + 1}: knock it down`, ...act([i]) } : { class: 'pin idle' };
        return (
          <g {...alone} transform={`translate(${x} 4)`}>
            <rect x="-16" y="0" width="32" height="90" fill="transparent" />
            <path class="body" d={PIN} />
            <path class="band" d="M-5.6 33h11.2M-6.3 38h12.6" />
            {marked?.has(String(i)) && <circle class="hint" cy="62" r="6" />}
          </g>
        );
      })}
      {sizes.includes(2) &&
        up.map(
          (stands, i) =>
            stands &&
            up[i + 1] && (
              <g class="gap" aria-label={`Knock down pins ${i + 1} and ${i + 2}`} transform={`translate(${(i + 1) * UNIT} 4)`} {...act([i, i + 1])}>
                <rect x="-14" y="4" width="28" height="86" />
                <path d="M-24 94q24 10 48 0" />
                {marked?.has(`${i},${i + 1}`) && <circle class="hint" cy="62" r="6" />}
              </g>
            ),
        )}
      {runsOf(up).map(([first, last]) => {
        const [x0, x1] = [first * UNIT + 10, (last + 1) * UNIT - 10];
        return (
          <>
            <path d={`M${x0} 98v6H${x1}v-6`} fill="none" stroke="var(--line-2)" />
            <text x={(x0 + x1) / 2} y="124" text-anchor="middle" class="pinv">
              {last > first ? `heap ${T(last - first + 1)}, value ` : ''}
              <tspan class="v">{values[last - first + 1]}</tspan>
            </text>
          </>
        );
      })}
    </svg>
  );
}
