// The games of the Play page: positions as text, their moves, and which of them win.
import { quick } from '../engine/client';
import type { Digit, Game } from '../engine/types';
import { runsOf } from './pins';

/** A component of a position, with its value where values decide. */
export interface Part {
  label: string;
  heap: string;
  value: number;
}

export interface Move {
  /** The name of the move, and what the board marks. */
  id: string;
  label: string;
  next: string;
  wins: boolean;
  /** The components after the move; null where the board is not a sum. */
  parts: Part[] | null;
}

export interface Analysis {
  position: string;
  parts: Part[] | null;
  moves: Move[];
  /** True if the player to move wins. */
  isWon: boolean;
  /** Something else than the nim-sum decides, in words. */
  reason: string;
}

export interface Model {
  title: string;
  /** The code that the board plays, for the link. */
  code: string;
  rules: string;
  first: string;
  sizes: readonly (readonly [position: string, label: string])[];
  /** Words for the components: the first columns of the table. */
  columns: readonly [string, string];
  /** The note about the heaps of a position. */
  note?: (misere: boolean) => string;
  /** Throws an error with a reason for a text that is no position. */
  analyse(position: string, misere: boolean): Promise<Analysis>;
}

export const nimSum = (parts: readonly Part[]) => parts.reduce((sum, { value }) => sum ^ value, 0);

const BY_SEARCH = 'In misère play the nim-sum does not decide. Every follower was searched.';

const valuesOf = new Map<string, Promise<number[]>>();

/** G(0), …, G(200) of a game. */
function values(game: string): Promise<number[]> {
  const known = valuesOf.get(game) ?? quick.call('values', { game, to: 200 }).then((reply) => reply.values);
  valuesOf.set(game, known);
  return known;
}

interface HeapMove extends Omit<Move, 'wins' | 'parts'> {
  heaps: Part[];
}

/** Judges the moves of a sum of heaps of a game: by nim-sums, or by search in misère play. */
async function judged(game: string, position: string, parts: Part[], moves: HeapMove[], misere: boolean): Promise<Analysis> {
  let wins = moves.map(({ heaps }) => nimSum(heaps) === 0);
  if (misere && moves.length > 0) {
    const positions = moves.map(({ heaps }) => heaps.map(({ heap }) => Number(heap)));
    wins = (await quick.call('misere_positions', { game, positions })).lost;
  }
  return {
    position,
    parts,
    moves: moves.map(({ heaps, ...move }, i) => ({ ...move, wins: wins[i]!, parts: heaps })),
    isWon: misere ? moves.length === 0 || wins.includes(true) : nimSum(parts) !== 0,
    reason: misere ? BY_SEARCH : '',
  };
}

/** Rows of pins, `1` a pin that stands; `o` before them makes a circle. */
function pins(title: string, code: string, sizes: readonly number[], rules: string): Model {
  const row = (n: number) => '1'.repeat(n);
  return {
    title,
    code,
    rules,
    first: '111011111011',
    sizes: [['111011111011', 'rows 3, 5, 2'], [row(9), 'row of 9'], [row(13), 'row of 13'], [`o${row(8)}`, 'circle of 8'], [`o${row(11)}`, 'circle of 11']],
    columns: ['pins', 'heap'],
    async analyse(position, misere) {
      if (!/^o?[01]{1,30}$/.test(position)) throw new Error('a row of pins is written as 1 and 0, at most 30 of them');
      const g = await values(code);
      const isCircle = position.startsWith('o');
      const up = [...position.replace('o', '')].map((pin) => pin === '1');
      const n = up.length;
      const partsOf = (pins: boolean[]): Part[] => {
        if (isCircle && pins.every(Boolean)) {
          const options = new Set(sizes.filter((size) => size <= n).map((size) => g[n - size]!));
          let value = 0;
          while (options.has(value)) value++;
          return [{ label: 'circle', heap: String(n), value }];
        }
        // A circle is cut at a gap, so that no run passes its end.
        const cut = isCircle ? pins.indexOf(false) : 0;
        const turned = [...pins.slice(cut), ...pins.slice(0, cut)];
        return runsOf(turned).map(([a, b]) => {
          const [from, to] = [((a + cut) % n) + 1, ((b + cut) % n) + 1];
          return { label: from === to ? String(from) : `${from} to ${to}`, heap: String(b - a + 1), value: g[b - a + 1]! };
        });
      };
      const moves: HeapMove[] = [];
      for (let i = 0; i < n; i++) {
        for (const size of sizes) {
          const hit = Array.from({ length: size }, (_, k) => (isCircle ? (i + k) % n : i + k));
          if (hit.some((pin) => !up[pin]) || (isCircle && n < size)) continue;
          const after = up.map((pin, k) => pin && !hit.includes(k));
          moves.push({
            id: hit.join(','),
            label: hit.map((pin) => pin + 1).join(' and '),
            next: (isCircle ? 'o' : '') + after.map(Number).join(''),
            heaps: partsOf(after),
          });
        }
      }
      return judged(code, position, partsOf(up), moves, misere);
    },
  };
}

