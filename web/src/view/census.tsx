// The figures of the atlas: preperiod against period, proved and open by digits, how far open games were searched.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { GameRow } from '../data/tables';
import { go } from '../route';
import { colour, useRedraw } from '../theme';
import { gameLink } from './known';
import { grouped, Num } from './text';

const HEIGHT = 380;
const [LEFT, RIGHT, TOP, BOTTOM] = [44, 12, 28, 38];

function Power({ x, y, k, anchor = 'middle' }: { x: number; y: number; k: number; anchor?: 'middle' | 'end' }) {
  return (
    <text x={x} y={y} text-anchor={anchor}>
      10<tspan dy="-5" font-size="9">{k}</tspan>
    </text>
  );
}

/** The width of an element, measured after it is there and when the window changes. */
function useWidth() {
  const ref = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  const redraw = useRedraw();
  useEffect(() => setWidth(ref.current?.clientWidth ?? 0), [redraw]);
  return [ref, Math.max(260, width)] as const;
}

/** Points are drawn on a canvas: some thousand of them as elements would make the page slow. */
function Scatter({ rows, shown }: { rows: readonly GameRow[]; shown: ReadonlySet<GameRow> }) {
  const [ref, width] = useWidth();
  const redraw = useRedraw();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [at, setAt] = useState<GameRow | null>(null);
  const proved = rows.filter((row) => row.period !== null && row.preperiod !== null && row.period > 0);
  const top = Math.max(2, Math.ceil(Math.log10(proved.reduce((max, row) => Math.max(max, row.period!, row.preperiod!), 10))));
  const w = width - LEFT - RIGHT;
  const h = HEIGHT - TOP - BOTTOM;
  const x = (value: number) => (value < 1 ? LEFT + 8 : LEFT + 26 + ((w - 26) * Math.log10(value)) / top);
  const y = (value: number) => TOP + h * (1 - Math.log10(value) / top);
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    const ratio = devicePixelRatio;
    context.canvas.width = width * ratio;
    context.canvas.height = HEIGHT * ratio;
    context.scale(ratio, ratio);
    for (const isShown of [false, true]) {
      for (const row of proved) {
        if (shown.has(row) !== isShown) continue;
        context.fillStyle = isShown ? colour(row.theorem.startsWith('sparse') ? '--c2' : '--c1') : colour('--line');
        context.globalAlpha = isShown ? 0.62 : 1;
        context.beginPath();
        context.arc(x(row.preperiod!), y(row.period!), isShown ? 2.6 : 2, 0, 2 * Math.PI);
        context.fill();
      }
    }
  }, [rows, shown, width, redraw]);
  const nearest = (event: MouseEvent) => {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    const [px, py] = [event.clientX - box.left, event.clientY - box.top];
    const far = (row: GameRow) => (x(row.preperiod!) - px) ** 2 + (y(row.period!) - py) ** 2;
    const best = proved.reduce<GameRow | null>((a, b) => (a === null || far(b) < far(a) ? b : a), null);
    return best && far(best) < 200 ? best : null;
  };
  const powers = Array.from({ length: top + 1 }, (_, k) => k);
  return (
    <figure class="panel fig">
      <h3>Preperiod and period of the proved games</h3>
      <div class="cv scat" ref={ref} onMouseMove={(event) => setAt(nearest(event))} onClick={(event) => { const row = nearest(event); if (row) go(gameLink(row.code)); }}>
        <svg width={width} height={HEIGHT} role="img" aria-label="Scatter plot of preperiod and period, both logarithmic">
          {powers.map((k) => (
            <>
              <path d={`M${LEFT} ${y(10 ** k)}H${width - RIGHT}M${x(10 ** k)} ${TOP}V${TOP + h}`} stroke="var(--grid)" />
              {k % 2 === 0 && <Power x={LEFT - 8} y={y(10 ** k) + 4} k={k} anchor="end" />}
              {k % 2 === 0 && <Power x={x(10 ** k) - (k === top ? 8 : 0)} y={HEIGHT - 18} k={k} />}
            </>
          ))}
          <text x={LEFT + 8} y={HEIGHT - 18} text-anchor="middle">0</text>
          <text class="ax" x={width - RIGHT} y={HEIGHT - 3} text-anchor="end">preperiod</text>
          <text class="ax" x="2" y="12">period</text>
        </svg>
        <canvas ref={canvas} style={`width:${width}px;height:${HEIGHT}px`} aria-hidden="true" />
      </div>
      <div class="legend"><span><i style="background:var(--c1);border-radius:50%" />Guy–Smith, arithmetic or endless window</span><span><i style="background:var(--c2);border-radius:50%" />sparse window</span></div>
      <p class="read">
        {at ? <><b>{at.code}</b> {at.name}: period <Num of={at.period!} /> from heap <Num of={at.preperiod!} />, {at.theorem}</> : 'Point at a game to read it, click to open it. Games outside the filters are grey.'}
      </p>
    </figure>
  );
}

