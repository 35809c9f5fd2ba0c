// The last three lessons: codes, periods and their proofs, misère play.
import { useEffect, useState } from 'preact/hooks';
import { EngineError, quick } from '../engine/client';
import type { Game } from '../engine/types';
import { FoldedPlot } from '../view/folded';
import { gameLink } from '../view/known';
import { Knowl } from '../view/knowl';
import { Rules } from '../view/rules';
import { Choice, G, M, Note } from '../view/text';
import { useValues } from '../view/values';

function CodeReader() {
  const [text, setText] = useState('0.137');
  const [game, setGame] = useState<Game | null>(null);
  const [error, setError] = useState<EngineError | null>(null);
  useEffect(() => {
    let isCurrent = true;
    quick.call('read', { text }).then(
      (found) => {
        if (!isCurrent) return;
        setGame(found);
        setError(null);
      },
      (reason: EngineError) => isCurrent && setError(reason),
    );
    return () => {
      isCurrent = false;
    };
  }, [text]);
  return (
    <div class="panel live" role="group" aria-label="A code and its rules">
      <label class="row">
        <b>The rules of</b>
        <input class="in heap" value={text} aria-invalid={error !== null} onInput={(event) => setText(event.currentTarget.value)} />
      </label>
      <div class="live2">
        {error ? <Note tone="err" title={`${error.column ? `Column ${error.column}: ` : ''}${error.message}`} /> : game && <Rules game={game} />}
      </div>
      {!error && game && <p class="top1"><a href={gameLink(game.game)}>Open {game.game}</a></p>}
    </div>
  );
}

export function Codes() {
  return (
    <>
      <div class="prose">
        <p>
          A <Knowl of="code" /> says what a move may do. The digit at place <M>k</M> speaks of taking <M>k</M> tokens out of one heap. It is a sum of 1, if nothing may remain; 2, if one heap may remain; and 4, if two heaps
          may remain. So 7 allows everything, 3 means “from the end of a heap”, and 0 forbids to take <M>k</M> tokens.
        </p>
      </div>
      <CodeReader />
      <h2>The same game twice</h2>
      <div class="prose">
        <p>
          In <a class="code" href="#/game/0.07">0.07</a> two tokens are taken at a time, so a single token is dead. Count one token less in every heap, and the game becomes <a class="code" href="#/game/0.137">0.137</a>. The values are the same, one place
          further on. We always write that as an equation: <span class="eq">G<sub>0.07</sub>(n) = G<sub>0.137</sub>(n − <u>1</u>)</span>.
        </p>
        <p>
          The code in which a single token can be taken is the <Knowl of="standard form" />. Other moves change nothing because their values are there anyway. So the 65 536 codes of at most five digits are only 3 234 different games. The{' '}
          <a href="#/atlas">atlas</a> lists them.
        </p>
        <p>A digit of 8 or more allows three heaps, <b>[3]</b> repeats a digit for ever, and an exclamation mark asks for unequal heaps: <a class="code" href={gameLink('4!.0')}>4!.0</a> is Grundy’s game.</p>
      </div>
    </>
  );
}

const FOLDS = [['0.77', 'Kayles', 71, 12], ['0.137', 'Dawson’s Chess', 52, 34], ['0.17', '0.17', 33, 34]] as const;

function Fold() {
  const [code, setCode] = useState<string>('0.137');
  const [, , preperiod, period] = FOLDS.find(([key]) => key === code)!;
  const { values } = useValues(code, 260);
  const exceptions = new Set<number>();
  for (let n = 0; n < preperiod && values.length > 0; n++) {
    const above = n + Math.ceil((preperiod - n) / period) * period;
    if (values[n] !== values[above]) exceptions.add(n);
  }
  return (
    <div class="panel live" role="group" aria-label="Values folded at the period">
      <Choice label="Game" value={code} options={FOLDS.map(([key, title]) => [key, title] as const)} onChange={setCode} />
      {values.length > 0 && <FoldedPlot values={values} period={{ preperiod, period, saltus: 0 }} exceptions={exceptions} />}
      <p class="cap">Each row is one <Knowl of="period" />. From the blue line on all rows are equal. Orange cells are <Knowl of="exception">exceptions</Knowl>.</p>
    </div>
  );
}

const MASKS = [['0.77', 15], ['0.16', 0x1e], ['0.6', 0x1ee]] as const;

const isEven = (bits: number) => [...bits.toString(2)].filter((bit) => bit === '1').length % 2 === 0;

function SparseSpace() {
  const [code, setCode] = useState<string>('0.77');
  const mask = MASKS.find(([key]) => key === code)![1];
  const { values } = useValues(code, 239);
  const rare = values.filter((value) => isEven(value & mask)).length;
  return (
    <div class="panel live" role="group" aria-label="Rare and common heaps">
      <Choice label="Game" value={code} options={MASKS.map(([key]) => [key, key] as const)} onChange={setCode} />
      <div class="sparse" role="img" aria-label={`${rare} of the first 240 heaps of ${code} are rare`}>
        {values.map((value, n) => <i class={isEven(value & mask) ? 'ra' : ''} title={`heap ${n}: ${value}`}>{value}</i>)}
      </div>
      <p class="cap">
        The first 240 values of {code}, heap by heap. Orange are the <Knowl of="rare">rare heaps</Knowl>: with the <Knowl of="mask" /> {mask.toString(2)} they have an even number of ones in common. {rare} of 240 are rare.
      </p>
    </div>
  );
}

