// A proof in words: the claim, a picture of the window, and each hypothesis with what was counted.
import type { ComponentChildren } from 'preact';
import type { Evidence } from '../engine/types';
import { Knowl } from './knowl';
import { G, grouped, M, Num, StatusPill } from './text';

interface Step {
  text: ComponentChildren;
  check: string;
}

const n = <M>n</M>;
const plus = (number: number) => (
  <>
    {n} + <Num of={number} />
  </>
);
const equality = (p: number, saltus: number) => (
  <span class="nb">
    <G of={plus(p)} /> = <G />
    {saltus > 0 && (
      <>
        {' '}
        + <Num of={saltus} />
      </>
    )}
  </span>
);

/** The steps that show p and n0 to be least; they are the same for every theorem. */
function leastSteps({ shorter, earlier, period, preperiod }: Evidence): Step[] {
  const steps: Step[] = [];
  if (shorter.length > 0) {
    const differ = shorter.filter(({ heap }) => heap !== undefined).length;
    steps.push({
      text: (
        <>
          <Num of={period} /> is least: a shorter period would divide it, but{' '}
          {shorter.slice(0, 3).map(({ period: q, heap, value, after }, i) => (
            <>
              {i > 0 && (i === Math.min(shorter.length, 3) - 1 ? ' and ' : ', ')}
              <span class="nb">
                <G of={<><Num of={heap ?? 0} /> + <Num of={q} /></>} /> = {after}
              </span>
              , not {value}
            </>
          ))}
          {shorter.length > 3 && ', and so on'}.
        </>
      ),
      check: `${differ} of ${shorter.length} differ`,
    });
  } else {
    steps.push({ text: 'Period 1 is least: there is no shorter one.', check: 'p = 1' });
  }
  steps.push(
    earlier
      ? {
          text: (
            <>
              <Num of={preperiod} /> is least: <G of={<Num of={earlier.heap} />} /> = {earlier.value}, but a period later{' '}
              <G of={<Num of={earlier.heap + period} />} /> = {earlier.after}.
            </>
          ),
          check: 'differ',
        }
      : { text: 'No preperiod is smaller than 0.', check: 'n₀ = 0' },
  );
  return steps;
}

function windowStep({ window, period, saltus }: Evidence): Step {
  const count = window.to - window.from;
  return {
    text: (
      <>
        {equality(period, saltus)} for{' '}
        <span class="nb">
          <Num of={window.from} /> ≤ {n} &lt; <Num of={window.to} />
        </span>
        .
      </>
    ),
    check: `${grouped(window.equal)} of ${grouped(count)} equal`,
  };
}

function guySmith(proof: Evidence): { steps: Step[]; why: ComponentChildren } {
  const { lastPlace: t, mostHeaps: h, lastNeeded, code, period: p, preperiod, window } = proof;
  const last = lastNeeded ?? proof.verifiedTo;
  return {
    steps: [
      {
        text: (
          <>
            The last digit of {code} stands at place <M>t</M> = {t}, and a move leaves at most {['no heap', 'one heap', 'two heaps', 'three heaps'][h]}.
          </>
        ),
        check: `t = ${t}, h = ${h}`,
      },
      {
        text: (
          <>
            <G of="0" />, …, <G of={<Num of={last} />} /> are computed, each as the <Knowl of="mex" /> of all its options.
          </>
        ),
        check: `${grouped(last + 1)} values`,
      },
      windowStep(proof),
      ...leastSteps(proof),
    ],
    why: (
      <>
        <p>
          Suppose that the values repeat up to some heap beyond the window, and call the next one{' '}
          <span class="nb"><M>N</M> = {plus(p)}</span>. A move in it leaves at most {Math.max(h, 1)} heap{h > 1 && 's'}, so the
          largest of them has at least <Num of={Math.max(preperiod, 1) + p} /> tokens. Take <Num of={p} /> tokens off that
          heap: the rest is a move in heap {n}, and its value has not changed.
        </p>
        <p>
          Add <Num of={p} /> tokens instead, and every move of heap {n} becomes a move of <M>N</M>. So both heaps have the
          same set of option values, and hence the same mex. Repeat this with the next heap, for ever. The window of{' '}
          <Num of={window.to - window.from} /> heaps is as long as that argument needs. ∎
        </p>
      </>
    ),
  };
}

