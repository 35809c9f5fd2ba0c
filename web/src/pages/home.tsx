// The front page: the question, the box, a row of pins that plays, and five doors.
import { useEffect, useState } from 'preact/hooks';
import type { Tables } from '../data/tables';
import { quick } from '../engine/client';
import { PinRow, runsOf } from '../play/pins';
import { go } from '../route';
import { Box } from '../view/box';
import { Knowl } from '../view/knowl';
import { Big, Glyph, Num, StatusPill } from '../view/text';

const EXAMPLES = [
  ['0.137', '#/game/0.137'],
  ['Kayles', '#/game/0.77'],
  ['0.6, an open game', '#/game/0.6'],
  ['0 1 2 3 1 4 3 2 …', '#/identify?v=0+1+2+3+1+4+3+2+1+4+2+6'],
] as const;

const LONGEST_ROW = 15;

function firstPins(): boolean[] {
  const isPhone = innerWidth <= 860;
  const [count, fallen] = isPhone ? [7, [3]] : [LONGEST_ROW, [3, 4, 10]];
  return Array.from({ length: count }, (_, i) => !fallen.includes(i));
}

function KaylesRow() {
  const [up, setUp] = useState(firstPins);
  const [values, setValues] = useState<number[]>([0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7]);
  useEffect(() => {
    quick.call('values', { game: '0.77', to: LONGEST_ROW }).then(({ values }) => setValues(values), () => null);
  }, []);

  const sum = (pins: readonly boolean[]) => runsOf(pins).reduce((x, [a, b]) => x ^ values[b - a + 1]!, 0);
  const after = (pins: number[]) => up.map((stands, i) => stands && !pins.includes(i));
  const moves = up.flatMap((stands, i) => (stands ? (up[i + 1] ? [[i], [i, i + 1]] : [[i]]) : []));
  const computer = () => {
    const best = moves.find((pins) => sum(after(pins)) === 0) ?? moves[Math.floor(moves.length / 2)];
    if (best) setUp(after(best));
  };
  const runs = runsOf(up);
  const total = sum(up);
  return (
    <section class="panel lane" aria-label="Kayles">
      <div class="lane-h">
        <h2>
          Kayles, <a class="code" href="#/game/0.77">0.77</a>
        </h2>
        <span class="small muted">Knock down one pin, or two that stand side by side: touch a pin, or the gap between two.</span>
      </div>
      <PinRow up={up} values={values} sizes={[1, 2]} onKnock={(pins) => setUp(after(pins))} />
      <div class="lane-f">
        <p role="status">
          {runs.length === 0 ? (
            'No pin stands. The player who moved last has won.'
          ) : (
            <>
              {runs.map(([a, b]) => values[b - a + 1]).join(' ⊕ ')} = <b>{total}</b>.{' '}
              {total ? 'The player to move can win.' : 'The player to move loses against best play.'}{' '}
              <span class="dim small">
                ⊕ is the <Knowl of="nim-sum" />
              </span>
            </>
          )}
        </p>
        <span class="row">
          <button class="btn" type="button" disabled={moves.length === 0} onClick={computer}>
            Let the computer move
          </button>
          <button class="btn" type="button" onClick={() => setUp(up.map(() => true))}>
            Set up again
          </button>
        </span>
      </div>
    </section>
  );
}

export function HomePage({ tables }: { tables: Tables }) {
  const octal = tables.rows.filter((row) => tables.equation(row.code)?.game === row.code && !row.hexadecimal);
  const proved = octal.filter((row) => row.status === 'proved').length;
  const named = tables.names.filter(({ code }) => tables.find(code)).slice(0, 8);
  return (
    <div class="wrap">
      <section class="hero">
        <h1>Take tokens from a heap. Who wins, and why?</h1>
        <div class="hero-g">
          <div class="hb">
            <Box isLarge />
            <div class="ex">
              Try
              {EXAMPLES.map(([text, address]) => (
                <button type="button" onClick={() => go(address)}>
                  {text}
                </button>
              ))}
            </div>
          </div>
          <p class="prose def">
            In an <b>octal game</b> two players take tokens from heaps in turn; the player who cannot move loses. A{' '}
            <Knowl of="code" /> such as <span class="code">0.77</span> says what may be left of a heap, and each heap has
            a <Knowl of="nim-value" />. Once the values repeat for ever, every position is solved. This page finds the{' '}
            <Knowl of="period" /> and <b>proves</b> it in your browser.
          </p>
        </div>
        <KaylesRow />
      </section>
      <section class="sec">
        <div class="five">
          <a href="#/game/0.137">
            <b>Explore</b>
            <span>Type any code, or a rule: values, period and proof.</span>
          </a>
          <a href="#/atlas">
            <b>Atlas</b>
            <span>
              <Num of={tables.rows.length} /> games, to filter and sort.
            </span>
          </a>
          <a href="#/play/treblecross">
            <b>Play</b>
            <span>Against a perfect opponent who explains.</span>
          </a>
          <a href="#/identify">
            <b>Identify</b>
            <span>Paste values, find the game.</span>
          </a>
          <a href="#/learn/1">
            <b>Learn</b>
            <span>Five short pages from heaps to proofs.</span>
          </a>
        </div>
      </section>
      <section class="sec two">
        <div>
          <h2>Games with a name</h2>
          <table class="named">
            <caption class="sr">Games with a name</caption>
            <tbody>
              {named.map(({ code, title }) => {
                const row = tables.find(code)!;
                return (
                  <tr>
                    <td>
                      <Glyph code={code} size={7} />
                    </td>
                    <td>
                      <a class="code" href={`#/game/${encodeURIComponent(code)}`}>
                        {code}
                      </a>
                    </td>
                    <td>{title}</td>
                    <td class="muted small">
                      {row.status === 'proved' ? (
                        <>
                          period <Num of={row.period!} /> from heap <Num of={row.preperiod!} />
                        </>
                      ) : (
                        <>
                          searched to heap <Big of={row.verifiedTo ?? 0} />
                        </>
                      )}
                    </td>
                    <td>
                      <StatusPill of={row.status} />
                    </td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </div>
        <div>
          <h2>What is known</h2>
          <dl class="big4">
            <div>
              <dt>codes of at most five digits after the point</dt>
              <dd>
                <Num of={tables.codes} />
              </dd>
            </div>
            <div>
              <dt>different games among them</dt>
              <dd>
                <Num of={octal.length} />
              </dd>
            </div>
            <div>
              <dt>
                with a proved period and a <Knowl of="certificate" />
              </dt>
              <dd class="ok">
                <Num of={proved} />
              </dd>
            </div>
            <div>
              <dt>
                <Knowl of="open" />: no period is known
              </dt>
              <dd class="op">
                <Num of={octal.length - proved} />
              </dd>
            </div>
          </dl>
          <div class="split" role="img" aria-label={`${proved} of ${octal.length} games are proved`}>
            <i style={`width:${(100 * proved) / octal.length}%`} />
          </div>
          <p class="small muted">
            <a href="#/atlas">See them all in the atlas</a>. It is an open problem if every octal game with finitely many
            digits becomes periodic.
          </p>
        </div>
      </section>
    </div>
  );
}
