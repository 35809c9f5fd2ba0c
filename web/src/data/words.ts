// The rules of a code in words, made from its digits.
import type { Digit, Game } from '../engine/types';

const PLACES: Record<number, string> = {
  1: 'only as the whole heap',
  2: 'only from a larger heap, leaving one heap',
  3: 'from any heap, leaving nothing or one heap',
  4: 'only from inside a heap, leaving two heaps',
  5: 'as the whole heap, or from inside a heap, leaving two',
  6: 'but never the whole heap; what is left may be one heap or two',
  7: 'anywhere: what is left may be nothing, one heap, or two heaps',
};

const COUNTS = ['nothing', 'one heap', 'two heaps', 'three heaps'];

function placeWords({ bits, unequal }: Digit): string {
  const known = PLACES[bits];
  const counts = COUNTS.filter((_, i) => bits & (1 << i));
  const words = known ?? `leaving ${counts.join(' or ')}`;
  return unequal ? `${words} of different sizes` : words;
}

const list = (numbers: number[]) =>
  numbers.length < 2 ? String(numbers[0]) : `${numbers.slice(0, -1).join(', ')} or ${numbers.at(-1)}`;

export interface Sentence {
  /** The numbers of tokens, in words. */
  take: string;
  /** Where they may be taken, and what may be left. */
  how: string;
}

/** One sentence for each kind of digit, in the order of the places. */
export function sentences({ digits }: Game): Sentence[] {
  const byWords = new Map<string, number[]>();
  digits.forEach((digit, k) => {
    if (k === 0 || digit.bits === 0) return;
    const words = placeWords(digit);
    byWords.set(words, [...(byWords.get(words) ?? []), k]);
  });
  return [...byWords].map(([how, places]) => ({ take: list(places), how }));
}

/** The move that takes nothing, if the game has one. */
export function splitWords({ digits }: Game): string | null {
  const d0 = digits[0];
  if (!d0 || d0.bits === 0) return null;
  const parts = [d0.bits & 4 ? 'two' : '', d0.bits & 8 ? 'three' : ''].filter(Boolean).join(' or ');
  return `split a heap into ${parts}${d0.unequal ? ' unequal' : ''} heaps`;
}

/** The digits that repeat, in words. */
export function repeatWords({ digits, repeat }: Game): string | null {
  if (repeat.length === 0) return null;
  const first = digits.length;
  if (repeat.length === 1) return `From ${first} tokens on, any number may be taken ${placeWords(repeat[0]!)}.`;
  return `From ${first} tokens on, the ${repeat.length} digits in brackets repeat for ever.`;
}