function sparse(proof: Evidence): { steps: Step[]; why: ComponentChildren } {
  const { rare, period, verifiedTo, window, lastPlace } = proof;
  const rho = rare?.last ?? 0;
  return {
    steps: [
      {
        text: (
          <>
            With the <Knowl of="mask" /> {(rare?.mask ?? 0).toString(2)} in binary{rare?.positionParity && ' and the parity of the heap'},{' '}
            <Num of={rare?.count ?? 0} /> heaps are <Knowl of="rare" />, the last at <M>ρ</M> = <Num of={rho} />. All others to
            heap <Num of={verifiedTo} /> are common.
          </>
        ),
        check: `${grouped(verifiedTo)} heaps`,
      },
      windowStep(proof),
      {
        text: (
          <>
            For each heap of one period, every rare value below its own has a <Knowl of="witness" />.
          </>
        ),
        check: `${grouped(period)} of ${grouped(period)} heaps`,
      },
      ...leastSteps(proof),
    ],
    why: (
      <>
        <p>
          A common value can only come from a rare heap beside a common one. So the common values among the options of a heap
          depend on the last <M>ρ</M> + <M>t</M> = <Num of={rho + (lastPlace ?? 0)} /> values and on nothing older.
        </p>
        <p>
          The <Num of={window.to - window.from} /> values of the window have occurred before, and the witnesses of the rare
          values move along with the heap. So the next value recurs, and with it all that follow. ∎
        </p>
      </>
    ),
  };
}

function arithmetic(proof: Evidence): { steps: Step[]; why: ComponentChildren } {
  const { growth, period, saltus, window } = proof;
  const steps: Step[] = [windowStep(proof)];
  if (growth) {
    steps.push(
      {
        text: <>No option of the heaps from <Num of={growth.base} /> on threatens their values: no nim-sum can catch up with them.</>,
        check: `${grouped(period)} heaps`,
      },
      {
        text: <>Every value that needs one has a witness that grows with the heap, for the heaps <Num of={growth.base} /> to <Num of={growth.base + growth.heaps - 1} />.</>,
        check: `${grouped(growth.witnesses)} witnesses`,
      },
    );
  }
  return {
    steps: [...steps, ...leastSteps(proof)],
    why: (
      <p>
        An option that grows by <Num of={period} /> tokens in one part grows by {saltus} in value; one that grows in two
        equal parts keeps its value. So the values below <G /> stay below, and <G /> itself stays missing. The{' '}
        <Num of={window.to - window.from} /> equalities carry this from heap to heap. ∎
      </p>
    ),
  };
}

function endless(proof: Evidence): { steps: Step[]; why: ComponentChildren } {
  const { window, repeat } = proof;
  return {
    steps: [
      { text: `The digits repeat for ever, ${repeat} at a time.`, check: `L = ${repeat}` },
      windowStep(proof),
      ...leastSteps(proof),
    ],
    why: (
      <p>
        A heap that is larger by a common multiple of the period and of {repeat} has the same digits at its far places. So
        its options match those of the smaller heap, one by one, once the <Num of={window.to - window.from} /> equalities
        hold. ∎
      </p>
    ),
  };
}

const THEOREMS: Record<string, { name: string; prove: typeof guySmith; number: string }> = {
  'Guy-Smith window': { name: 'the Guy–Smith window (1956)', prove: guySmith, number: '3' },
  'sparse window': { name: 'the sparse window', prove: sparse, number: '5' },
  'arithmetic window': { name: 'an arithmetic window', prove: arithmetic, number: '11' },
  'endless window': { name: 'an endless window', prove: endless, number: '12' },
};

