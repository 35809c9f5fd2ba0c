// Pictures to save: the plot in the light theme, as SVG with points and text, or as PNG.
import { chartData, drawChart, power, type Palette, type Picture } from './chart';
import { download, grouped } from './text';

/** The colours of the light theme, as style.css has them. */
const LIGHT: Record<string, string> = {
  '--ink': '#141821', '--ink-2': '#434b59', '--ink-3': '#616a79', '--line-2': '#868f9f', '--grid': '#e8ebf0', '--sunk': '#f1f3f6',
  '--accent': '#2b46c2', '--c1': '#234f8c', '--c2': '#c4560b', '--c3': '#1c895c', '--c4': '#7e1f32', '--c5': '#ba8e0c',
  '--c6': '#25a2b6', '--c7': '#5e3bbe', '--c8': '#777e8a', '--d0': '#dde2f2', '--d1': '#22339a', '--surface': '#ffffff',
};
const light: Palette = (name) => LIGHT[name] ?? '#000000';

/** A canvas with the plot, 1000 pixels wide before the ratio of the screen. */
async function canvasOf(picture: Picture): Promise<HTMLCanvasElement> {
  const host = document.createElement('div');
  host.style.cssText = 'position:absolute;left:-9999px;width:1000px';
  document.body.append(host);
  const chart = drawChart(host, picture, null, light);
  // uPlot draws after the running task.
  await new Promise(requestAnimationFrame);
  const canvas = document.createElement('canvas');
  canvas.width = chart.ctx.canvas.width;
  canvas.height = chart.ctx.canvas.height;
  const context = canvas.getContext('2d')!;
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(chart.ctx.canvas, 0, 0);
  chart.destroy();
  host.remove();
  return canvas;
}

export async function savePng(name: string, picture: Picture): Promise<void> {
  const canvas = await canvasOf(picture);
  canvas.toBlob((blob) => blob && download(`${name}.png`, blob, 'image/png'));
}

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [1000, 360, 44, 12, 24, 44];

/** A round step for about so many labels. */
function roundStep(span: number, labels: number): number {
  const raw = span / labels;
  const unit = 10 ** Math.floor(Math.log10(raw));
  const lead = raw / unit;
  return Math.max(1, (lead < 1.5 ? 1 : lead < 3.5 ? 2 : lead < 7.5 ? 5 : 10) * unit);
}

/** The plot as SVG: text stays text, each point is a stroke, a density is a picture within. */
export function svgOf(picture: Picture): string {
  const { from, to, logarithmic, values, grid, period, exceptions, modulus } = picture;
  const first = logarithmic ? Math.max(1, from) : from;
  const [w, h] = [WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM];
  const top = 1.04 * (values ? Math.max(1, ...values) : (grid?.largest ?? 1)) + 0.5;
  const x = (n: number) => LEFT + w * (logarithmic ? Math.log(Math.max(n, first) / first) / Math.log(to / first) : (n - first) / (to - first));
  const y = (value: number) => TOP + h * (1 - value / top);
  const round = (number: number) => number.toFixed(1);
  const parts: string[] = [];
  const text = (at: number, line: number, anchor: string, words: string) =>
    parts.push(`<text x="${round(at)}" y="${round(line)}" text-anchor="${anchor}">${words}</text>`);
  const stepY = roundStep(top, 6);
  for (let value = 0; value <= top; value += stepY) {
    parts.push(`<path d="M${LEFT} ${round(y(value))}H${WIDTH - RIGHT}" stroke="${light('--grid')}"/>`);
    text(LEFT - 8, y(value) + 4, 'end', grouped(value));
  }
  if (period && period.preperiod > from) {
    parts.push(`<rect x="${LEFT}" y="${TOP}" width="${round(Math.min(x(period.preperiod), WIDTH - RIGHT) - LEFT)}" height="${h}" fill="${light('--sunk')}"/>`);
  }
  if (logarithmic) for (let k = 0; 10 ** k <= to; k++) 10 ** k >= first && text(x(10 ** k), HEIGHT - 24, 'middle', power(k));
  else {
    const step = roundStep(to - from, 8);
    for (let n = Math.ceil(from / step) * step; n <= to; n += step) text(x(n), HEIGHT - 24, 'middle', grouped(n));
  }
  const [heaps, ...series] = chartData(picture) as [number[], ...(number | null)[][]];
  if (values) {
    series.forEach((column, c) => {
      const name = modulus > 1 ? `--c${(c % 8) + 1}` : c === 1 ? '--c2' : '--accent';
      const path = heaps.flatMap((n, i) => (column[i] === null ? [] : [`M${round(x(n))} ${round(y(column[i]!))}h0`])).join('');
      if (path) parts.push(`<path d="${path}" stroke="${light(name)}" stroke-width="4" stroke-linecap="round"/>`);
    });
    for (const n of exceptions) {
      if (n >= first && n <= to) parts.push(`<circle cx="${round(x(n))}" cy="${round(y(values[n - from]!))}" r="5" fill="none" stroke="${light('--c2')}" stroke-width="1.8"/>`);
    }
  } else if (grid) {
    const cells: string[] = [];
    for (let row = 0; row < grid.rows; row++) {
      for (let column = 0; column < grid.columns; column++) {
        const share = grid.shares[row * grid.columns + column]!;
        if (share) cells.push(`<path d="M${round(LEFT + (column * w) / grid.columns)} ${round(y((row + 0.5) * grid.height))}h${round(w / grid.columns + 0.1)}" opacity="${(share / 255).toFixed(2)}"/>`);
      }
    }
    parts.push(`<g stroke="${light('--d1')}" stroke-width="${round((h * grid.height) / top + 0.1)}">${cells.join('')}</g>`);
  }
  if (period && period.preperiod >= from && period.preperiod <= to) {
    parts.push(`<path d="M${round(x(period.preperiod))} ${TOP}V${TOP + h}" stroke="${light('--accent')}"/>`);
    text(x(period.preperiod) + 5, TOP + 11, 'start', `period ${grouped(period.period)} from ${grouped(period.preperiod)}`);
  }
  parts.push(`<path d="M${LEFT} ${TOP + h}H${WIDTH - RIGHT}" stroke="${light('--line-2')}"/>`);
  text(WIDTH - RIGHT, HEIGHT - 6, 'end', 'heap n');
  text(LEFT - 26, 12, 'start', 'G(n)');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12" fill="${light('--ink-2')}"><rect width="${WIDTH}" height="${HEIGHT}" fill="#ffffff"/>${parts.join('')}</svg>\n`;
}

export function saveSvg(name: string, picture: Picture, isFolded: boolean): void {
  const folded = isFolded ? document.querySelector('.fold svg') : null;
  if (!folded) return download(`${name}.svg`, svgOf(picture), 'image/svg+xml');
  // The colours of the page are variables; in a file they are written out.
  const copy = folded.cloneNode(true) as SVGElement;
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  const root = getComputedStyle(document.documentElement);
  const markup = copy.outerHTML.replace(/var\((--[\w-]+)\)/g, (_, variable: string) => root.getPropertyValue(variable).trim());
  download(`${name}.svg`, markup.replace('<svg ', '<svg font-family="sans-serif" font-size="12" '), 'image/svg+xml');
}
