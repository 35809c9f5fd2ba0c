// What is known besides the values: equal games, literature, misère play.
import { useEffect, useState } from 'preact/hooks';
import type { Equation, Tables } from '../data/tables';
import { EngineError, slow } from '../engine/client';
import type { Game, Quotient } from '../engine/types';
import { Knowl } from './knowl';
import { Note, Num, ShiftEquation, StatusPill } from './text';

const SHOWN_CODES = 24;

export const gameLink = (code: string) => `#/game/${encodeURIComponent(code)}`;

export function EqualGames({ tables, game }: { tables: Tables; game: Game }) {
  const [isAll, setAll] = useState(false);
  const codes = game.shift === 0 ? tables.equalCodes(game.code) : [];
  const byShift = new Map<number, Equation[]>();
  codes.forEach((equation) => byShift.set(equation.shift, [...(byShift.get(equation.shift) ?? []), equation]));
  const { standard } = game;
  const isStandard = standard.code === game.code && standard.shift === 0;
  const hasMany = codes.length > SHOWN_CODES;
  return (
    <>
      <p class="measure muted">
        {isStandard ? (
          <>This code is its own <Knowl of="standard form" />.</>
        ) : (
          <>The <Knowl of="standard form" /> is <a class="code" href={gameLink(standard.code)}>{standard.code}</a>: <ShiftEquation code={standard.code} shift={standard.shift} />.</>
        )}{' '}
        {codes.length > 0
          ? 'Other codes have the same sequence, shifted by the equation. The rules or two proved periods show that.'
          : 'No other code of the census is known to be equal.'}
      </p>
      <div class="eqs">
        {[...byShift].sort(([a], [b]) => Math.abs(a) - Math.abs(b)).map(([shift, list]) => (
          <div>
            {/* G_other(n) = G_code(n − shift), seen from this game. */}
            <ShiftEquation code={`${list[0]!.code}${list.length > 1 ? ', …' : ''}`} shift={-shift} />
            <span class="chips">
              {(isAll ? list : list.slice(0, SHOWN_CODES)).map(({ code }) => (
                <a href={gameLink(code)}>{code}</a>
              ))}
            </span>
          </div>
        ))}
      </div>
      {hasMany && !isAll && (
        <button class="btn top1" type="button" onClick={() => setAll(true)}>Show all <Num of={codes.length} /></button>
      )}
    </>
  );
}

function Source({ tables, of }: { tables: Tables; of: string }) {
  const oeis = /A\d{6}/.exec(of);
  const citation = tables.source(of);
  if (oeis) return <a href={`https://oeis.org/${oeis[0]}`} rel="noreferrer">{citation}</a>;
  const address = /https?:\/\/[^\s)]+/.exec(citation);
  return address ? <a href={address[0]} rel="noreferrer">{citation.replace(address[0], '').trim() || citation}</a> : <>{citation}</>;
}

/** A heap as a table writes it: 1000, 2^21 or 1.4e14. */
export function heapOf(text: string): number {
  const power = /^(\d+)\^(\d+)$/.exec(text);
  return power ? Number(power[1]) ** Number(power[2]) : Number(text);
}

export function HeapText({ of }: { of: string }) {
  const power = /^(\d+)\^(\d+)$/.exec(of);
  if (power) return <span class="n">{power[1]}<sup>{power[2]}</sup></span>;
  const heap = Number(of);
  if (!(heap >= 1e7)) return <Num of={of} />;
  const exponent = Math.floor(Math.log10(heap));
  const lead = Number((heap / 10 ** exponent).toPrecision(3));
  return lead === 1 ? <span class="n">10<sup>{exponent}</sup></span> : <span class="n">{lead} · 10<sup>{exponent}</sup></span>;
}

const STATEMENTS: Record<string, string> = {
  period: 'period',
  preperiod: 'preperiod',
  last_exception: 'last exception at heap',
  exceptions: 'exceptions',
  max_value: 'largest value',
};

const SHOWN_CLAIMS = 40;

