// The sequence folded at its period: a row is one period, the digit stands in its cell.
import { useEffect, useRef, useState } from 'preact/hooks';
import { useRedraw } from '../theme';
import type { Period } from './facts';

const [LEFT, TOP, HEIGHT] = [48, 22, 24];

export function FoldedPlot({ values, period, exceptions }: { values: readonly number[]; period: Period; exceptions: ReadonlySet<number> }) {
  const redraw = useRedraw();
  const box = useRef<HTMLDivElement>(null);
  const [available, setAvailable] = useState(0);
  useEffect(() => setAvailable(box.current?.clientWidth ?? 0), [redraw]);
  const p = period.period;
  const rows = Math.min(Math.floor(values.length / p), Math.max(Math.ceil(period.preperiod / p) + 3, 4));
  // Two digits need 15 pixels. A longer row is scrolled.
  const width = Math.min(60, Math.max(15, Math.floor((available - LEFT - 4) / p)));
  const max = Math.max(1, ...values.slice(0, rows * p));
  const [row, column] = [Math.floor(period.preperiod / p), period.preperiod % p];
  const stairs = `M${LEFT} ${TOP + (row + 1) * HEIGHT - 0.5}H${LEFT + column * width - 0.5}V${TOP + row * HEIGHT - 0.5}H${LEFT + p * width}`;
  return (
    <div class="fold" ref={box} tabIndex={0} role="region" aria-label="The sequence folded at its period">
      <svg width={LEFT + p * width + 4} height={TOP + rows * HEIGHT + 4} role="img" aria-label={`The first ${rows * p} values in rows of ${p}`}>
        {Array.from({ length: p }, (_, c) => c % (width < 22 ? 5 : 2) === 0 && (
          <text x={LEFT + (c + 0.5) * width} y="14" text-anchor="middle">{c}</text>
        ))}
        {Array.from({ length: rows }, (_, r) => (
          <>
            <text x={LEFT - 8} y={TOP + r * HEIGHT + 16} text-anchor="end">{r * p}</text>
            {values.slice(r * p, (r + 1) * p).map((value, c) => {
              const share = value / max;
              const isException = exceptions.has(r * p + c);
              return (
                <>
                  <rect x={LEFT + c * width} y={TOP + r * HEIGHT} width={width - 1} height={HEIGHT - 1}
                    style={`fill:color-mix(in oklab,var(--ramp1) ${Math.round(share * 100)}%,var(--ramp0))`}
                    {...(isException && { stroke: 'var(--c2)', 'stroke-width': 2.5 })} />
                  <text x={LEFT + (c + 0.5) * width - 0.5} y={TOP + r * HEIGHT + 16} text-anchor="middle"
                    style={`fill:${share > 0.5 ? 'var(--surface)' : 'var(--ink)'}`}>{value}</text>
                </>
              );
            })}
          </>
        ))}
        <path d={stairs} fill="none" stroke="var(--accent)" stroke-width="2" />
      </svg>
    </div>
  );
}
