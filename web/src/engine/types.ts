// Requests to the engine and its replies, as crates/octal-web defines them.

export interface Digit {
  bits: number;
  unequal: boolean;
}

/** A game by its text. */
export interface Game {
  game: string;
  code: string;
  shift: number;
  digits: Digit[];
  repeat: Digit[];
  lastPlace: number | null;
  mostHeaps: number;
  standard: { code: string; shift: number };
  title: string | null;
  aliases: string[] | null;
  note: string | null;
  hexadecimal: boolean;
}

export interface Rare {
  mask: number;
  positionParity: boolean;
  count: number;
  last: number | null;
}

/** The hypotheses of a theorem, each with what was found. */
export interface Evidence {
  code: string;
  preperiod: number;
  period: number;
  saltus: number;
  theorem: string;
  lastPlace: number | null;
  mostHeaps: number;
  repeat: number;
  verifiedTo: number;
  lastNeeded: number | null;
  rare: Rare | null;
  window: { from: number; to: number; equal: number };
  shorter: { period: number; heap?: number; value?: number; after?: number }[];
  earlier: { heap: number; value: number; after: number } | null;
  growth: { base: number; depth: number; heaps: number; witnesses: number } | null;
}

export type Stop = 'proof' | 'heaps' | 'work' | 'memory' | 'value' | 'cancelled';

/** The result of a search. */
export interface Found {
  status: 'proved' | 'observed' | 'open';
  theorem?: string;
  period: number | null;
  preperiod: number | null;
  saltus: number | null;
  exceptions?: [heap: number, value: number, pattern: number][];
  exceptionCount?: number;
  lastException?: number | null;
  max: { value: number; at: number } | null;
  verifiedTo: number;
  rare: Rare | null;
  proof?: Evidence;
  stop: Stop | null;
}

export interface Progress {
  ended: boolean;
  heap: number;
  share: number | null;
  rare: number | null;
  /** True for the last progress of a search that was paused. */
  paused?: boolean;
}

export interface Checked {
  statement?: string;
  proved?: boolean;
  heaps: number;
  cost?: number;
}

export interface Quotient {
  shift: number;
  record: {
    status: 'proved' | 'partial' | 'open';
    order: number | 'infinite' | null;
    p_portion: number | null;
    preperiod: number | null;
    period: number | null;
    heaps: number;
    tame: boolean | null;
    tame_to: number | null;
    theorem: string | null;
    stop: string;
  };
  presentation: string | null;
  stairs: { heap: number; order: number; tame: boolean }[];
}

export interface Match {
  game: string;
  from: number;
  next: number[];
  wrong: [index: number, right: number][];
}

/** The games that have values, or the nearest: how many there are, and the first of them. */
export interface Identified {
  compared: number;
  exact: boolean;
  found: number;
  matches: Match[];
}

export interface TreblecrossSolution {
  runs: { first: number; cells: number; text: string; value: number }[];
  winning: number[];
  threat: boolean;
  nimSum: number | null;
}

export interface ChessMove {
  name: string;
  from: number;
  to: number;
  rank: number;
  board: string;
  wins: boolean;
}

export interface ChessSolution {
  board: string;
  moves: ChessMove[];
  runs: { first: number; files: number; value: number }[] | null;
}

/** Each request with the type of its reply. */
export interface Replies {
  read: { request: { text: string }; reply: Game };
  values: { request: { game: string; to: number }; reply: { values: number[] } };
  rule: { request: { text: string; to: number }; reply: { arity: number; values: (number | null)[]; reason: string | null } };
  search: { request: { game: string; heaps: number; memory: number }; reply: null };
  step: { request: object; reply: Progress };
  extend: { request: { heaps: number; memory: number }; reply: null };
  found: { request: object; reply: Found };
  slice: { request: { from: number; to: number }; reply: { values: number[] } };
  certificate: { request: object; reply: { name: string; text: string } };
  check: { request: { text: string; work: number }; reply: Checked };
  misere: { request: { game: string }; reply: Quotient };
  misere_positions: { request: { game: string; positions: number[][] }; reply: { lost: boolean[] } };
  misere_boards: { request: { rule: string; positions: number[][][] }; reply: { lost: boolean[] } };
  treblecross: { request: { board: string; misere: boolean }; reply: TreblecrossSolution };
  chess: { request: { board: string; misere: boolean }; reply: ChessSolution };
  identify: {
    request: { values: number[]; games: string[] };
    reply: Identified;
  };
}

export type Op = keyof Replies;

/** A message to the worker. */
export type ToWorker =
  | { kind: 'start'; wasm: ArrayBuffer }
  | { kind: 'call'; id: number; request: string }
  | { kind: 'density'; id: number; grid: GridRequest }
  | { kind: 'run'; id: number }
  | { kind: 'pause' };

/** A message from the worker. */
export type FromWorker =
  | { kind: 'reply'; id: number; reply: string }
  | { kind: 'grid'; id: number; grid: Grid }
  | { kind: 'progress'; id: number; progress: Progress }
  | { kind: 'trap'; id: number; message: string };

/** A picture of many values: columns of heaps, rows of values. */
export interface GridRequest {
  from: number;
  to: number;
  columns: number;
  logarithmic: boolean;
}

/** The share of heaps by column and value, and the largest value of each column. */
export interface Grid extends GridRequest {
  /** Values in one row. */
  height: number;
  rows: number;
  /** Row by row from value 0, in 255ths of the logarithm of the largest share. */
  shares: Uint8Array<ArrayBuffer>;
  largest: number;
  record: number[];
}
