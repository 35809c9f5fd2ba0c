// A periods.csv of the reader, as rows of the atlas.
import type { GameRow, Status } from './tables';

const NEEDED = ['code', 'status'];

/** The rows of a CSV by RFC 4180. */
function cells(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, plain, end] of text.replaceAll('\r', '').matchAll(/(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\n|$)/g)) {
    row.push(quoted !== undefined ? quoted.replaceAll('""', '"') : (plain ?? ''));
    if (end === ',') continue;
    if (row.length > 1 || row[0] !== '') rows.push(row);
    row = [];
  }
  return rows;
}

/** The rows of a table with the columns of periods.csv. Throws an error that says what is wrong where. */
export function readOwn(text: string): GameRow[] {
  const [header = [], ...body] = cells(text);
  const missing = NEEDED.filter((name) => !header.includes(name));
  if (missing.length) throw new Error(`line 1: the column ${missing.join(', ')} is missing; a periods.csv has the columns code,status,preperiod,period,…`);
  return body.map((fields, index) => {
    const line = index + 2;
    if (fields.length !== header.length) throw new Error(`line ${line}: ${fields.length} fields, but the header has ${header.length}`);
    const field = (name: string) => fields[header.indexOf(name)] ?? '';
    const number = (name: string) => {
      const cell = field(name);
      if (cell !== '' && !/^-?\d+$/.test(cell)) throw new Error(`line ${line}: “${cell}” in the column ${name} is no number`);
      return cell === '' ? null : Number(cell);
    };
    const status = field('status');
    if (!['proved', 'observed', 'open'].includes(status)) throw new Error(`line ${line}: the status “${status}” is none of proved, observed, open`);
    const code = field('code');
    return {
      index,
      code,
      name: field('name').replaceAll('-', ' '),
      status: status as Status,
      preperiod: number('preperiod'),
      period: number('period'),
      saltus: number('saltus'),
      exceptions: number('exceptions'),
      lastException: number('last_exception'),
      max: number('max_value'),
      maxAt: number('max_at'),
      rare: number('rare_count'),
      lastRare: number('last_rare'),
      mask: field('mask'),
      theorem: field('theorem'),
      verifiedTo: number('verified_to'),
      digits: (code.split('.')[1] ?? '').length,
      hexadecimal: /[89a-f]/i.test(code),
      equal: field('cousins') ? field('cousins').split('; ').length : 0,
      order: null,
      misere: '',
    };
  });
}
