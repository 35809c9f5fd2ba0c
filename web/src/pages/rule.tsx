// A game that is given by its rule: the values of its heaps or boards, for games that no code describes.
import { useEffect, useState } from 'preact/hooks';
import { EngineError, slow } from '../engine/client';
import { RECTANGLES } from '../play/models';
import { setQuery } from '../route';
import { Strip } from '../view/strip';
import { Caret, copy, Note } from '../view/text';

const EXAMPLES = [
  ['Grundy’s game', 'n -> [a, n-a] for a in 1..n-1 if a < n-a'],
  ['take 1, 3 or 4', 'n -> n-1 | n-3 | n-4'],
  ['the largest part stays', 'A -> [A-2*b, A-b] for b in 1..A/2'],
  ['unequal parts', 'n -> [p...] for p in distinct_parts(n, 2..)'],
  ['two-dimensional Kayles', RECTANGLES],
] as const;

const SIZES = { heaps: 199, side: 12 };

interface Table {
  arity: number;
  /** Null for a board that is no position. */
  values: (number | null)[];
  reason: string | null;
}

export function RulePage({ query }: { query: URLSearchParams }) {
  const [text, setText] = useState(query.get('r') ?? EXAMPLES[0][1]);
  const [table, setTable] = useState<Table | null>(null);
  const [error, setError] = useState<EngineError | null>(null);
  useEffect(() => setText(query.get('r') ?? EXAMPLES[0][1]), [query]);
  useEffect(() => {
    let isCurrent = true;
    const timer = setTimeout(() => {
      setQuery({ r: text === EXAMPLES[0][1] ? '' : text });
      // Boards have few rows, heaps have many: the arity is known from the first answer.
      const ask = (to: number) => slow.call('rule', { text, to });
      ask(SIZES.side)
        .then((first) => (first.arity === 1 && !first.reason ? ask(SIZES.heaps) : first))
        .then(
          (found) => {
            if (!isCurrent) return;
            setTable(found);
            setError(null);
          },
          (reason: EngineError) => isCurrent && setError(reason),
        );
    }, 200);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [text]);
  const lines = text.split('\n');
  const line = Number(/^line (\d+)/.exec(error?.message ?? '')?.[1] ?? 1);
  return (
    <div class="wrap idw">
      <div class="ghead">
        <h1>A game by its rule</h1>
        <p class="muted">
          A line is <b class="mono">state -&gt; options</b>, with <b class="mono">for v in a..b</b> and <b class="mono">if condition</b>. A state is a heap{' '}
          <b class="mono">n</b> or a board <b class="mono">(r, c)</b>; <b class="mono">[a, b]</b> is a sum of two. Nothing is proved here about periods.
        </p>
      </div>
      <label class="sr" for="rule">Rule</label>
      <textarea id="rule" class="mono" spellcheck={false} value={text} onInput={(event) => setText(event.currentTarget.value)} />
      <div class="row idt">
        <span class="row">
          <span class="lbl">Try</span>
          {EXAMPLES.map(([title, rule]) => (
            <button class="btn" type="button" onClick={() => setText(rule)}>{title}</button>
          ))}
        </span>
      </div>
      {error ? (
        <Note tone="err" title={`${error.column ? `Column ${error.column}: ` : ''}${error.message}`}>
          {error.column && <Caret text={lines[line - 1] ?? ''} column={error.column} />}
        </Note>
      ) : (
        table && <Values table={table} />
      )}
    </div>
  );
}

function Values({ table: { arity, values, reason } }: { table: Table }) {
  const side = Math.round(Math.sqrt(values.length));
  const ofHeaps = values.filter((value) => value !== null);
  return (
    <>
      {reason && <Note tone="warn" title={`The values end here: ${reason}`} />}
      {arity === 1 && values.length > 0 && (
        <>
          <Strip values={ofHeaps} last={values.length - 1} period={null} exceptions={new Set()} />
          <div class="row top1">
            <button class="btn" type="button" onClick={(event) => copy(values.join(' '), event.currentTarget)}>Copy values</button>
            <a class="btn" href={`#/identify?v=${values.slice(0, 40).join('+')}`}>Is it a game with a code?</a>
          </div>
        </>
      )}
      {arity === 2 && !reason && (
        <div class="scroll" tabIndex={0} role="region" aria-label="Values of boards">
          <table class="pgr">
            <caption>Values of boards, by their first and second number</caption>
            <thead>
              <tr>
                <td />
                {Array.from({ length: side }, (_, b) => <th scope="col">{b}</th>)}
              </tr>
            </thead>
            <tbody>
              {Array.from({ length: side }, (_, a) => (
                <tr>
                  <th scope="row">{a}</th>
                  {values.slice(a * side, (a + 1) * side).map((value) => <td class={value === 0 ? 'P' : ''}>{value}</td>)}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}
