// The atlas: every game of results/ as one table, with filters; cards on a phone.
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { FIRST_COLUMNS, filtered, NO_FILTER, NUMBERS, TITLES, toCsv, wrongRanges, type Column, type Filter } from '../data/filter';
import { readOwn } from '../data/own';
import { suggest } from '../data/suggest';
import type { GameRow, Tables } from '../data/tables';
import { go, setQuery } from '../route';
import { CensusFigures } from '../view/census';
import { gameLink } from '../view/known';
import { Knowl } from '../view/knowl';
import { Big, download, Glyph, Note, Num, ShiftEquation, StatusPill } from '../view/text';

/** Rows that are added when the end of the table comes near. */
const ROWS_AT_ONCE = 60;

const FIELDS = ['text', 'status', 'digits', 'period', 'preperiod', 'verifiedTo'] as const;

function firstFilter(query: URLSearchParams): Filter {
  const filter: Filter = { ...NO_FILTER };
  for (const name of FIELDS) Object.assign(filter, { [name]: query.get(name) ?? '' });
  const sort = query.get('sort') ?? '';
  if (sort.replace('-', '') in TITLES) Object.assign(filter, { sort: sort.replace('-', ''), isDown: sort.startsWith('-') });
  return filter;
}

export function AtlasPage({ tables, query }: { tables: Tables; query: URLSearchParams }) {
  const [filter, setFilter] = useState(() => firstFilter(query));
  const [columns, setColumns] = useState<Column[]>(FIRST_COLUMNS);
  const [own, setOwn] = useState<{ name: string; rows: GameRow[] } | null>(null);
  const [problem, setProblem] = useState('');
  const [isAll, setAll] = useState(false);
  const rows = own?.rows ?? tables.rows;
  const list = useMemo(() => filtered(rows, filter), [rows, filter]);
  const shown = useMemo(() => new Set(list), [list]);
  const wrong = wrongRanges(filter);

  const change = (part: Partial<Filter>) => {
    const next = { ...filter, ...part };
    setFilter(next);
    const fields = Object.fromEntries(FIELDS.map((name) => [name, next[name]]));
    setQuery({ ...fields, sort: next.sort === 'code' && !next.isDown ? '' : `${next.isDown ? '-' : ''}${next.sort}` });
  };
  const open = async (file: File | undefined) => {
    if (!file) return;
    try {
      setOwn({ name: file.name, rows: readOwn(await file.text()) });
      setProblem('');
    } catch (error) {
      setProblem(`${file.name}, ${(error as Error).message}`);
    }
  };
  const input = (name: 'text' | 'period' | 'preperiod' | 'verifiedTo', label: string, placeholder: string) => (
    <label>
      {label}
      <input class={`in ${name === 'text' ? 'q' : ''}`} placeholder={placeholder} value={filter[name]} aria-invalid={name !== 'text' && wrong.includes(name)} onInput={(event) => change({ [name]: event.currentTarget.value })} />
    </label>
  );
  const octal = useMemo(() => tables.rows.filter((row) => !row.hexadecimal && tables.equation(row.code)?.game === row.code), [tables]);
  const proved = octal.filter((row) => row.status === 'proved').length;
  return (
    <div class="wrap" onDragOver={(event) => event.preventDefault()} onDrop={(event) => { event.preventDefault(); void open(event.dataTransfer?.files[0]); }}>
      <div class="ghead">
        <h1>Atlas</h1>
        <p class="muted wide">
          {own ? (
            <><b>{own.name}</b>: <Num of={own.rows.length} /> games. <button type="button" class="link" onClick={() => setOwn(null)}>Show the atlas again</button></>
          ) : (
            <>
              <Num of={tables.codes} /> codes of at most five digits after the point are <Num of={octal.length} /> games: <Num of={proved} /> have a proved
              period, <Num of={octal.length - proved} /> are <Knowl of="open" />. Hexadecimal games and those with a name follow. Numbers are those of the code in the row.
            </>
          )}
        </p>
      </div>
      <form class={`afil ${isAll ? 'all' : ''}`} aria-label="Filters" onSubmit={(event) => event.preventDefault()}>
        {input('text', 'Code or name', '0.13 or kayles')}
        <label>
          Status
          <select class="in" value={filter.status} onChange={(event) => change({ status: event.currentTarget.value as Filter['status'] })}>
            <option value="">any</option>
            <option value="proved">proved</option>
            <option value="observed">observed</option>
            <option value="open">open</option>
          </select>
        </label>
        <button type="button" class="btn more" aria-expanded={isAll} onClick={() => setAll(!isAll)}>{isAll ? 'Fewer filters' : 'More filters'}</button>
        <div class="mf">
          <label>
            Digits
            <select class="in" value={filter.digits} onChange={(event) => change({ digits: event.currentTarget.value })}>
              <option value="">any</option>
              {[1, 2, 3, 4, 5].map((digits) => <option value={String(digits)}>{digits}</option>)}
              <option value="x">hexadecimal</option>
            </select>
          </label>
          {input('period', 'Period', '1e3..1e6')}
          {input('preperiod', 'Preperiod', '<25')}
          {input('verifiedTo', 'Verified to', '>=10^9')}
          <button class="btn" type="button" onClick={() => change(NO_FILTER)}>Clear</button>
        </div>
      </form>
      <div class="row abar">
        <span role="status" class="small"><Count tables={tables} filter={filter} list={list} total={rows.length} wrong={wrong} /></span>
        <span class="row small">
          <Columns columns={columns} onChange={setColumns} />
          <button type="button" class="link" onClick={() => download('octal-atlas.csv', toCsv(list), 'text/csv')}>Download CSV</button>
          <label class="link file">
            Open your own periods.csv
            <input type="file" accept=".csv" class="sr" onChange={(event) => {
              const input = event.currentTarget;
              void open(input.files?.[0]);
              // The same file can be opened again after a change.
              input.value = '';
            }} />
          </label>
        </span>
      </div>
      {problem && <Note tone="err" title="The file cannot be read">{problem}</Note>}
      {list.length > 0 ? <Rows list={list} columns={columns} filter={filter} onSort={change} /> : <Note title="No game fits these filters">Widen a range, or clear them. <button class="btn" type="button" onClick={() => change(NO_FILTER)}>Clear filters</button></Note>}
      <section class="sec">
        <h2>The census in figures</h2>
        <CensusFigures rows={rows} shown={shown} />
      </section>
    </div>
  );
}

