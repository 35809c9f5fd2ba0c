// The plot of the game page, with its tools, its reading line, and its pictures to save.
import { useEffect, useRef, useState } from 'preact/hooks';
import type uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { searcher } from '../engine/client';
import type { Found, Grid } from '../engine/types';
import { setQuery } from '../route';
import { useRedraw } from '../theme';
import { drawChart, MOST_POINTS, type Picture } from './chart';
import { savePng, saveSvg } from './picture';
import type { Period } from './facts';
import { FoldedPlot } from './folded';
import { Knowl } from './knowl';
import { Choice, Num } from './text';

/** The last heap that can be drawn. */
const LAST_HEAP = 4_000_000;

interface Props {
  code: string;
  values: readonly number[];
  found: Found | null;
  period: Period | null;
  query: URLSearchParams;
}

interface View {
  from: number;
  to: number;
  isLog: boolean;
  modulus: number;
  isFolded: boolean;
}

function firstView({ query, values, period }: Props): View {
  const number = (name: string) => (/^\d+$/.test(query.get(name) ?? '') ? Number(query.get(name)) : null);
  const natural = period && period.preperiod + 5 * period.period <= MOST_POINTS ? period.preperiod + 5 * period.period - 1 : 1000;
  const to = Math.min(number('to') ?? Math.max(natural, 40), LAST_HEAP);
  return {
    from: Math.min(number('from') ?? 0, Math.max(0, to - 1)),
    to: number('to') === null && !period ? Math.min(to, values.length - 1) : to,
    isLog: query.get('scale') === 'log',
    modulus: Math.min(8, Math.max(1, number('mod') ?? 1)),
    isFolded: query.get('plot') === 'folded',
  };
}

export function Plot(props: Props) {
  const { code, values, found, period } = props;
  const redraw = useRedraw();
  const [view, setView] = useState(() => firstView(props));
  const [shown, setShown] = useState<{ values: readonly number[] | null; grid: Grid | null; from: number; to: number }>({
    values: values.slice(view.from, view.to + 1),
    grid: null,
    from: view.from,
    to: view.to,
  });
  const [at, setAt] = useState<number | null>(null);
  const element = useRef<HTMLDivElement>(null);
  const chart = useRef<uPlot | null>(null);
  const touched = useRef(props.query.has('to') || props.query.has('from'));

  // The first view follows the period once it is known, unless somebody has chosen another.
  useEffect(() => {
    if (!touched.current) setView((old) => ({ ...firstView(props), isLog: old.isLog, modulus: old.modulus, isFolded: old.isFolded }));
  }, [period?.period, period?.preperiod]);

  const known = period ? LAST_HEAP : Math.max(found?.verifiedTo ?? 0, values.length - 1);
  const last = Math.min(LAST_HEAP, known);
  const to = Math.min(view.to, last);
  const from = Math.min(view.from, Math.max(0, to - 1));

  useEffect(() => {
    let isCurrent = true;
    const isShort = to - from <= MOST_POINTS;
    if (isShort && to < values.length) setShown({ values: values.slice(from, to + 1), grid: null, from, to });
    else if (isShort) {
      searcher.call('slice', { from, to }).then(
        (reply) => isCurrent && setShown({ values: reply.values, grid: null, from, to: from + reply.values.length - 1 }),
        () => null,
      );
    } else {
      const columns = Math.max(200, Math.min(1200, (element.current?.clientWidth ?? 800) - 60));
      searcher.density({ from, to, columns, logarithmic: view.isLog }).then(
        (grid) => isCurrent && setShown({ values: null, grid, from, to }),
        () => null,
      );
    }
    return () => {
      isCurrent = false;
    };
  }, [from, to, view.isLog, values, found]);

  const change = (part: Partial<View>, isRange = false) => {
    const next = { ...view, ...part };
    if (isRange) touched.current = true;
    setView(next);
    setQuery({
      from: touched.current && next.from ? String(next.from) : '',
      to: touched.current ? String(next.to) : '',
      scale: next.isLog ? 'log' : '',
      mod: next.modulus > 1 ? String(next.modulus) : '',
      plot: next.isFolded ? 'folded' : '',
    });
  };

  const rare = found?.rare && !period ? found.rare : null;
  const parity = (mask: number) => [...mask.toString(2)].filter((bit) => bit === '1').length % 2;
  const isRare = rare && !rare.positionParity ? (_: number, value: number) => parity(value & rare.mask) === 0 : null;
  const exceptions = (found?.exceptions ?? []).map(([n]) => n);
  const picture: Picture = {
    ...shown,
    logarithmic: view.isLog,
    modulus: view.modulus,
    period,
    exceptions,
    lastRare: rare?.last ?? null,
    isRare,
  };

  useEffect(() => {
    if (!element.current || view.isFolded) return undefined;
    const events = { onPoint: setAt, onZoom: (a: number, b: number) => change({ from: a, to: Math.min(b, last) }, true) };
    chart.current = drawChart(element.current, picture, events);
    return () => {
      chart.current?.destroy();
      chart.current = null;
    };
  }, [shown, view.modulus, view.isLog, view.isFolded, period, redraw]);

  const key = (event: KeyboardEvent) => {
    const u = chart.current;
    const far = period?.period ?? 10;
    const step = { ArrowRight: 1, ArrowLeft: -1, PageDown: far, PageUp: -far }[event.key];
    if (!u || step === undefined) return;
    event.preventDefault();
    const heaps = u.data[0];
    const next = Math.max(0, Math.min(heaps.length - 1, (at ?? (step > 0 ? -1 : heaps.length)) + step));
    u.setCursor({ left: u.valToPos(heaps[next]!, 'x'), top: 10 });
  };

  const canFold = period !== null && period.period <= 64 && period.preperiod + 3 * period.period < values.length && period.saltus === 0;
  const isFolded = view.isFolded && canFold;
  const name = `octal-${code.replace(/[^0-9a-z.]/gi, '_')}`;
  return (
    <>
      <div class="tools">
        {canFold && (
          <Choice label="Kind of plot" value={isFolded ? 1 : 0} options={[[0, 'sequence'], [1, 'folded at the period']]} onChange={(value) => change({ isFolded: value === 1 })} />
        )}
        <span>
          <span class="lbl">n</span>
          <Choice label="Scale of n" value={view.isLog ? 1 : 0} disabled={isFolded} options={[[0, 'linear'], [1, 'logarithmic']]} onChange={(value) => change({ isLog: value === 1 })} />
        </span>
        <label>
          <span class="lbl">colour by n mod</span>
          <select value={view.modulus} disabled={isFolded || !shown.values} onChange={(event) => change({ modulus: Number(event.currentTarget.value) })}>
            <option value={1}>none</option>
            {[2, 3, 4, 5, 6, 7, 8].map((modulus) => (
              <option value={modulus}>{modulus}</option>
            ))}
          </select>
        </label>
        <Ends from={from} to={to} last={last} onChange={(a, b) => change({ from: a, to: b }, true)} />
        <span class="row">
          <button class="btn" type="button" onClick={() => saveSvg(name, picture, isFolded)}>SVG</button>
          <button class="btn" type="button" disabled={isFolded} onClick={() => void savePng(name, picture)}>PNG</button>
        </span>
      </div>
      <figure class="panel fig">
        {isFolded ? (
          <FoldedPlot values={values} period={period} exceptions={new Set(exceptions)} />
        ) : (
          <div class="cv" ref={element} tabIndex={0} role="img" aria-label={`Grundy values of ${code} against the heap, from ${from} to ${to}`} onKeyDown={key} />
        )}
        <Reading picture={picture} at={isFolded ? null : at} chart={chart.current} isFolded={isFolded} />
      </figure>
      <div class="legend">
        {shown.values && view.modulus > 1 && !isFolded &&
          Array.from({ length: view.modulus }, (_, i) => (
            <span><i style={`background:var(--c${i + 1});border-radius:50%`} />{i} mod {view.modulus}</span>
          ))}
        {!shown.values && !isFolded && (
          <>
            <span><i class="ramp" />share of the heaps of a column with this value, logarithmic</span>
            <span><i class="recline" />largest value of a column and those before</span>
          </>
        )}
        {period && !isFolded && <span><i class="prei" />before the preperiod</span>}
        {exceptions.length > 0 && <span><i class="exi" /><Knowl of="exception" /></span>}
        {shown.values && isRare && view.modulus === 1 && <span><i style="background:var(--c2);border-radius:50%" /><Knowl of="rare">rare heap</Knowl></span>}
        {isFolded && <span>Each row is one period. From the blue line on, all rows are equal.</span>}
      </div>
    </>
  );
}

