// The plot of a sequence with uPlot: points to 5000 heaps, a density beyond, periods, exceptions, rare heaps.
import uPlot from 'uplot';
import type { Grid } from '../engine/types';
import { colour } from '../theme';
import type { Period } from './facts';
import { grouped } from './text';

/** The most heaps that are drawn as points. */
export const MOST_POINTS = 5000;

export interface Picture {
  from: number;
  to: number;
  logarithmic: boolean;
  /** Points are coloured by n modulo this number. */
  modulus: number;
  period: Period | null;
  exceptions: readonly number[];
  lastRare: number | null;
  /** G(from), …, G(to) where there are few enough, else the density. */
  values: readonly number[] | null;
  isRare: ((n: number, value: number) => boolean) | null;
  grid: Grid | null;
}

/** Colours by the name of their variable. */
export type Palette = (name: string) => string;

const FONT = '12px -apple-system, "Segoe UI", Roboto, "Liberation Sans", Arial, sans-serif';
const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** 10^k with a superscript. */
export const power = (k: number) => `10${[...String(k)].map((digit) => SUPERSCRIPTS[Number(digit)]).join('')}`;

const isPower = (value: number) => value > 0 && Number.isInteger(Math.log10(value));

function heapLabels(isLogarithmic: boolean) {
  return (_: uPlot, splits: number[]) =>
    splits.map((value) => {
      if (value === null) return '';
      if (isLogarithmic) return isPower(value) ? power(Math.round(Math.log10(value))) : '';
      return Number.isInteger(value) ? grouped(value) : '';
    });
}

/** The columns that uPlot draws: heaps, and the values by residue, rarity or column. */
export function chartData({ from, to, values, grid, modulus, logarithmic, isRare }: Picture): uPlot.AlignedData {
  if (values) {
    const first = logarithmic ? Math.max(from, 1) : from;
    const shown = values.slice(first - from);
    const heaps = shown.map((_, i) => first + i);
    const classOf = (value: number, n: number) => (modulus > 1 ? n % modulus : isRare?.(n, value) ? 1 : 0);
    const classes = Math.max(modulus, isRare ? 2 : 1);
    const series = Array.from({ length: classes }, (_, c) => shown.map((value, i) => (classOf(value, first + i) === c ? value : null)));
    return [heaps, ...series];
  }
  if (!grid) return [[from, to], [null, null]];
  const heap = (x: number) => {
    const share = (x + 0.5) / grid.columns;
    if (!logarithmic) return from + share * (to + 1 - from);
    const start = Math.max(from, 1);
    return start * ((to + 1) / start) ** share;
  };
  return [grid.record.map((_, x) => heap(x)), grid.record];
}

function seriesOf({ values, modulus, to, from, isRare }: Picture, palette: Palette): uPlot.Series[] {
  if (!values) return [{}, { stroke: palette('--ink-2'), width: 1.4, points: { show: false } }];
  const count = to - from;
  const size = count > 1500 ? 3 : count > 400 ? 4 : 5;
  const point = (name: string): uPlot.Series => ({
    paths: () => null,
    points: { show: true, size, width: 0, fill: palette(name), stroke: palette(name) },
  });
  const names = modulus > 1 ? Array.from({ length: modulus }, (_, c) => `--c${(c % 8) + 1}`) : isRare ? ['--accent', '--c2'] : ['--accent'];
  return [{}, ...names.map(point)];
}

