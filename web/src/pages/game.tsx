// The page of a game: rules, values, plot, period and proof, equal games, literature, misère play, certificate.
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Equation, GameRow, Tables } from '../data/tables';
import { EngineError, quick } from '../engine/client';
import type { Found, Game } from '../engine/types';
import { Certificate, Export } from '../view/certificate';
import { provedPeriod } from '../view/facts';
import { EqualGames, gameLink, heapOf, HeapText, Literature, MiserePlay } from '../view/known';
import { Knowl } from '../view/knowl';
import { Plot } from '../view/plot';
import { Proof } from '../view/proof';
import { Rules } from '../view/rules';
import { RunPanel } from '../view/run';
import { useSearch, type SearchControl } from '../view/search';
import { Strip, stripLast } from '../view/strip';
import { Big, Caret, Choice, copy, Glyph, M, Note, Num, ShiftEquation, StatusPill } from '../view/text';

/** The last heap whose value is there at once. */
const FIRST_VALUES = 1500;

interface Opened {
  game: Game;
  values: number[];
}

export function GamePage({ text, query, tables }: { text: string; query: URLSearchParams; tables: Tables }) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const [error, setError] = useState<EngineError | null>(null);

  useEffect(() => {
    let isCurrent = true;
    const open = async () => {
      const game = await quick.call('read', { text });
      const { values } = await quick.call('values', { game: game.game, to: FIRST_VALUES });
      if (!isCurrent) return;
      setOpened({ game, values });
      const { hash } = location;
      const place = gameLink(game.game);
      // The address holds the code, however the game was written.
      if (hash.split('?')[0] !== place) history.replaceState(null, '', `${place}${hash.includes('?') ? `?${hash.split('?')[1]}` : ''}`);
      document.title = `${game.game}${game.title ? ` ${game.title}` : ''} · Octal games`;
    };
    open().catch((reason: EngineError) => isCurrent && setError(reason));
    return () => {
      isCurrent = false;
    };
  }, [text]);

  if (error) return <NoGame text={text} error={error} />;
  if (!opened) return <div class="wrap ghead loading" aria-busy="true" />;
  return <GameView {...opened} typed={query.get('typed')} query={query} tables={tables} />;
}

function NoGame({ text, error }: { text: string; error: EngineError }) {
  const { column, message, meant } = error;
  const [first, ...rest] = message.split(/(?<=[^:]): /);
  return (
    <div class="wrap ghead">
      <h1>“{text}” is no game</h1>
      <div class="bad">
        <Note tone="err" title={`${column ? `Column ${column}: ` : ''}${first}`}>
          {column !== null && <Caret text={text} column={column} />}
          {rest.length > 0 && <p>{rest.join(': ')}</p>}
          {meant ? (
            <p>
              <a class="btn" href={gameLink(meant)}>Open {meant}</a>
            </p>
          ) : (
            <p>A code looks like <a href="#/game/0.137">0.137</a>. The <a href="#/atlas">atlas</a> lists games.</p>
          )}
        </Note>
      </div>
    </div>
  );
}

const SECTIONS = [
  ['rules', 'Rules'],
  ['values', 'Values'],
  ['plot', 'Plot'],
  ['proof', 'Period and proof'],
  ['equal', 'Equal games'],
  ['lit', 'Literature'],
  ['misere', 'Misère play'],
  ['cert', 'Certificate and export'],
] as const;

/** Scrolls to a section without leaving the address of the game. */
function jump(id: string, event: Event): void {
  event.preventDefault();
  const heading = document.getElementById(id);
  heading?.scrollIntoView();
  heading?.focus({ preventScroll: true });
}

function Section({ id, children }: { id: (typeof SECTIONS)[number][0]; children: ComponentChildren }) {
  const title = SECTIONS.find(([key]) => key === id)![1];
  return (
    <section class="sec">
      <h2 id={id} tabIndex={-1}>{title}</h2>
      {children}
    </section>
  );
}

