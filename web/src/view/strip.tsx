// The first values as cells. A row is one period where that fits, so that equal columns are seen.
import type { Period } from './facts';

interface Props {
  values: readonly number[];
  last: number;
  period: Period | null;
  exceptions: ReadonlySet<number>;
}

/** How many cells a row has on a wide screen. */
export function stripColumns(period: Period | null): number {
  const p = period?.period ?? 0;
  return p >= 6 && p <= 36 ? p * Math.max(1, Math.floor(30 / p)) : 20;
}

/** The last heap of the first rows: they show the preperiod and two periods if they can. */
export function stripLast(period: Period | null): number {
  const columns = innerWidth > 860 ? stripColumns(period) : 10;
  const wanted = period && period.preperiod + 2 * period.period < 200 ? period.preperiod + 2 * period.period : 0;
  const least = innerWidth > 860 ? 100 : 60;
  return Math.ceil(Math.max(least, wanted) / columns) * columns - 1;
}

export function Strip({ values, last, period, exceptions }: Props) {
  const style = innerWidth > 1080 ? `grid-template-columns:repeat(${stripColumns(period)},1fr)` : undefined;
  const begins = (n: number) =>
    period !== null && n >= period.preperiod && (period.period < 6 ? n === period.preperiod : (n - period.preperiod) % period.period === 0);
  const name = (value: number, n: number) =>
    [period && n < period.preperiod ? 'pre' : '', exceptions.has(n) ? 'ex1' : '', value === 0 ? 'z' : '', begins(n) ? 'ps' : '']
      .filter(Boolean)
      .join(' ');
  return (
    <div class="strip" style={style}>
      {values.slice(0, last + 1).map((value, n) => (
        <div class={name(value, n)}>
          <small>{n}</small>
          {value}
        </div>
      ))}
    </div>
  );
}
