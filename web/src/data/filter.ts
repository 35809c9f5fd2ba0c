// The filters and the order of the atlas.
import { isWithin, readRange, type Range } from './range';
import type { GameRow, Status } from './tables';

/** The columns that hold numbers. */
export const NUMBERS = ['period', 'preperiod', 'saltus', 'exceptions', 'lastException', 'max', 'maxAt', 'rare', 'lastRare', 'verifiedTo', 'equal', 'order'] as const;
export type NumberColumn = (typeof NUMBERS)[number];
export type Column = 'code' | 'status' | 'theorem' | 'misere' | NumberColumn;

export const TITLES: Record<Column, string> = {
  code: 'Code',
  status: 'Status',
  period: 'Period',
  preperiod: 'Preperiod',
  saltus: 'Saltus',
  exceptions: 'Exceptions',
  lastException: 'Last exception',
  max: 'Largest value',
  maxAt: 'at heap',
  rare: 'Rare heaps',
  lastRare: 'Last rare heap',
  verifiedTo: 'Verified to heap',
  theorem: 'Theorem',
  equal: 'Equal codes',
  order: 'Misère order',
  misere: 'Misère play',
};

export const FIRST_COLUMNS: Column[] = ['code', 'status', 'period', 'preperiod', 'exceptions', 'max', 'rare', 'verifiedTo', 'equal'];

export interface Filter {
  text: string;
  status: '' | Status;
  /** Digits after the point, `x` for hexadecimal codes. */
  digits: string;
  period: string;
  preperiod: string;
  verifiedTo: string;
  sort: Column;
  isDown: boolean;
}

export const NO_FILTER: Filter = { text: '', status: '', digits: '', period: '', preperiod: '', verifiedTo: '', sort: 'code', isDown: false };

export const RANGES = ['period', 'preperiod', 'verifiedTo'] as const;

/** The fields of a filter that are no ranges. */
export const wrongRanges = (filter: Filter) => RANGES.filter((name) => readRange(filter[name]) === undefined);

const simple = (text: string) => text.toLowerCase().replace(/[’'\s-]/g, '');

/** The rows that a filter leaves, in its order. Unknown numbers come last. */
export function filtered(rows: readonly GameRow[], filter: Filter): GameRow[] {
  const ranges = RANGES.map((name) => [name, readRange(filter[name]) ?? null] as [NumberColumn, Range | null]);
  const text = filter.text.trim().toLowerCase().replace(',', '.');
  const wanted = simple(text);
  const isWanted = (row: GameRow) =>
    (!text || row.code.startsWith(text) || row.code.slice(1).startsWith(text) || (row.name !== '' && simple(row.name).includes(wanted))) &&
    (!filter.status || row.status === filter.status) &&
    (!filter.digits || (filter.digits === 'x' ? row.hexadecimal : !row.hexadecimal && row.digits === Number(filter.digits))) &&
    ranges.every(([name, range]) => isWithin(row[name], range));
  const list = rows.filter(isWanted);
  const { sort, isDown } = filter;
  const sign = isDown ? -1 : 1;
  if (sort === 'code') return isDown ? list.reverse() : list;
  return list.sort((a, b) => {
    const [x, y] = [a[sort], b[sort]];
    const [isX, isY] = [x !== null && x !== '', y !== null && y !== ''];
    if (!isX || !isY) return Number(isY) - Number(isX);
    return sign * (x! < y! ? -1 : x! > y! ? 1 : 0);
  });
}

const CSV_NAMES: Partial<Record<Column, string>> = { exceptions: 'exceptions', lastException: 'last_exception', max: 'max_value', maxAt: 'max_at', rare: 'rare_count', lastRare: 'last_rare', verifiedTo: 'verified_to', equal: 'equal_codes', order: 'misere_order', misere: 'misere_status' };

/** The rows as CSV, with the columns of periods.csv. */
export function toCsv(rows: readonly GameRow[]): string {
  const columns = Object.keys(TITLES) as Column[];
  const quoted = (cell: unknown) => (/[",\n]/.test(String(cell)) ? `"${String(cell).replaceAll('"', '""')}"` : String(cell ?? ''));
  const header = ['code', 'name', ...columns.slice(1).map((column) => CSV_NAMES[column] ?? column)];
  const lines = rows.map((row) => [row.code, row.name, ...columns.slice(1).map((column) => row[column])].map(quoted).join(','));
  return `${header.join(',')}\n${lines.join('\n')}\n`;
}
