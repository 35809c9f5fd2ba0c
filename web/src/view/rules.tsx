// The rules of a code: in words, and as a table that is the glyph opened out.
import { repeatWords, sentences, splitWords } from '../data/words';
import type { Digit, Game } from '../engine/types';

const TOKEN = 15;

/** Tokens in a row: `x` taken, `o` left, `|` a gap. */
export function Tokens({ row, size = TOKEN }: { row: string; size?: number }) {
  let x = 0;
  const circles = [...row].map((kind) => {
    if (kind === '|') {
      x += size * 0.55;
      return null;
    }
    const circle = <circle class={`tok ${kind === 'x' ? 'x' : ''}`} cx={x + size / 2} cy={size / 2} r={size * 0.36} />;
    x += size;
    return circle;
  });
  return (
    <svg viewBox={`0 0 ${x} ${size}`} width={x} height={size} style={`--u:${x}`} aria-hidden="true">
      {circles}
    </svg>
  );
}

const COLUMNS = [
  { bit: 1, title: 'leave nothing: 1', row: (x: string) => x, words: 'the whole heap' },
  { bit: 2, title: 'leave one heap: 2', row: (x: string) => `${x}|ooo`, words: 'from a larger heap' },
  { bit: 4, title: 'leave two heaps: 4', row: (x: string) => `oo|${x}|ooo`, words: 'from inside a heap' },
  { bit: 8, title: 'leave three: 8', row: (x: string) => `o|${x}|oo|o`, words: 'into three heaps' },
];

const MOST_TOKENS = 6;

function DigitRow({ digit, place, columns }: { digit: Digit; place: number; columns: typeof COLUMNS }) {
  const taken = 'x'.repeat(Math.min(place, MOST_TOKENS));
  const parts = columns.filter(({ bit }) => digit.bits & bit).map(({ bit }) => bit);
  return (
    <tr>
      <th scope="row">take {place}</th>
      {columns.map(({ bit, row, words }) =>
        digit.bits & bit ? (
          <td>
            <Tokens row={place ? row(taken) : bit === 8 ? 'oo|oo|oo' : 'oo|ooo'} />
            <span>{place ? words : 'split a heap'}{bit === 4 && digit.unequal ? ', unequal parts' : ''}</span>
          </td>
        ) : (
          <td class="no">
            <i aria-hidden="true">–</i>
            <span>not allowed</span>
          </td>
        ),
      )}
      <td class="dg">
        {digit.bits.toString(16)}
        {digit.unequal && '!'}
        <small>{parts.length ? parts.join(' + ') : 'nothing'}</small>
      </td>
    </tr>
  );
}

const MOST_ROWS = 9;

export function Rules({ game }: { game: Game }) {
  const split = splitWords(game);
  const words = sentences(game);
  const repeat = repeatWords(game);
  const all = [...game.digits, ...game.repeat].map((digit, place) => ({ digit, place }));
  const used = all.filter(({ digit, place }) => place > 0 || digit.bits > 0);
  const rows = used.filter(({ digit }) => used.length <= MOST_ROWS || digit.bits > 0).slice(0, MOST_ROWS);
  const columns = game.hexadecimal ? COLUMNS : COLUMNS.slice(0, 3);
  return (
    <>
      <p class="measure">
        Players move in turn, each in one heap.{' '}
        {split && `${split[0]!.toUpperCase()}${split.slice(1)}${words.length ? ', or take ' : '. '}`}
        {!split && words.length > 0 && 'Take '}
        {words.map(({ take, how }, i) => (
          <>
            <b>{take}</b> {how}
            {i < words.length - 1 ? '; ' : '. '}
          </>
        ))}
        {!split && words.length === 0 && !repeat && 'No move is allowed. '}
        {repeat && `${repeat} `}
        The player who cannot move loses.
        {game.hexadecimal && ' A digit of 8 or more lets three heaps remain: the code is hexadecimal.'}
      </p>
      {rows.length > 0 && (
        <div class="panel clip">
          <table class={`rules ${columns.length > 3 ? 'four' : ''}`}>
            <caption class="sr">The moves of {game.code}</caption>
            <colgroup>
              <col class="f" />
              {columns.map(() => (
                <col />
              ))}
              <col class="d" />
            </colgroup>
            <thead>
              <tr>
                <th scope="col">
                  <span class="sr">move</span>
                </th>
                {columns.map(({ title }) => (
                  <th scope="col">{title}</th>
                ))}
                <th scope="col">digit</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ digit, place }) => (
                <DigitRow digit={digit} place={place} columns={columns} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {rows.length < used.length && <p class="cap">The table shows the first {rows.length} digits that allow a move.</p>}
    </>
  );
}