function GameView({ game, values, typed, query, tables }: Opened & { typed: string | null; query: URLSearchParams; tables: Tables }) {
  const row = game.shift === 0 ? tables.find(game.code) : undefined;
  const equation = game.shift === 0 ? tables.equation(game.code) : undefined;
  const other = equation && equation.game !== game.code ? tables.find(equation.game) : undefined;
  const expected = row ?? other;
  const isExpected = expected?.status === 'proved' && (expected.verifiedTo ?? 0) < 4e7;
  const control = useSearch(game.game, isExpected);
  const { found } = control;
  const period = provedPeriod(found);
  const exceptions = new Set((found?.exceptions ?? []).map(([n]) => n));
  const [last, setLast] = useState<number | null>(null);
  const firstLast = stripLast(period);
  const shown = last ?? firstLast;

  return (
    <div class="wrap">
      <div class="game">
        <div class="ghead">
          {typed && typed !== game.game && <p class="small muted">Read “{typed}” as <b class="code">{game.game}</b>.</p>}
          <div class="gt">
            <Glyph code={game.code} size={19} />
            <h1>
              <span class={`c ${game.game.length > 9 ? 'long' : ''}`}>{game.game}</span>
              {game.title && <span class="nm">{game.title.replaceAll("'", '’')}</span>}
            </h1>
          </div>
          <Verdict control={control} row={row} other={other} equation={equation} tables={tables} />
        </div>
        <aside class="rail">
          <div class="panel facts">
            <dl>
              <Facts found={found} row={row} game={game} equal={expected?.equal ?? null} />
            </dl>
          </div>
          <nav class="toc" aria-label="On this page">
            {SECTIONS.map(([id, title]) => (
              <a href={`#${id}`} onClick={(event) => jump(id, event)}>{title}</a>
            ))}
          </nav>
        </aside>
        <div class="gbody">
          <Section id="rules">
            <Rules game={game} />
            {game.note && <p class="cap">{game.note}</p>}
            {game.shift > 0 && <p class="cap"><ShiftEquation code={game.code} shift={game.shift} />: heap <M>n</M> is heap <M>n</M> − {game.shift} of <a href={gameLink(game.code)}>{game.code}</a>.</p>}
          </Section>
          <Section id="values">
            <div class="tools">
              <span class="row">
                <span class="lbl">Show to heap</span>
                <Choice label="Last heap shown" value={shown} options={[...new Set([firstLast, 399, 1199])].map((heap) => [heap, String(heap)] as const)} onChange={setLast} />
              </span>
              <button class="btn" type="button" onClick={(event) => copy(values.slice(0, shown + 1).join(' '), event.currentTarget)}>Copy values</button>
              <a class="btn" href={`#/play/heaps?code=${encodeURIComponent(game.game)}`}>Play this game</a>
            </div>
            <Strip values={values} last={shown} period={period} exceptions={exceptions} />
            <div class="legend">
              {period && period.preperiod > 0 && <span><i class="prei" />before the preperiod</span>}
              {exceptions.size > 0 && <span><i class="exi" />exception</span>}
              {period && <span><i class="psi" />{period.period < 6 ? 'the period begins' : 'a period begins'}</span>}
              <span><b class="zero">0</b> heap is a <Knowl of="P-position" /></span>
            </div>
          </Section>
          <Section id="plot">
            <Plot code={game.game} values={values} found={found} period={period} query={query} />
          </Section>
          <Section id="proof">
            <div class="proofs">
              {found?.proof ? <Proof proof={found.proof} time={control.time} /> : <RunPanel control={control} game={game.game} />}
            </div>
            {game.shift > 0 && found?.proof && <p class="cap">The proof speaks of {game.code}. <ShiftEquation code={game.code} shift={game.shift} /> carries it over.</p>}
            {found && <Exceptions found={found} />}
          </Section>
          <Section id="equal"><EqualGames tables={tables} game={game} /></Section>
          <Section id="lit"><Literature tables={tables} game={game} /></Section>
          <Section id="misere"><MiserePlay game={game.game} isReady={control.phase !== 'running'} /></Section>
          <Section id="cert">
            <Certificate period={period} generation={control.time} />
            <Export game={game.game} />
          </Section>
        </div>
      </div>
    </div>
  );
}

interface VerdictProps {
  control: SearchControl;
  row: GameRow | undefined;
  other: GameRow | undefined;
  equation: Equation | undefined;
  tables: Tables;
}

function Verdict({ control, row, other, equation, tables }: VerdictProps) {
  const { found, phase, progress } = control;
  const isEqual = other && equation && (
    <> It is a shift of <a href={gameLink(equation.game)}>{equation.game}</a>: <ShiftEquation code={equation.game} shift={equation.shift} />.</>
  );
  if (found?.status === 'proved') {
    const count = found.exceptionCount ?? 0;
    return (
      <p class="verdict">
        <StatusPill of="proved" /> Period <Num of={found.period!} />
        {(found.saltus ?? 0) > 0 && <> with <Knowl of="saltus" /> <Num of={found.saltus!} /></>} from heap <Num of={found.preperiod!} /> on
        {count > 0 && <>, with <Num of={count} /> exception{count > 1 && 's'} before it</>}.
      </p>
    );
  }
  if (row?.status === 'proved') {
    return (
      <p class="verdict">
        <StatusPill of="proved" /> Period <Num of={row.period!} /> from heap <Num of={row.preperiod!} /> on, proved by this workbench.{' '}
        {phase === 'running' ? 'Your browser proves it again now.' : 'The search below has not reached it.'}
      </p>
    );
  }
  if (other?.status === 'proved') {
    return <p class="verdict"><StatusPill of="proved" /> Period <Num of={other.period!} />.{isEqual} {phase === 'running' ? 'Your browser proves it now.' : 'The search below has not reached it.'}</p>;
  }
  const searches = row ? tables.searchesOf(row.code) : [];
  const farthest = searches.reduce((best, search) => (heapOf(search.heaps) > heapOf(best?.heaps ?? '0') ? search : best), searches[0]);
  const far = Math.max(row?.verifiedTo ?? other?.verifiedTo ?? 0, progress?.heap ?? 0);
  return (
    <p class="verdict">
      <StatusPill of={found?.status === 'observed' ? 'observed' : 'open'} />{' '}
      {row || other ? 'No period is known. ' : phase === 'running' ? 'No table lists this game. Its period is searched now. ' : 'No period is found here. '}
      {far > 0 && <>This workbench has computed every value to heap <Big of={far} />{farthest && heapOf(farthest.heaps) > far && <>, {farthest.who} to heap <HeapText of={farthest.heaps} />{farthest.year && ` (${farthest.year})`}</>}.</>}
      {isEqual}
    </p>
  );
}