function toRgb(hex: string): [number, number, number] {
  const value = parseInt(hex.replace('#', ''), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

function paintGrid(u: uPlot, grid: Grid, palette: Palette): void {
  const image = new ImageData(grid.columns, grid.rows);
  const [a, b] = [toRgb(palette('--d0')), toRgb(palette('--d1'))];
  for (let y = 0; y < grid.rows; y++) {
    for (let x = 0; x < grid.columns; x++) {
      const share = grid.shares[y * grid.columns + x]!;
      if (share === 0) continue;
      const at = ((grid.rows - 1 - y) * grid.columns + x) * 4;
      for (let c = 0; c < 3; c++) image.data[at + c] = a[c]! + ((b[c]! - a[c]!) * share) / 255;
      image.data[at + 3] = 255;
    }
  }
  const canvas = document.createElement('canvas');
  canvas.width = grid.columns;
  canvas.height = grid.rows;
  canvas.getContext('2d')!.putImageData(image, 0, 0);
  const { left, width } = u.bbox;
  const top = u.valToPos(grid.rows * grid.height, 'y', true);
  const bottom = u.valToPos(0, 'y', true);
  u.ctx.imageSmoothingEnabled = false;
  u.ctx.drawImage(canvas, left, top, width, bottom - top);
}

/** What lies under the points: the preperiod, the periods, the density. */
function paintUnder(u: uPlot, picture: Picture, palette: Palette): void {
  const { ctx, bbox } = u;
  const { period, grid, values, lastRare } = picture;
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  const x = (heap: number) => u.valToPos(Math.max(heap, u.scales.x!.min ?? 0), 'x', true);
  if (period && period.preperiod > picture.from) {
    ctx.fillStyle = palette('--sunk');
    ctx.fillRect(bbox.left, bbox.top, x(period.preperiod) - bbox.left, bbox.height);
  }
  if (!values && grid) paintGrid(u, grid, palette);
  const line = (heap: number, dash: number[], name: string) => {
    ctx.beginPath();
    ctx.setLineDash(dash.map((length) => length * devicePixelRatio));
    ctx.strokeStyle = palette(name);
    ctx.lineWidth = devicePixelRatio;
    ctx.moveTo(x(heap), bbox.top);
    ctx.lineTo(x(heap), bbox.top + bbox.height);
    ctx.stroke();
  };
  if (period) {
    const shown = (picture.to - period.preperiod) / period.period;
    if (shown <= 40) {
      ctx.globalAlpha = 0.5;
      for (let i = Math.max(1, Math.ceil((picture.from - period.preperiod) / period.period)); i <= shown; i++) {
        line(period.preperiod + i * period.period, [2, 3], '--accent');
      }
      ctx.globalAlpha = 1;
    }
    if (period.preperiod >= picture.from && period.preperiod <= picture.to) line(period.preperiod, [], '--accent');
  } else if (lastRare !== null && lastRare > picture.from && lastRare < picture.to) {
    line(lastRare, [3, 3], '--c2');
  }
  ctx.restore();
}

/** What lies over the points: rings around exceptions, and the words. */
function paintOver(u: uPlot, picture: Picture, palette: Palette): void {
  const { ctx, bbox } = u;
  const { period, values, exceptions, from, to, lastRare, logarithmic } = picture;
  const ratio = devicePixelRatio;
  ctx.save();
  if (values) {
    ctx.strokeStyle = palette('--c2');
    ctx.lineWidth = 1.8 * ratio;
    for (const n of exceptions) {
      if (n < from || n > to || (logarithmic && n < 1)) continue;
      ctx.beginPath();
      ctx.arc(u.valToPos(n, 'x', true), u.valToPos(values[n - from]!, 'y', true), 5 * ratio, 0, 2 * Math.PI);
      ctx.stroke();
    }
  }
  ctx.font = FONT.replace('12px', `${12 * ratio}px`);
  ctx.fillStyle = palette('--ink-2');
  ctx.textBaseline = 'top';
  ctx.textAlign = 'left';
  ctx.fillText('G(n)', 4 * ratio, 2 * ratio);
  ctx.textAlign = 'right';
  ctx.textBaseline = 'bottom';
  ctx.fillText('heap n', bbox.left + bbox.width, ctx.canvas.height - ratio);
  const mark = period ? period.preperiod : lastRare;
  if (mark !== null && mark >= from && mark < to) {
    const x = u.valToPos(Math.max(mark, u.scales.x!.min ?? 0), 'x', true);
    const text = period ? `period ${grouped(period.period)} from ${grouped(period.preperiod)}` : `last rare heap ${grouped(mark)}`;
    const isLeft = x + ctx.measureText(text).width + 8 * ratio > bbox.left + bbox.width;
    ctx.textAlign = isLeft ? 'right' : 'left';
    ctx.textBaseline = 'top';
    ctx.fillText(text, x + (isLeft ? -5 : 5) * ratio, bbox.top + 2 * ratio);
  }
  ctx.restore();
}

export interface ChartEvents {
  /** The index of the column under the cursor, or null. */
  onPoint(index: number | null): void;
  onZoom(from: number, to: number): void;
}

/** Draws the picture into an element. */
export function drawChart(element: HTMLElement, picture: Picture, events: ChartEvents | null, palette: Palette = colour): uPlot {
  const width = Math.max(280, element.clientWidth);
  const { values, grid, logarithmic } = picture;
  const top = values ? values.reduce((max, value) => Math.max(max, value), 1) : (grid?.largest ?? 1);
  const first = logarithmic ? Math.max(picture.from, 1) : picture.from;
  const axis = (extra: uPlot.Axis): uPlot.Axis => ({
    stroke: palette('--ink-3'),
    font: FONT,
    grid: { stroke: palette('--grid'), width: 1 },
    ticks: { stroke: palette('--line-2'), width: 1, size: 5 },
    gap: 4,
    ...extra,
  });
  const options: uPlot.Options = {
    width,
    height: width < 500 ? 250 : 320,
    padding: [18, 12, 0, 0],
    legend: { show: false },
    cursor: {
      drag: { x: events !== null, y: false, setScale: false },
      points: { size: 8, fill: () => palette('--ink'), width: 0 },
      x: true,
      y: false,
    },
    scales: {
      x: { time: false, ...(logarithmic && { distr: 3 as const, log: 10 as const }), range: [first, Math.max(picture.to, first + 1)] },
      y: { range: [0, top + Math.max(1, top * 0.04)] },
    },
    axes: [
      axis({ size: 44, space: 60, grid: { show: false }, values: heapLabels(logarithmic) }),
      axis({ size: 44, space: 40, incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 20000], values: (_, splits) => splits.map((v) => grouped(v)), ticks: { show: false } }),
    ],
    series: seriesOf(picture, palette),
    hooks: {
      drawClear: [(u) => paintUnder(u, picture, palette)],
      draw: [(u) => paintOver(u, picture, palette)],
      setCursor: [(u) => events?.onPoint(u.cursor.idx ?? null)],
      setSelect: [
        (u) => {
          if (u.select.width < 6 || !events) return;
          const [a, b] = [u.select.left, u.select.left + u.select.width].map((x) => Math.round(u.posToVal(x, 'x')));
          u.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
          if (b! - a! >= 4) events.onZoom(Math.max(0, a!), b!);
        },
      ],
    },
  };
  return new uPlot(options, chartData(picture), element);
}
