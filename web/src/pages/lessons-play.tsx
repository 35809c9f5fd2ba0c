// The first two lessons: heap games, and nim-values.
import { useState } from 'preact/hooks';
import { optionsOf } from '../play/models';
import { Knowl } from '../view/knowl';
import { Tokens } from '../view/rules';
import { G, StatusPill } from '../view/text';
import { useValues } from '../view/values';

const KAYLES_DIGITS = [0, 7, 7].map((bits) => ({ bits, unequal: false }));

/** The tokens of a move: the parts left, with the taken ones between. */
export const moveTokens = (taken: number, parts: readonly number[]) => {
  const left = parts.map((part) => 'o'.repeat(part));
  return [left[0], 'x'.repeat(taken), ...left.slice(1)].filter(Boolean).join('|');
};

function AllMoves() {
  const [n, setN] = useState(5);
  const { values } = useValues('0.77', 20);
  const options = optionsOf(KAYLES_DIGITS, [], n).map(({ taken, parts }) => ({ taken, parts, value: parts.reduce((sum, part) => sum ^ (values[part] ?? 0), 0) }));
  const found = [...new Set(options.map(({ value }) => value))].sort((a, b) => a - b);
  return (
    <div class="panel live" role="group" aria-label="The options of a Kayles heap">
      <label class="row">
        <b>All moves in a heap of</b>
        <output class="big1">{n}</output>
        <input type="range" min="1" max="10" value={n} aria-label="Size of the heap" onInput={(event) => setN(Number(event.currentTarget.value))} />
      </label>
      <div class="opts">
        {options.map(({ taken, parts, value }) => (
          <div>
            <Tokens row={moveTokens(taken, parts)} size={14} />
            {parts.length === 0 ? 'nothing left' : parts.length === 1 ? `one heap of ${parts[0]}` : parts.join(' + ')}
            <br />
            <span class="dim">value {parts.length > 1 && `${parts.map((part) => values[part]).join(' ⊕ ')} = `}</span>
            <b>{value}</b>
          </div>
        ))}
      </div>
      <p role="status" class="live2">
        {options.length} different <Knowl of="option">options</Knowl>, with the values {'{'}{found.join(', ')}{'}'}. The least number missing is <b>{values[n]}</b>, so <G of={n} /> = <Knowl of="mex" /> = <b>{values[n]}</b>.
      </p>
    </div>
  );
}

const QUIZ = [
  { move: '4 → 1 + 1', why: '' },
  { move: '4 → 3', why: 'Two heaps of 3: copy every move of your opponent in the other heap.' },
  { move: '3 → 1 + 1', why: '' },
  { move: '3 → 1', why: 'Surprised? Heaps 1 and 4 are different, and yet the player to move loses: both have nim-value 1.' },
];

function Quiz() {
  const [chosen, setChosen] = useState<(typeof QUIZ)[number] | null>(null);
  return (
    <div class="panel live">
      <b>Heaps 3 and 4. Which move wins?</b>
      <div class="row quiz">
        {QUIZ.map((entry) => (
          <button class="btn" type="button" aria-pressed={entry === chosen} onClick={() => setChosen(entry)}>{entry.move}</button>
        ))}
      </div>
      <p role="status" class="muted">
        {!chosen && 'Pick one.'}
        {chosen && (chosen.why ? <><StatusPill of="wins" /> {chosen.why}</> : <><StatusPill of="loses" /> Your opponent has a winning answer. Two of these four moves win.</>)}
      </p>
    </div>
  );
}