function Fact({ name, children }: { name: ComponentChildren; children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

const THEOREM_NAMES: Record<string, string> = { 'Guy-Smith window': 'Guy–Smith window' };

function Facts({ found, row, game, equal }: { found: Found | null; row: GameRow | undefined; game: Game; equal: number | null }) {
  const standard = game.standard;
  const isProved = found?.status === 'proved';
  const known = isProved || row?.status !== 'open' ? (row ?? null) : null;
  const period = isProved ? found.period : (known?.period ?? null);
  const preperiod = isProved ? found.preperiod : (known?.preperiod ?? null);
  const count = isProved ? found.exceptionCount : known?.exceptions;
  const theorem = isProved ? found.theorem : known?.theorem;
  // A table may know an open game further than the search in the page.
  const isRowFurther = !isProved && row && (row.verifiedTo ?? 0) > (found?.verifiedTo ?? 0);
  const max = isRowFurther ? (row.max === null ? null : { value: row.max, at: row.maxAt ?? 0 }) : found?.max;
  const verifiedTo = isRowFurther ? row.verifiedTo : found?.verifiedTo;
  const rare = isRowFurther ? { count: row.rare, last: row.lastRare, mask: row.mask ? Number(row.mask) : null } : found?.rare;
  return (
    <>
      {period !== null && <Fact name={<Knowl of="period" />}><b><Num of={period} /></b></Fact>}
      {preperiod !== null && <Fact name={<Knowl of="preperiod" />}><b><Num of={preperiod} /></b></Fact>}
      {isProved && (found.saltus ?? 0) > 0 && <Fact name={<Knowl of="saltus" />}><Num of={found.saltus!} /></Fact>}
      {count !== null && count !== undefined && <Fact name={<Knowl of="exception">exceptions</Knowl>}><Num of={count} /></Fact>}
      {max && <Fact name="largest value"><Num of={max.value} /> <span class="dim">at</span> <Num of={max.at} /></Fact>}
      {theorem && <Fact name="theorem">{THEOREM_NAMES[theorem] ?? theorem}</Fact>}
      {!isProved && rare?.count != null && <Fact name={<Knowl of="rare">rare heaps</Knowl>}><Num of={rare.count} /></Fact>}
      {!isProved && rare?.last != null && <Fact name="last rare heap"><Num of={rare.last} /></Fact>}
      {!isProved && rare?.mask != null && rare.mask > 0 && <Fact name={<Knowl of="mask" />}>{rare.mask.toString(2)}</Fact>}
      {verifiedTo != null && <Fact name={isProved ? 'verified to' : 'searched to'}>heap <Big of={verifiedTo} /></Fact>}
      <Fact name={<Knowl of="standard form" />}>
        {standard.code === game.game ? 'this code' : <a href={gameLink(standard.code)}>{standard.code}</a>}
      </Fact>
      {equal !== null && <Fact name="equal codes"><Num of={equal} /></Fact>}
    </>
  );
}

const SHOWN_EXCEPTIONS = 40;

function Exceptions({ found }: { found: Found }) {
  const list = found.exceptions ?? [];
  if (list.length === 0) return null;
  const shown = list.slice(0, SHOWN_EXCEPTIONS);
  return (
    <>
      <h3 class="exh">Exceptions</h3>
      <p class="small muted">
        Heaps before <Num of={found.preperiod ?? 0} /> whose value differs from the pattern continued downwards.{' '}
        {(found.exceptionCount ?? 0) > shown.length && (
          <>The first {shown.length} of <Num of={found.exceptionCount!} />; the last is heap <Num of={found.lastException ?? 0} />.</>
        )}
      </p>
      <div class="scroll" tabIndex={0} role="region" aria-label="Exceptions">
        <table class="t auto">
          <tbody>
            <tr><th scope="row">heap <M>n</M></th>{shown.map(([n]) => <td class="r"><Num of={n} /></td>)}</tr>
            <tr><th scope="row"><M>G</M>(<M>n</M>)</th>{shown.map(([, value]) => <td class="r"><b>{value}</b></td>)}</tr>
            <tr><th scope="row">pattern</th>{shown.map(([, , pattern]) => <td class="r dim"><Num of={pattern} /></td>)}</tr>
          </tbody>
        </table>
      </div>
    </>
  );
}