function Count({ tables, filter, list, total, wrong }: { tables: Tables; filter: Filter; list: GameRow[]; total: number; wrong: readonly string[] }) {
  if (wrong.length > 0) {
    const text = filter[wrong[0] as 'period'];
    return <><StatusPill of="refused">not a range</StatusPill> “{text}”: write a number, <b>&lt;25</b>, <b>1e3..1e6</b> or <b>10^3</b>.</>;
  }
  const [asked] = filter.text.trim() ? suggest(tables, filter.text) : [];
  const equation = asked?.kind === 'game' && !tables.find(asked.code) ? tables.equation(asked.code) : undefined;
  return (
    <>
      {equation && equation.game !== equation.code && (
        <>
          <b>{equation.code}</b> is in the row of <a href={gameLink(equation.game)}>{equation.game}</a>: <ShiftEquation left={equation.code} code={equation.game} shift={equation.shift} />.{' '}
          <a href={gameLink(equation.code)}>Open {equation.code}</a>.{' '}
        </>
      )}
      <b><Num of={list.length} /></b> of <Num of={total} /> games
    </>
  );
}

function Columns({ columns, onChange }: { columns: Column[]; onChange: (columns: Column[]) => void }) {
  const all = Object.keys(TITLES) as Column[];
  return (
    <details class="cols">
      <summary>Columns</summary>
      <div class="panel">
        {all.slice(1).map((column) => (
          <label>
            <input type="checkbox" checked={columns.includes(column)} onChange={() => onChange(all.filter((other) => (other === column ? !columns.includes(other) : columns.includes(other))))} />
            {TITLES[column]}
          </label>
        ))}
      </div>
    </details>
  );
}