export function HeapGames() {
  return (
    <>
      <div class="prose">
        <p>Set up some pins in a row. Two players take turns; each knocks down one pin, or two that stand side by side. The player who knocks down the last pin wins. This is Kayles.</p>
        <p>
          Two rows that do not touch never disturb each other. So all that matters is how long each row is, and we may as well call a row of five pins a <Knowl of="heap" /> of five tokens. A move takes one or two
          tokens out of one heap, and what remains of it is nothing, one heap, or two.
        </p>
      </div>
      <AllMoves />
      <h2>Who wins?</h2>
      <div class="prose">
        <p>
          A position is either an <Knowl of="N-position" />, which the next player wins, or a <Knowl of="P-position" />, which the previous player has won. The rule is short: <b>if some move leads to a
          P-position, it is an N-position; if none does, it is a P-position.</b> With no pin left there is no move, so the empty position is P.
        </p>
        <p>With one heap the first player always wins Kayles: knock down the middle pin, or the middle two, and then copy every move on the other side. With several heaps it is not so easy. Try three pins beside four:</p>
      </div>
      <Quiz />
      <div class="prose">
        <p>To leave two equal heaps always wins, as you can copy. But some unequal heaps balance as well. To see which, you need a number for each heap. That number is the <Knowl of="nim-value" />, and the next page finds it.</p>
      </div>
    </>
  );
}

function BinarySum() {
  const { values } = useValues('0.77', 20);
  const [sizes, setSizes] = useState([3, 5, 4]);
  const found = sizes.map((n) => values[n] ?? 0);
  const sum = found.reduce((a, b) => a ^ b, 0);
  const bits = (value: number) => [...value.toString(2).padStart(4, '0')].map((bit) => (bit === '1' ? <b>1</b> : <em>0</em>));
  return (
    <div class="panel live" role="group" aria-label="A sum of three Kayles heaps">
      <b>Three heaps of Kayles</b>
      <table class="nim">
        <thead class="small muted"><tr><th>heap</th><th>value</th><th class="bin">binary</th></tr></thead>
        <tbody>
          {sizes.map((n, i) => (
            <tr>
              <td>
                <input type="range" min="0" max="15" value={n} aria-label={`Heap ${i + 1}`} onInput={(event) => setSizes(sizes.map((old, j) => (i === j ? Number(event.currentTarget.value) : old)))} /> <output>{n}</output>
              </td>
              <td><b>{found[i]}</b></td>
              <td class="b">{bits(found[i]!)}</td>
            </tr>
          ))}
          <tr class="sum"><th scope="row">nim-sum</th><td>{sum}</td><td class="b">{bits(sum)}</td></tr>
        </tbody>
      </table>
      <p role="status" class="top1">{sum ? 'The nim-sum is not 0: the player to move wins. Some move makes it 0.' : 'Each column has an even number of ones. The player to move loses.'}</p>
    </div>
  );
}

export function NimValues() {
  const { values } = useValues('0.77', 23);
  return (
    <>
      <div class="prose">
        <p>
          Give the empty heap the value 0. Give every other heap the least number that is <b>not</b> the value of one of its options. That least missing number is called the <Knowl of="mex" />, and the result is the{' '}
          <Knowl of="nim-value" /> of the heap, written <G />.
        </p>
        <p>Why this number? From a heap of value 4, some move leads to each of the values 0, 1, 2 and 3, and none to 4. That is just what a heap of four tokens does in Nim, where any number of tokens may be taken. So a heap of value 4 can replace a Nim heap of 4.</p>
      </div>
      <div class="strip les-strip" role="group" aria-label="The first values of Kayles">
        {values.map((value, n) => <div class={value === 0 ? 'z' : ''}><small>{n}</small>{value}</div>)}
      </div>
      <p class="cap">The first values of Kayles. A single heap is lost for the player to move only if its value is 0.</p>
      <h2>Several heaps</h2>
      <div class="prose">
        <p>To add heaps, write their values in binary, one below the other, and count the ones in each column: an even count gives 0, an odd count 1. The result is the <Knowl of="nim-sum" />. The player to move loses exactly if it is 0.</p>
      </div>
      <BinarySum />
      <div class="prose">
        <p>If it is 0, every move changes one value and so spoils some column. If it is not 0, take a heap with a one in the first odd column: some move in it mends all odd columns at once. This theorem of Sprague and Grundy holds for every game in which both players have the same moves and the last player to move wins.</p>
      </div>
    </>
  );
}