function Digits({ rows }: { rows: readonly GameRow[] }) {
  const [ref, width] = useWidth();
  const bar = width - 116;
  const groups = [1, 2, 3, 4, 5].map((digits) => {
    const all = rows.filter((row) => !row.hexadecimal && row.digits === digits);
    return { digits, all: all.length, proved: all.filter((row) => row.status === 'proved').length };
  });
  return (
    <figure class="panel fig">
      <h3>Proved and open by digits</h3>
      <div ref={ref}>
        <svg width={width} height="172" role="img" aria-label={`Games by digits: ${groups.map(({ digits, all, proved }) => `${digits}: ${proved} of ${all} proved`).join('; ')}`}>
          {groups.map(({ digits, all, proved }, i) => {
            const y = 8 + i * 31;
            const part = all ? (bar * proved) / all : 0;
            return (
              <>
                <text x="56" y={y + 15} text-anchor="end" class="ax">{digits} digit{digits > 1 && 's'}</text>
                <rect x="64" y={y} width={part} height="21" fill="var(--ok)" />
                <rect x={64 + part} y={y} width={bar - part} height="21" fill="var(--open-soft)" stroke="var(--open)" stroke-width=".7" />
                <text x={width - 2} y={y + 15} text-anchor="end">{grouped(all)}</text>
                {part > 40 && <text x="71" y={y + 15} style="fill:var(--surface)">{grouped(proved)}{i === 0 && ' proved'}</text>}
                {bar - part > 40 && <text x={58 + bar} y={y + 15} text-anchor="end" style="fill:var(--open)">{grouped(all - proved)}{i === 0 && ' open'}</text>}
              </>
            );
          })}
        </svg>
      </div>
    </figure>
  );
}

function Searched({ rows }: { rows: readonly GameRow[] }) {
  const [ref, width] = useWidth();
  const bins: number[] = [];
  for (const { status, verifiedTo } of rows) {
    if (status === 'proved' || !verifiedTo) continue;
    const k = Math.floor(Math.log10(verifiedTo));
    bins[k] = (bins[k] ?? 0) + 1;
  }
  const first = Math.max(0, bins.findIndex((count) => count));
  const shown = Array.from({ length: Math.max(1, bins.length - first) }, (_, i) => bins[first + i] ?? 0);
  const each = (width - 24) / shown.length;
  const most = Math.max(1, ...shown);
  return (
    <figure class="panel fig">
      <h3>Open games by the last heap computed</h3>
      <div ref={ref}>
        <svg width={width} height="172" role="img" aria-label={`Open games by the last heap: ${shown.map((count, i) => `from 10^${first + i}: ${count}`).join('; ')}`}>
          {shown.map((count, i) => {
            const tall = (112 * count) / most;
            const x = 12 + i * each;
            return (
              <>
                <rect x={x + 1} y={134 - tall} width={Math.max(1, each - 2)} height={tall} fill="var(--open)" />
                <text x={x + each / 2} y={129 - tall} text-anchor="middle" class="ax">{count ? grouped(count) : ''}</text>
                <Power x={Math.max(x, 14)} y={152} k={first + i} />
              </>
            );
          })}
          <path d={`M12 134H${width - 12}`} stroke="var(--line-2)" />
          <text class="ax" x={width - 12} y="168" text-anchor="end">last heap computed</text>
        </svg>
      </div>
    </figure>
  );
}

export function CensusFigures({ rows, shown }: { rows: readonly GameRow[]; shown: ReadonlySet<GameRow> }) {
  return (
    <div class="figs">
      <Scatter rows={rows} shown={shown} />
      <div class="stackf">
        <Digits rows={rows} />
        <Searched rows={rows} />
      </div>
    </div>
  );
}
