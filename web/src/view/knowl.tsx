// Terms of art that explain themselves on hover, focus and touch.
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { G, M } from './text';

interface Definition {
  title: string;
  text: ComponentChildren;
  lesson: number;
}

const repeats = (
  <span class="nb">
    <M>G</M>(<M>n</M> + <M>p</M>) = <M>G</M>(<M>n</M>)
  </span>
);

export const DEFINITIONS = {
  heap: {
    title: 'Heap',
    text: 'A number of tokens. A position of a heap game is some heaps side by side; a move touches one of them.',
    lesson: 1,
  },
  code: {
    title: 'Code',
    text: (
      <>
        Digit <M>d<sub>k</sub></M> says what may remain of a heap after <M>k</M> tokens are taken from it: 1 nothing, 2
        one heap, 4 two heaps, added together.
      </>
    ),
    lesson: 3,
  },
  'nim-value': {
    title: 'Nim-value (Grundy value)',
    text: (
      <>
        <G /> is the least number that is not the value of an option of heap <M>n</M>. A single heap of value 0 is lost
        for the player to move.
      </>
    ),
    lesson: 2,
  },
  option: { title: 'Option', text: 'A position that one move leads to.', lesson: 1 },
  mex: {
    title: 'mex',
    text: 'The least whole number ≥ 0 that is missing from a set: mex {0, 1, 3} = 2.',
    lesson: 2,
  },
  'nim-sum': {
    title: 'Nim-sum',
    text: 'Write the numbers in binary and add each column without carrying. A position is lost for the player to move exactly if the nim-sum of its heaps is 0.',
    lesson: 2,
  },
  preperiod: {
    title: 'Preperiod',
    text: (
      <>
        The least <M>n<sub>0</sub></M> such that {repeats} for every heap <M>n</M> from <M>n<sub>0</sub></M> on.
      </>
    ),
    lesson: 4,
  },
  period: {
    title: 'Period',
    text: (
      <>
        The least <M>p</M> such that {repeats} from some heap on. Here nothing is called a period without a proof.
      </>
    ),
    lesson: 4,
  },
  saltus: {
    title: 'Saltus',
    text: 'How much the values grow in one period. It is 0 for every octal game with finitely many digits whose period is known.',
    lesson: 4,
  },
  exception: {
    title: 'Exception',
    text: 'A heap before the preperiod whose value differs from the pattern continued downwards.',
    lesson: 4,
  },
  rare: {
    title: 'Rare heap',
    text: 'A mask splits the values in two classes so that few heaps are rare. A common value can only be excluded by a split with a rare part, so the search tries those alone.',
    lesson: 4,
  },
  'sparse space': {
    title: 'Sparse space',
    text: 'The class of rare values: those that have an even number of binary ones in common with the mask.',
    lesson: 4,
  },
  mask: { title: 'Mask', text: 'The binary number that decides which values are rare.', lesson: 4 },
  witness: {
    title: 'Witness',
    text: 'An option that shows that a rare value is taken, so that the mex must differ from it.',
    lesson: 4,
  },
  'standard form': {
    title: 'Standard form',
    text: 'The code, among first cousins, in which a lone token may be taken. Every game is a shift of its standard form.',
    lesson: 3,
  },
  'misère quotient': {
    title: 'Misère quotient',
    text: 'A commutative monoid that takes the place of nim-values when the player who makes the last move loses.',
    lesson: 5,
  },
  wild: {
    title: 'Tame and wild',
    text: 'A quotient is tame if it is one of misère Nim; otherwise it is wild.',
    lesson: 5,
  },
  certificate: {
    title: 'Certificate',
    text: 'A text file from which a separate small program proves the result again without trusting the search.',
    lesson: 4,
  },
  'P-position': {
    title: 'P-position',
    text: 'A position that the previous player wins: the player to move loses against best play.',
    lesson: 1,
  },
  'N-position': {
    title: 'N-position',
    text: 'A position that the next player wins: there is a winning move.',
    lesson: 1,
  },
  open: {
    title: 'Open',
    text: 'No period has been proved, and none is excluded. The page says how far the game was searched.',
    lesson: 4,
  },
} satisfies Record<string, Definition>;

export type Term = keyof typeof DEFINITIONS;

/** A term with its explanation. */
export function Knowl({ of, children }: { of: Term; children?: ComponentChildren }) {
  return (
    <button type="button" class="k" data-k={of} aria-expanded="false">
      {children ?? of}
    </button>
  );
}

const termAt = (target: EventTarget | null) => (target instanceof Element ? target.closest<HTMLElement>('.k') : null);
const isInPop = (target: EventTarget | null) => target instanceof Element && target.closest('.pop') !== null;

/** Shows the explanation of the term that is pointed at, focused or touched. */
export function KnowlPop() {
  const [button, setButton] = useState<HTMLElement | null>(null);
  const pop = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const canHover = matchMedia('(hover: hover)');
    const over = ({ target }: Event) => {
      const term = termAt(target);
      if (term && canHover.matches) setButton(term);
      else if (!isInPop(target)) setButton((open) => (open && document.activeElement === open ? open : null));
    };
    const focus = ({ target }: Event) => {
      const term = termAt(target);
      if (term) setButton(term);
      else if (!isInPop(target)) setButton(null);
    };
    const key = (event: KeyboardEvent) => event.key === 'Escape' && setButton(null);
    const leave = () => setButton(null);
    document.addEventListener('mouseover', over);
    document.addEventListener('focusin', focus);
    document.addEventListener('click', focus);
    document.addEventListener('keydown', key);
    addEventListener('hashchange', leave);
    return () => {
      document.removeEventListener('mouseover', over);
      document.removeEventListener('focusin', focus);
      document.removeEventListener('click', focus);
      document.removeEventListener('keydown', key);
      removeEventListener('hashchange', leave);
    };
  }, []);

  useLayoutEffect(() => {
    const box = pop.current;
    if (!button || !box) return undefined;
    button.setAttribute('aria-expanded', 'true');
    button.setAttribute('aria-describedby', 'pop');
    if (innerWidth > 860) {
      const at = button.getBoundingClientRect();
      const left = Math.max(12, Math.min(at.left + scrollX, innerWidth - box.offsetWidth - 16));
      const isAbove = at.bottom + box.offsetHeight + 12 > innerHeight;
      box.style.left = `${left}px`;
      box.style.top = `${isAbove ? at.top + scrollY - box.offsetHeight - 8 : at.bottom + scrollY + 8}px`;
    }
    return () => {
      button.setAttribute('aria-expanded', 'false');
      button.removeAttribute('aria-describedby');
    };
  }, [button]);

  const definition: Definition | undefined = button ? DEFINITIONS[button.dataset.k as Term] : undefined;
  if (!definition) return null;
  return (
    <div class="pop" id="pop" role="tooltip" ref={pop}>
      <b>{definition.title}</b>
      {definition.text} <a href={`#/learn/${definition.lesson}`}>Learn more</a>
    </div>
  );
}