/** The window on the line of heaps: what is compared with what. */
function WindowFigure({ proof }: { proof: Evidence }) {
  const { window, period: p } = proof;
  const end = window.to + p;
  const width = innerWidth <= 860 ? Math.min(620, innerWidth - 70) : 720;
  const x = (heap: number) => 8 + ((width - 16) * heap) / end;
  const span = x(p) - x(0);
  const [x0, x1] = [x(window.from), x(window.to)];
  const label = `The window is heaps ${window.from} to ${window.to - 1}; each is compared with the heap ${p} further on.`;
  const arrow = (at: number) => (
    <>
      <path d={`M${at} 76v6h${Math.max(1, span - 1)}v-5`} fill="none" stroke="var(--ink-2)" />
      <path d={`M${at + span - 4} 80l3-6 3 6z`} fill="var(--ink-2)" />
    </>
  );
  const isWide = x1 - x0 > (innerWidth <= 860 ? 60 : 330);
  return (
    <svg class="wfig" viewBox={`0 0 ${width} 98`} width={width} height="98" role="img" aria-label={label}>
      <rect x={x(0)} y="34" width={Math.max(0, x0 - x(0))} height="18" fill="var(--sunk)" stroke="var(--line-2)" />
      <rect x={x1} y="34" width={x(end) - x1} height="18" fill="var(--accent-soft)" stroke="var(--accent)" />
      <rect x={x0} y="34" width={Math.max(2, x1 - x0)} height="18" fill="var(--accent)" fill-opacity=".85" />
      {x0 - x(0) > 70 && (
        <text x={(x(0) + x0) / 2} y="26" text-anchor="middle" class="ax">
          any values
        </text>
      )}
      <text x={Math.min(Math.max((x0 + x1) / 2, 30), width - 40)} y="26" text-anchor="middle" class="ax">
        {isWide && innerWidth > 860 ? 'window: each value equals the one a period further on' : 'window'}
      </text>
      {x0 > 60 && <text x={x(0)} y="69">0</text>}
      <text x={x0} y="69" text-anchor={x0 > 60 ? 'middle' : 'start'}>{grouped(window.from)}</text>
      {x1 - x0 > 60 && x(end) - x1 > 90 && <text x={x1} y="69" text-anchor="middle">{grouped(window.to)}</text>}
      <text x={x(end)} y="69" text-anchor="end">{grouped(end - 1)}</text>
      {arrow(x0)}
      {x1 - x0 > 30 && arrow(x1 - 1)}
      <text x={Math.min(x0 + span / 2, width - 40)} y="95" text-anchor="middle">+ {grouped(p)}</text>
    </svg>
  );
}

export function Proof({ proof, time }: { proof: Evidence; time: number }) {
  const theorem = THEOREMS[proof.theorem];
  if (!theorem) return null;
  const { steps, why } = theorem.prove(proof);
  const seconds = time < 950 ? `${Math.max(1, Math.round(time))} ms` : `${(time / 1000).toFixed(1)} s`;
  return (
    <div class="proof panel">
      <div class="ph">
        <StatusPill of="proved" />
        <span class="small muted">by {theorem.name}. Searched and proved in this browser in {seconds}.</span>
      </div>
      <p class="claim">
        {equality(proof.period, proof.saltus)} for every heap{' '}
        <span class="nb">
          {n} ≥ <Num of={proof.preperiod} />
        </span>
        {' '}of {proof.code}, and for no smaller period or preperiod.
      </p>
      <div class="wf">
        <WindowFigure proof={proof} />
      </div>
      <ol class="steps">
        {steps.map(({ text, check }) => (
          <li>
            <span>{text}</span>
            <span class="ck">{check}</span>
          </li>
        ))}
      </ol>
      <details class="why" open>
        <summary>Why the window is enough</summary>
        <div class="prose">{why}</div>
      </details>
      <p class="small dim">
        Theorem {theorem.number} of the workbench. <a href="#/guide/proofs">How it is proved, and what Coq has verified</a>
      </p>
    </div>
  );
}
