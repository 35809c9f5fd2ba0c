// Identify: paste values, see the games that have them.
import { useEffect, useState } from 'preact/hooks';
import type { Equation, Tables } from '../data/tables';
import { EngineError, quick } from '../engine/client';
import type { Identified, Match } from '../engine/types';
import { setQuery } from '../route';
import { gameLink } from '../view/known';
import { Caret, Glyph, Note, Num, ShiftEquation, StatusPill } from '../view/text';

const EXAMPLE = '0 1 1 2 0 3 1 1 0 3 3 2 2 4 0 5 2 2 3 3';
const FEWEST = 8;

type Reading = { values: number[] } | { line: number; column: number; text: string; found: string };

/** Values as numbers apart by anything that is no letter; lines `n,value` or `n value` of a table or b-file. */
export function readValues(text: string): Reading {
  const lines = text.split('\n');
  const kept = lines.map((line) => (/^\s*(#|n\s*,)/.test(line) ? '' : line));
  for (const [i, line] of kept.entries()) {
    const wrong = /[^\d\s,;.:()[\]{}…]/.exec(line);
    if (wrong) return { line: i + 1, column: wrong.index + 1, text: line, found: wrong[0] };
  }
  const rows = kept.map((line) => (line.match(/\d+/g) ?? []).map(Number)).filter((row) => row.length > 0);
  const isTable = rows.length >= FEWEST && rows.every((row, i) => row.length === 2 && row[0] === rows[0]![0]! + i);
  return { values: isTable ? rows.map((row) => row[1]!) : rows.flat() };
}

export function IdentifyPage({ tables, query }: { tables: Tables; query: URLSearchParams }) {
  const [text, setText] = useState(() => query.get('v') ?? EXAMPLE);
  const [result, setResult] = useState<(Identified & { time: number }) | null>(null);
  const [problem, setProblem] = useState('');
  const reading = readValues(text);
  const values = 'values' in reading ? reading.values : [];

  useEffect(() => {
    const pasted = query.get('v');
    if (pasted !== null) setText(pasted);
  }, [query]);

  const search = async () => {
    const began = performance.now();
    setProblem('');
    try {
      const games = tables.rows.map(({ code }) => code);
      const reply = await quick.call('identify', { values, games });
      setResult({ ...reply, time: performance.now() - began });
    } catch (error) {
      if ((error as EngineError).message !== 'cancelled') setProblem((error as Error).message);
    }
  };
  useEffect(() => {
    setResult(null);
    setProblem('');
    if (values.length < FEWEST) return undefined;
    const timer = setTimeout(() => {
      setQuery({ v: text === EXAMPLE || text.length > 600 ? '' : text.replace(/\s+/g, ' ') });
      void search();
    }, 200);
    return () => clearTimeout(timer);
  }, [text]);

  return (
    <div class="wrap idw">
      <div class="ghead">
        <h1>Identify</h1>
        <p class="muted">
          Paste the values of a game, from heap 0, 1 or any other. Commas, spaces, lines, a table <span class="small">n,value</span> or a b-file are read.
        </p>
      </div>
      <label class="sr" for="values">Values</label>
      <textarea id="values" spellcheck={false} value={text} onInput={(event) => setText(event.currentTarget.value)} />
      <div class="row idt">
        <span class="small muted" role="status">
          {'values' in reading ? <>Read {values.length} value{values.length === 1 ? '' : 's'}. </> : 'Not read. '}
          {result && <>Compared with <Num of={result.compared} /> games in {Math.max(1, Math.round(result.time))} ms.</>}
        </span>
        <span class="row">
          <span class="lbl">Try</span>
          <button class="btn" type="button" onClick={() => setText('1 2 3 1 4 3 2 1 4 2 6 4')}>Kayles from heap 1</button>
          <button class="btn" type="button" onClick={() => setText('0 1 1 2 O 3 1 1')}>a slip</button>
        </span>
      </div>
      {!('values' in reading) ? (
        <Note tone="err" title={`Line ${reading.line}, column ${reading.column}: ‘${reading.found}’ is not a number`}>
          <Caret text={reading.text} column={reading.column} />
          {/[oO]/.test(reading.found) ? (
            <>That is the letter O. <button class="btn" type="button" onClick={() => setText(text.replace(/[oO]/g, '0'))}>Read it as 0</button></>
          ) : (
            'Only whole numbers and separators are read.'
          )}
        </Note>
      ) : values.length === 0 ? (
        <Note title="Nothing is pasted yet">Eight values or more are needed. Twelve usually leave one game.</Note>
      ) : values.length < FEWEST ? (
        <Note tone="warn" title="Too few values">{values.length} value{values.length === 1 ? ' fits' : 's fit'} hundreds of games. Eight are the least; twelve usually leave one.</Note>
      ) : problem ? (
        <Note tone="err" title="The values cannot be compared">{problem}</Note>
      ) : (
        result && <Matches of={result} values={values} tables={tables} />
      )}
    </div>
  );
}

function Matches({ of: { matches, found, compared, exact }, values, tables }: { of: Identified; values: number[]; tables: Tables }) {
  if (found === 0) {
    return (
      <Note title="No game of the atlas has these values, and none is near">
        <Num of={compared} /> games, which stand for 65 536 codes and the hexadecimal ones, were compared. The first value may be that of any heap up to 16,
        or have zeros before it.
      </Note>
    );
  }
  const wrong = matches[0]!.wrong.length;
  const games = found === 1 ? 'game' : `${found} games`;
  return (
    <>
      <h2 class="idh">
        {exact
          ? `${found === 1 ? 'One game has' : `${games} have`} these values`
          : `No game has these values. The nearest ${games} differ${found === 1 ? 's' : ''} in ${wrong === 1 ? 'one value' : `${wrong} values`}`}
      </h2>
      {matches.slice(0, 20).map((match) => (
        <MatchRow match={match} values={values} tables={tables} />
      ))}
    </>
  );
}

/** The equal code in which the values begin at heap 0 or 1, if there is one: the reader probably means that. */
function bestCode({ game, from }: Match, tables: Tables): { code: string; from: number; equation: Equation | null } {
  const equal = tables.equalCodes(game).filter(({ code }) => code.length <= 6);
  const rank = ({ code, shift }: { code: string; shift: number }) => {
    const start = from + shift;
    return (start === 0 ? 0 : start === 1 ? 1 : start < 0 ? 9 : 5) * 100 + (tables.title(code) ? 0 : 20) + code.length;
  };
  const own = { code: game, game, shift: 0 };
  const best = [own, ...equal].reduce((a, b) => (rank(b) < rank(a) ? b : a));
  return { code: best.code, from: from + best.shift, equation: best === own ? null : best };
}

function MatchRow({ match, values, tables }: { match: Match; values: number[]; tables: Tables }) {
  const { code, from, equation } = bestCode(match, tables);
  const row = tables.find(match.game);
  const title = tables.title(code);
  return (
    <div class="match">
      <Glyph code={code} size={16} />
      <div>
        <h3><a href={gameLink(code)}>{code}</a> {title && <span class="thin">{title}</span>}</h3>
        <p>
          These are <span class="m">G</span>({from}) to <span class="m">G</span>({from + values.length - 1})
          {match.wrong.map(([i, right]) => <>, but value number {i + 1} should be <b>{right}</b>, not {values[i]}</>)}.{' '}
          {row?.status === 'proved' && <>The period is <Num of={row.period!} />.</>}
        </p>
        <p class="vals"><mark>{values.slice(0, 24).join(' ')}{values.length > 24 && ' …'}</mark> then <b>{match.next.slice(0, 12).join(' ')}</b></p>
        <p class="small muted">
          {equation && <><ShiftEquation left={code} code={match.game} shift={equation.shift} /> </>}
          {row && row.equal > 0 && <>and <Num of={row.equal} /> equal codes</>}
        </p>
      </div>
      {row && <StatusPill of={row.status} />}
    </div>
  );
}