/** The first and the last heap of the plot, as numbers. */
function Ends({ from, to, last, onChange }: { from: number; to: number; last: number; onChange: (from: number, to: number) => void }) {
  const [text, setText] = useState([String(from), String(to)]);
  useEffect(() => setText([String(from), String(to)]), [from, to]);
  const numbers = text.map((part) => (/^\d+(e\d+)?$/.test(part.trim()) ? Number(part) : NaN));
  const isRight = numbers[0]! < numbers[1]! && numbers[1]! <= last;
  const submit = (event: Event) => {
    event.preventDefault();
    if (isRight) onChange(numbers[0]!, numbers[1]!);
  };
  const field = (i: number, label: string) => (
    <input class="in heap" inputMode="numeric" aria-label={label} aria-invalid={!isRight} value={text[i]} onInput={(event) => setText(text.map((old, j) => (i === j ? event.currentTarget.value : old)))} />
  );
  return (
    <form class="row" onSubmit={submit} title={isRight ? undefined : `Two heaps from 0 to ${last}, the smaller one first`}>
      <span class="lbl">heaps</span>
      {field(0, 'First heap of the plot')}
      <span class="lbl">to</span>
      {field(1, 'Last heap of the plot')}
      <button class="btn" disabled={!isRight}>Show</button>
      {last > 1000 && (
        <button class="btn" type="button" onClick={() => onChange(0, Math.min(last, 1_000_000))}>All</button>
      )}
    </form>
  );
}

function Reading({ picture, at, chart, isFolded }: { picture: Picture; at: number | null; chart: uPlot | null; isFolded: boolean }) {
  const { period, exceptions, values } = picture;
  const heap = at === null ? undefined : chart?.data[0][at];
  if (isFolded) return <p class="read">Heap numbers of the rows stand at the left, residues at the top.</p>;
  if (heap === undefined || at === null) return <p class="read">Point at the plot, or focus it and use the arrow keys. Drag over a part to enlarge it.</p>;
  if (!values) {
    return (
      <p class="read">
        near heap <b><Num of={Math.round(heap)} /></b>: largest value so far <b>{picture.grid?.record[at]}</b>
      </p>
    );
  }
  const isException = exceptions.includes(heap);
  return (
    <p class="read">
      <span class="m">n</span> = <b><Num of={heap} /></b>, <span class="m">G</span>(<span class="m">n</span>) = <b>{values[heap - picture.from]}</b>
      {period && <>, <span class="m">n</span> mod {period.period} = {heap % period.period}</>}
      {isException && ' · exception'}
      {period && heap < period.preperiod && !isException && ' · before the preperiod, fits the pattern'}
    </p>
  );
}
