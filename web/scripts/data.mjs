// Packs the columns of results/, octal-codes/ and games.csv that the page shows into one compressed file.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { readCsv } from './csv.mjs';

const root = resolve(import.meta.dirname, '../..');
const table = (path) => readCsv(readFileSync(join(root, path), 'utf8'));
const number = (text) => (text === '' ? null : Number(text));

const THEOREMS = ['Guy-Smith window', 'sparse window', 'arithmetic window', 'endless window'];

/** A row of a periods.csv; `PERIOD_COLUMNS` in src/data/tables.ts has the same order. */
const periodRow = (row) => [
  row.code,
  row.status[0],
  number(row.preperiod),
  number(row.period),
  number(row.saltus),
  number(row.exceptions),
  number(row.last_exception),
  number(row.max_value),
  number(row.max_at),
  number(row.rare_count),
  number(row.last_rare),
  row.mask,
  row.theorem ? THEOREMS.indexOf(row.theorem) : null,
  number(row.verified_to),
];

/** The place of an octal code of at most five digits in census/codes.csv; see src/data/codes.ts. */
function censusIndex(code) {
  const [d0, digits] = code.split('.');
  const k = digits === '0' ? 0 : digits.length;
  if (k === 0) return d0 === '4' ? 1 : 0;
  const value = parseInt(digits, 8);
  const before = 2 * 8 ** (k - 1);
  return before + (d0 === '4' ? 7 * 8 ** (k - 1) : 0) + value - Math.floor(value / 8) - 1;
}

const games = new Map();
const knows = (row) => [row[1] === 'p' ? 1 : 0, row[13] ?? 0];
const better = (a, b) => knows(a)[0] - knows(b)[0] || knows(a)[1] - knows(b)[1];
for (const path of ['results/census', 'results/hexadecimal', 'results']) {
  for (const row of table(`${path}/periods.csv`).map(periodRow)) {
    const other = games.get(row[0]);
    if (!other || better(row, other) > 0) games.set(row[0], row);
  }
}
const order = new Map([...games.keys()].map((code, i) => [code, i]));

const census = table('results/census/codes.csv');
const places = new Array(census.length);
for (const { code, game, shift } of census) {
  const at = censusIndex(code);
  if (at >= places.length || places[at] || !order.has(game)) throw new Error(`census: ${code}`);
  places[at] = [order.get(game), Number(shift)];
}
const equal = table('results/hexadecimal/codes.csv')
  .filter(({ code, game }) => order.has(game) && code !== game)
  .map(({ code, game, shift }) => [code, order.get(game), Number(shift)]);

const pick = (path, columns) => table(path).map((row) => columns.map((name) => row[name]));
const versions = readFileSync(join(root, 'Cargo.toml'), 'utf8');
const data = {
  version: /^version = "(.*)"/m.exec(versions)[1],
  date: table('results/frontier.csv').map((row) => row.date).sort().at(-1),
  games: [...games.values()],
  census: { games: places.map((at) => at[0]), shifts: places.map((at) => at[1]) },
  equal,
  names: pick('crates/octal-games/games.csv', ['code', 'name', 'title', 'aliases', 'note']).filter((row) => row[1]),
  claims: pick('results/claims.csv', ['code', 'statement', 'claimed', 'source', 'verdict', 'computed', 'first_difference']),
  sources: Object.fromEntries(pick('octal-codes/sources.csv', ['key', 'citation'])),
  settled: pick('octal-codes/settled.csv', ['code', 'by', 'year', 'source']),
  limits: pick('octal-codes/limits.csv', ['code', 'heaps', 'who', 'year', 'source', 'note']),
  misere: pick('results/misere.csv', ['code', 'status', 'order', 'p_portion', 'tame', 'tame_to', 'heaps', 'theorem']),
};
const packed = gzipSync(JSON.stringify(data), { level: 9 });
const generated = join(import.meta.dirname, '../generated');
mkdirSync(generated, { recursive: true });
writeFileSync(join(generated, 'data.json.gz'), packed);
console.log(`data: ${games.size} games, ${census.length} codes, ${packed.length} bytes compressed`);