export function Periods() {
  return (
    <>
      <div class="prose">
        <p>Compute enough values of an octal game and a pattern often appears: from some heap on they repeat. That is worth a lot, because then every heap is known, however large. But a pattern of a million values proves nothing by itself.</p>
      </div>
      <Fold />
      <h2>The window of Guy and Smith</h2>
      <div class="prose">
        <p>
          Suppose that <span class="nb"><M>G</M>(<M>n</M> + <M>p</M>) = <M>G</M>(<M>n</M>)</span> holds for every heap from <M>n<sub>0</sub></M> up to 2<M>n<sub>0</sub></M> + <M>p</M> + <M>t</M> − 1, where <M>t</M> is the last place of the code. Then it holds for ever.
        </p>
        <p>A move in a larger heap leaves at most two heaps, so the larger of them is beyond <M>n<sub>0</sub></M> + <M>p</M>. Take <M>p</M> tokens off it: its value stays, so the move has the same value as one in the smaller heap. Both heaps have the same options, hence the same value. On the page of <a href="#/game/0.137">0.137</a> your browser checks each equality.</p>
      </div>
      <h2>The sparse space</h2>
      <div class="prose">
        <p>A window twice as long as the preperiod is too long for the hard games. E. R. Berlekamp saw that the values fall into two classes: <b>common</b> ones, and <b>rare</b> ones that nearly stop to occur. The class is additive: rare ⊕ rare and common ⊕ common are rare, rare ⊕ common is common.</p>
      </div>
      <SparseSpace />
      <div class="prose">
        <p>To exclude a common value, one part of a move must be rare. If only ten heaps are rare, there are only a few such moves, and the search is quick. And the proof gets short: the next value depends on the last few values alone, so once these recur, everything recurs. Each rare value below the value of a heap needs a <Knowl of="witness" />, and that is checked for one period.</p>
        <p>The result is written into a <Knowl of="certificate" />, from which a small independent program proves it again.</p>
      </div>
    </>
  );
}

const MISERE_SIZE = 9;

function MisereGrid() {
  const [code, setCode] = useState('0.77');
  const [lost, setLost] = useState<boolean[]>([]);
  const { values } = useValues(code, MISERE_SIZE);
  useEffect(() => {
    let isCurrent = true;
    const sizes = Array.from({ length: MISERE_SIZE }, (_, i) => i);
    const positions = sizes.flatMap((a) => sizes.map((b) => [a, b]));
    quick.call('misere_positions', { game: code, positions }).then((reply) => isCurrent && setLost(reply.lost), () => null);
    return () => {
      isCurrent = false;
    };
  }, [code]);
  const head = Array.from({ length: MISERE_SIZE }, (_, i) => i);
  const grid = (title: string, isLost: (a: number, b: number) => boolean) => (
    <figure>
      <table class="pgr">
        <caption>{title}</caption>
        <thead><tr><td />{head.map((b) => <th scope="col">{b}</th>)}</tr></thead>
        <tbody>{head.map((a) => <tr><th scope="row">{a}</th>{head.map((b) => <td class={isLost(a, b) ? 'P' : ''}>{isLost(a, b) ? 'P' : <span class="dim">n</span>}</td>)}</tr>)}</tbody>
      </table>
    </figure>
  );
  return (
    <div class="panel live" role="group" aria-label="Outcomes of two heaps in normal and in misère play">
      <Choice label="Game" value={code} options={[['0.3[3]', 'Nim'], ['0.77', 'Kayles'], ['0.137', 'Dawson’s Chess']]} onChange={setCode} />
      <div class="pgrids">
        {grid('normal play', (a, b) => values[a] === values[b])}
        {grid('misère play', (a, b) => lost[a * MISERE_SIZE + b] === true)}
      </div>
      <p class="cap">Two heaps, <b>P</b> where the player to move loses. Normal play is symmetric: equal values lose.</p>
    </div>
  );
}

export function Misere() {
  return (
    <>
      <div class="prose">
        <p>Now let the player who makes the last move <b>lose</b>. In Nim this changes almost nothing: play as before until your move would leave only heaps of one token, and then leave an odd number of them instead of an even one.</p>
        <p>In other games it changes everything. Two equal heaps are no longer balanced, because to copy your opponent means to make the last move. There is no single number for a heap.</p>
      </div>
      <MisereGrid />
      <h2>Quotients</h2>
      <div class="prose">
        <p>Call two sums of heaps <i>equal</i> if no further heaps beside them ever tell them apart. The classes can be added like the sums, and form a commutative monoid, the <Knowl of="misère quotient" />. In normal play it is always a group of nim-values. In misère play it may have 2, 6, 8 or 40 elements, or infinitely many.</p>
        <p>
          A quotient is <Knowl of="wild">tame</Knowl> if it is one of misère Nim, and wild otherwise. Kayles has a quotient of 40 elements. That of Dawson’s Chess is infinite: on the page of <a href="#/game/0.137">0.137</a> you can see how it grows. <G /> is not enough any more, but a finite table still is.
        </p>
        <p><a href="#/play/kayles?misere=1">Play misère Kayles</a> against a perfect opponent.</p>
      </div>
    </>
  );
}