const treblecross: Model = {
  title: 'Treblecross',
  code: '0.007',
  rules: 'Both players write X. Three in a row win, or lose in misère play. In normal play a run of c free cells is heap c + 2.',
  first: '.X.....X.......',
  sizes: [7, 9, 11, 13, 15, 17, 19, 21].map((n) => ['.'.repeat(n), `${n} cells`] as const),
  columns: ['free cells', 'heap'],
  note: (misere) =>
    misere
      ? 'The player who makes three in a row loses. A cell is safe if an X there makes no three. The other free cells stay empty and cut the board into pieces. A player without a safe cell loses.'
      : 'A cell is free if there is no X on it or within two cells of it. To write beside an X lets the other complete three, so only free cells count.',
  async analyse(position, misere) {
    if (!/^[.X]{3,60}$/.test(position)) throw new Error('a board is written as . and X, from 3 to 60 cells');
    if (position.includes('XXX')) return { position, parts: null, moves: [], isWon: misere, reason: 'Three in a row are made.' };
    const solve = async (board: string) => {
      const solution = await quick.call('treblecross', { board, misere });
      const parts = solution.runs.map(({ first, cells, text, value }) => ({
        label: cells === 1 ? String(first) : `${first} to ${first + cells - 1}`,
        heap: misere ? text : String(cells + 2),
        value,
      }));
      return { ...solution, parts };
    };
    const here = await solve(position);
    const free = [...position].flatMap((cell, i) => (cell === '.' ? [i] : []));
    const moves = free.map(async (i): Promise<Move> => {
      const next = `${position.slice(0, i)}X${position.slice(i + 1)}`;
      const isOver = next.includes('XXX');
      const after = here.threat || isOver ? null : await solve(next);
      return { id: String(i), label: String(i + 1), next, wins: here.winning.includes(i + 1), parts: after && !after.threat ? after.parts : null };
    });
    return {
      position,
      parts: here.parts,
      moves: await Promise.all(moves),
      isWon: here.winning.length > 0,
      reason: here.threat ? 'Three in a row are there to take.' : '',
    };
  },
};

const chess: Model = {
  title: 'Dawson’s Chess',
  code: '0.137',
  rules: 'Pawns on three ranks, and a player who can capture must. The last player to move wins. A run of n untouched files is heap n.',
  first: 'ppppppp/7/PPPPPPP w',
  sizes: [3, 5, 7, 8, 9, 11].map((n) => [`${'p'.repeat(n)}/${n}/${'P'.repeat(n)} w`, `${n} files`] as const),
  columns: ['files', 'heap'],
  async analyse(position, misere) {
    const { board, moves, runs } = await quick.call('chess', { board: position, misere });
    const name = (file: number) => String.fromCharCode(97 + file);
    const parts = runs?.map(({ first, files, value }) => ({ label: files === 1 ? name(first) : `${name(first)} to ${name(first + files - 1)}`, heap: String(files), value })) ?? null;
    return {
      position: board,
      parts: misere ? null : parts,
      moves: moves.map((move) => ({ id: move.name, label: move.name, next: move.board, wins: move.wins, parts: null })),
      isWon: misere && moves.length === 0 ? true : moves.some(({ wins }) => wins),
      reason: misere ? BY_SEARCH : runs ? '' : 'An exchange is open, so it is played out.',
    };
  },
};