const isNumber = (column: Column) => (NUMBERS as readonly string[]).includes(column);

function Cell({ row, column }: { row: GameRow; column: Column }) {
  const dash = <span class="dim">–</span>;
  if (column === 'status') return <StatusPill of={row.status} />;
  if (column === 'theorem' || column === 'misere' || column === 'code') return row[column] ? <>{row[column]}</> : dash;
  const value = row[column];
  if (value === null) return dash;
  return column === 'verifiedTo' ? <Big of={value} /> : <Num of={value} />;
}

/** The table and the cards. More rows are added as the end comes into sight, so that both stay quick. */
function Rows({ list, columns, filter, onSort }: { list: GameRow[]; columns: Column[]; filter: Filter; onSort: (part: Partial<Filter>) => void }) {
  const [count, setCount] = useState(ROWS_AT_ONCE);
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => setCount(ROWS_AT_ONCE), [list]);
  useEffect(() => {
    if (!end.current) return undefined;
    const more = () => setCount((old) => Math.min(list.length, old + ROWS_AT_ONCE));
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && more(), { rootMargin: '600px' });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [list, count]);
  const sort = (column: Column) =>
    onSort(filter.sort === column ? { isDown: !filter.isDown } : { sort: column, isDown: isNumber(column) });
  const rows = list.slice(0, count);
  const isPhone = innerWidth <= 860;
  return (
    <>
      {isPhone ? (
        <div class="cards">{rows.map((row) => <Card row={row} />)}</div>
      ) : (
        <table class="atab">
          <caption class="sr">Games</caption>
          <thead>
            <tr>
              {columns.map((column) => {
                const isSorted = filter.sort === column && (column !== 'code' || filter.isDown);
                return (
                  <th scope="col" class={isNumber(column) ? '' : 'l'} aria-sort={isSorted ? (filter.isDown ? 'descending' : 'ascending') : undefined}>
                    <button type="button" onClick={() => sort(column)}>{TITLES[column]}{isSorted && (filter.isDown ? ' ↓' : ' ↑')}</button>
                  </th>
                );
              })}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr onClick={(event) => !(event.target as Element).closest('a') && go(gameLink(row.code))}>
                <td class="l">
                  <span class="gw"><Glyph code={row.code} /></span>
                  <a href={gameLink(row.code)}>{row.code}</a> <span class="nm">{row.name}</span>
                </td>
                {columns.slice(1).map((column) => (
                  <td class={isNumber(column) ? '' : 'l'}><Cell row={row} column={column} /></td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {count < list.length && (
        <div class="row moreb" ref={end}>
          <button class="btn" type="button" onClick={() => setCount(count + 2 * ROWS_AT_ONCE)}>Show more</button>
        </div>
      )}
    </>
  );
}

function Card({ row }: { row: GameRow }) {
  return (
    <a class="card" href={gameLink(row.code)}>
      <Glyph code={row.code} size={8} />
      <span><b>{row.code}</b> {row.name && <span class="muted">{row.name}</span>}</span>
      <StatusPill of={row.status} />
      <p>
        {row.period !== null ? (
          <>period <b><Num of={row.period} /></b> from heap <b><Num of={row.preperiod ?? 0} /></b>, {row.exceptions ? <><Num of={row.exceptions} /> exception{row.exceptions > 1 && 's'}</> : 'no exception'}</>
        ) : (
          <>searched to heap <b><Big of={row.verifiedTo ?? 0} /></b>{row.max !== null && <>, largest value <Num of={row.max} /></>}</>
        )}
      </p>
    </a>
  );
}