export function Literature({ tables, game }: { tables: Tables; game: Game }) {
  const settled = tables.settledBy(game.code);
  const claims = tables.claimsOf(game.code);
  const searches = tables.searchesOf(game.code);
  if (game.shift !== 0 || (!settled && claims.length === 0 && searches.length === 0)) {
    return <Note title="No publication is collected for this game">One may be listed under an equal code.</Note>;
  }
  return (
    <>
      {settled && (
        <p class="measure">
          Settled by {settled.by}{settled.year && `, ${settled.year}`}: <Source tables={tables} of={settled.source} />.
        </p>
      )}
      {searches.length > 0 && (
        <div class="scroll" tabIndex={0} role="region" aria-label="Searches">
          <table class="t stack">
            <thead><tr><th>to heap</th><th>by</th><th>source</th></tr></thead>
            <tbody>
              {searches.map(({ heaps, who, year, source, note }) => (
                <tr>
                  <td><HeapText of={heaps} /></td>
                  <td>{who}{year && `, ${year}`}</td>
                  <td><Source tables={tables} of={source} />{note && <span class="small muted"> {note}</span>}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {claims.length > 0 && (
        <>
          <p class="measure muted top1">What has been printed, as this workbench judges it:</p>
          <div class="scroll" tabIndex={0} role="region" aria-label="Claims">
            <table class="t stack">
              <thead><tr><th>claim</th><th>source</th><th>verdict</th></tr></thead>
              <tbody>
                {claims.slice(0, SHOWN_CLAIMS).map((claim) => (
                  <tr class={claim.verdict === 'contradicted' ? 'bad' : ''}>
                    <td>{STATEMENTS[claim.statement] ?? claim.statement.replaceAll('_', ' ')} <b>{claim.claimed.length > 60 ? `${claim.claimed.slice(0, 60)} …` : claim.claimed}</b></td>
                    <td><Source tables={tables} of={claim.source} /></td>
                    <td>
                      <StatusPill of={claim.verdict} />
                      {claim.verdict === 'contradicted' && <span class="small"> computed: {claim.computed.slice(0, 80)}{claim.difference && `; ${claim.difference}`}</span>}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
    </>
  );
}

function orderText({ order, status, heaps }: Quotient['record']) {
  if (order === 'infinite') return <>The <Knowl of="misère quotient" /> is <b>infinite</b> (proved).</>;
  if (status === 'proved') return <>The <Knowl of="misère quotient" /> of the whole game has <b><Num of={order ?? 0} /></b> elements (proved).</>;
  return <>To heap {heaps} the <Knowl of="misère quotient" /> has <b><Num of={order ?? 0} /></b> elements. That of the whole game is not known here.</>;
}

export function MiserePlay({ game, isReady }: { game: string; isReady: boolean }) {
  const [quotient, setQuotient] = useState<Quotient | null>(null);
  const [problem, setProblem] = useState('');
  useEffect(() => {
    if (!isReady) return undefined;
    let isCurrent = true;
    slow.call('misere', { game }).then(
      (reply) => isCurrent && setQuotient(reply),
      (error: EngineError) => isCurrent && setProblem(error.trapped ? 'The quotient needs more memory than a page may have' : error.message),
    );
    return () => {
      isCurrent = false;
    };
  }, [game, isReady]);
  if (problem) return <Note title={problem}>Try <code>octal misere quotient {game}</code> on your machine.</Note>;
  if (!quotient) return <div class="mis muted small" aria-busy="true">The quotient is computed after the search.</div>;
  const { record, presentation, stairs } = quotient;
  const shown = stairs.slice(-10);
  return (
    <>
      <p class="measure">
        If the player who makes the last move loses: {orderText(record)}{' '}
        {record.p_portion !== null && <><Num of={record.p_portion} /> of them are lost for the player to move. </>}
        {record.tame === true && <>It is <Knowl of="wild">tame</Knowl>: play is that of misère Nim. </>}
        {record.tame === false && <>It is <Knowl of="wild" />{record.tame_to !== null && <>, and tame to heap {record.tame_to}</>}. </>}
        {record.period !== null && <>The pretending function has period <Num of={record.period} /> from heap <Num of={record.preperiod ?? 0} /> on.</>}
      </p>
      {presentation && <p class="cap mono">{presentation}</p>}
      {shown.length > 1 && (
        <div class="scroll top1" tabIndex={0} role="region" aria-label="Partial quotients">
          <table class="t auto">
            <tbody>
              <tr><th scope="row">from heap</th>{shown.map(({ heap }) => <td class="r"><Num of={heap} /></td>)}</tr>
              <tr><th scope="row">order</th>{shown.map(({ order }) => <td class="r"><b><Num of={order} /></b></td>)}</tr>
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}