/** The sets of parts that a move may leave of n tokens, once each. */
export function optionsOf(digits: readonly Digit[], repeat: readonly Digit[], n: number): { taken: number; parts: number[] }[] {
  const seen = new Set<string>();
  const options: { taken: number; parts: number[] }[] = [];
  const add = (taken: number, parts: number[]) => {
    if (seen.has(parts.join())) return;
    seen.add(parts.join());
    options.push({ taken, parts });
  };
  for (let k = 0; k <= n; k++) {
    const digit = digits[k] ?? (repeat.length ? repeat[(k - digits.length) % repeat.length]! : null);
    if (!digit) break;
    const rest = n - k;
    if (digit.bits & 1 && rest === 0) add(k, []);
    if (digit.bits & 2 && rest > 0) add(k, [rest]);
    for (let a = 1; digit.bits & 4 && 2 * a <= rest; a++) if (!digit.unequal || 2 * a < rest) add(k, [a, rest - a]);
    for (let a = 1; digit.bits & 8 && 3 * a <= rest; a++) for (let b = a; a + 2 * b <= rest; b++) add(k, [a, b, rest - a - b]);
  }
  return options;
}

/** Heaps of any code, written as `3,4,5`. */
function heaps(code: string, title: string, first: string): Model {
  return {
    title,
    code,
    rules: '',
    first,
    sizes: [['7', 'one heap of 7'], ['3,4,5', 'heaps 3, 4, 5'], ['2,6,9', 'heaps 2, 6, 9'], ['4,8,11,13', 'heaps 4, 8, 11, 13']],
    columns: ['heap', 'tokens'],
    async analyse(position, misere) {
      const sizes = position === '' ? [] : position.split(',').map(Number);
      if (sizes.length > 12 || sizes.some((n) => !(n >= 0 && n <= 60 && Number.isInteger(n)))) {
        throw new Error('heaps are written as 3,4,5: at most 12 of them, of at most 60 tokens');
      }
      const game: Game = await quick.call('read', { text: code });
      const g = await values(game.game);
      const partsOf = (list: readonly number[]) => list.map((n, i): Part => ({ label: `no. ${i + 1}`, heap: String(n), value: g[n]! }));
      const moves = sizes.flatMap((n, i): HeapMove[] =>
        n < game.shift
          ? []
          : optionsOf(game.digits, game.repeat, n - game.shift).map(({ taken, parts }) => {
              const left = parts.map((part) => part + game.shift);
              const next = [...sizes.slice(0, i), ...left, ...sizes.slice(i + 1)];
              const words = left.length ? left.join(' + ') : 'nothing';
              return { id: `${i}:${taken}:${left.join('+')}`, label: `${n} → ${words}`, next: next.join(','), heaps: partsOf(next) };
            }),
      );
      return judged(game.game, position, partsOf(sizes), moves, misere);
    },
  };
}

/** The sides of a rectangle. */
type Sides = [rows: number, columns: number];

/** The rule of two-dimensional Kayles, for its misère play. */
export const RECTANGLES = '(r, c) -> [(i, c), (r-1-i, c)] for i in 0..r-1 if c > 0\n(r, c) -> [(r, j), (r, c-1-j)] for j in 0..c-1 if r > 0';

const rectangleValues = new Map<string, number>();

/** The value of a rectangle of which a move takes a whole row or column. */
export function rectangleValue(rows: number, columns: number): number {
  if (rows === 0 || columns === 0) return 0;
  const key = rows < columns ? `${rows}x${columns}` : `${columns}x${rows}`;
  const known = rectangleValues.get(key);
  if (known !== undefined) return known;
  const options = new Set<number>();
  for (let i = 0; i < rows; i++) options.add(rectangleValue(i, columns) ^ rectangleValue(rows - 1 - i, columns));
  for (let j = 0; j < columns; j++) options.add(rectangleValue(rows, j) ^ rectangleValue(rows, columns - 1 - j));
  let value = 0;
  while (options.has(value)) value++;
  rectangleValues.set(key, value);
  return value;
}

const rectangles: Model = {
  title: 'Two-dimensional Kayles',
  code: '',
  rules: 'A move takes a whole row or a whole column out of one rectangle, which falls into two. The last player to move wins.',
  first: '4x5',
  sizes: [['3x4', '3 by 4'], ['4x5', '4 by 5'], ['3x4 2x5', '3 by 4 and 2 by 5'], ['2x3 3x3 4x3', 'three rectangles']],
  columns: ['rectangle', 'size'],
  async analyse(position, misere) {
    const list = position.split(' ').filter(Boolean).map((text) => text.split('x').map(Number) as Sides);
    if (list.length > 10 || list.some((sides) => sides.length !== 2 || sides.some((side) => !(side >= 1 && side <= 10)))) {
      throw new Error('rectangles are written as 3x4 2x5: at most 10, with sides of at most 10');
    }
    const partsOf = (of: Sides[]) => of.map(([r, c], i): Part => ({ label: `no. ${i + 1}`, heap: `${r} × ${c}`, value: rectangleValue(r, c) }));
    const moves = list.flatMap(([r, c], k) => {
      const put = (id: string, label: string, parts: Sides[]) => {
        const left = [...list.slice(0, k), ...parts.filter((sides) => !sides.includes(0)), ...list.slice(k + 1)];
        return { id: `${k}:${id}`, label: `${label} of no. ${k + 1}`, next: left.map((sides) => sides.join('x')).join(' '), left, parts: partsOf(left) };
      };
      return [
        ...Array.from({ length: r }, (_, i) => put(`r${i}`, `row ${i + 1}`, [[i, c], [r - 1 - i, c]])),
        ...Array.from({ length: c }, (_, j) => put(`c${j}`, `column ${j + 1}`, [[r, j], [r, c - 1 - j]])),
      ];
    });
    let wins = moves.map(({ parts }) => nimSum(parts) === 0);
    if (misere && moves.length > 0) {
      wins = (await quick.call('misere_boards', { rule: RECTANGLES, positions: moves.map(({ left }) => left) })).lost;
    }
    const parts = partsOf(list);
    return {
      position,
      parts,
      moves: moves.map(({ left: _, ...move }, i) => ({ ...move, wins: wins[i]! })),
      isWon: misere ? moves.length === 0 || wins.includes(true) : nimSum(parts) !== 0,
      reason: misere ? BY_SEARCH : '',
    };
  },
};

const KAYLES = pins('Kayles', '0.77', [1, 2], 'Knock down one pin, or two neighbours. The last player to move wins. A run of n pins is heap n.');
const DAWSONS_KAYLES = pins('Dawson’s Kayles', '0.07', [2], 'Knock down two neighbours. The last player to move wins. A run of n pins is heap n.');

/** The tabs of the Play page. */
export const TABS = [
  ['treblecross', 'Treblecross'],
  ['kayles', 'Kayles'],
  ['dawsons-kayles', 'Dawson’s Kayles'],
  ['dawsons-chess', 'Dawson’s Chess'],
  ['grundys-game', 'Grundy’s game'],
  ['heaps', 'Heaps of any code'],
  ['two-dimensional-kayles', 'Two-dimensional Kayles'],
] as const;

export type GameName = (typeof TABS)[number][0];

export function modelOf(name: GameName, code: string): Model {
  switch (name) {
    case 'treblecross':
      return treblecross;
    case 'kayles':
      return KAYLES;
    case 'dawsons-kayles':
      return DAWSONS_KAYLES;
    case 'dawsons-chess':
      return chess;
    case 'grundys-game':
      return { ...heaps('4!.0', 'Grundy’s game', '7,9'), rules: 'A move splits a heap into two unequal heaps. The last player to move wins.' };
    case 'heaps':
      return heaps(code, `Heaps of ${code}`, '3,4,5');
    case 'two-dimensional-kayles':
      return rectangles;
  }
}
