// The tables of results/ and octal-codes/, as scripts/data.mjs has packed them.
import { dataText } from '../engine/assets';
import { censusCode, censusIndex } from './codes';

export type Status = 'proved' | 'observed' | 'open';

export const THEOREMS = ['Guy–Smith window', 'sparse window', 'arithmetic window', 'endless window'] as const;

/** A game of results/. Numbers are those of its own code; null is unknown. */
export interface GameRow {
  index: number;
  code: string;
  name: string;
  status: Status;
  preperiod: number | null;
  period: number | null;
  saltus: number | null;
  exceptions: number | null;
  lastException: number | null;
  max: number | null;
  maxAt: number | null;
  rare: number | null;
  lastRare: number | null;
  mask: string;
  theorem: string;
  verifiedTo: number | null;
  digits: number;
  hexadecimal: boolean;
  equal: number;
  order: number | null;
  misere: string;
}

export interface Named {
  code: string;
  name: string;
  title: string;
  aliases: string[];
  note: string;
}

export interface Claim {
  code: string;
  statement: string;
  claimed: string;
  source: string;
  verdict: string;
  computed: string;
  difference: string;
}

export interface MisereRow {
  code: string;
  status: string;
  order: string;
  p: string;
  tame: string;
  tameTo: string;
  heaps: string;
  theorem: string;
}

type Cell = string | number | null;
interface Packed {
  version: string;
  date: string;
  games: Cell[][];
  census: { games: number[]; shifts: number[] };
  equal: [string, number, number][];
  names: string[][];
  claims: string[][];
  sources: Record<string, string>;
  settled: string[][];
  limits: string[][];
  misere: string[][];
}

/** An equation between games: G_code(n) = G_game(n − shift). */
export interface Equation {
  code: string;
  game: string;
  shift: number;
}

export class Tables {
  readonly rows: GameRow[];
  readonly names: Named[];
  readonly claims: Claim[];
  readonly misere: Map<string, MisereRow>;
  private readonly byCode: Map<string, GameRow>;
  private readonly hexadecimal: Map<string, Equation>;

  constructor(private readonly packed: Packed) {
    this.names = packed.names.map(([code, name, title, aliases, note]) => ({
      code: code!,
      name: name!,
      title: title!.replaceAll("'", '’'),
      aliases: aliases ? aliases.split('; ') : [],
      note: note!,
    }));
    this.claims = packed.claims.map(([code, statement, claimed, source, verdict, computed, difference]) => ({
      code: code!,
      statement: statement!,
      claimed: claimed!,
      source: source!,
      verdict: verdict!,
      computed: computed!,
      difference: difference!,
    }));
    this.misere = new Map(
      packed.misere.map(([code, status, order, p, tame, tameTo, heaps, theorem]) => {
        const row = { code, status, order, p, tame, tameTo, heaps, theorem } as MisereRow;
        return [row.code, row];
      }),
    );
    const equal = new Uint32Array(packed.games.length);
    packed.census.games.forEach((game) => equal[game]!++);
    packed.equal.forEach(([, game]) => equal[game]!++);
    const titles = new Map(this.names.map(({ code, title }) => [code, title]));
    this.rows = packed.games.map((cells, index) => this.row(cells, index, titles, equal[index]!));
    this.byCode = new Map(this.rows.map((row) => [row.code, row]));
    this.hexadecimal = new Map(
      packed.equal.map(([code, game, shift]) => [code, { code, game: this.rows[game]!.code, shift }]),
    );
  }

  private row(cells: Cell[], index: number, titles: Map<string, string>, equal: number): GameRow {
    const [code, status, preperiod, period, saltus, exceptions, lastException, max, maxAt, rare, lastRare, mask, theorem, verifiedTo] =
      cells as [string, string, ...(number | null)[]];
    const misere = this.misere.get(code);
    const places = code.split('.')[1] ?? '';
    return {
      index,
      code,
      name: titles.get(code) ?? '',
      status: status === 'p' ? 'proved' : status === 'o' && period !== null ? 'observed' : 'open',
      preperiod: preperiod!,
      period: period!,
      saltus: saltus!,
      exceptions: exceptions!,
      lastException: lastException!,
      max: max!,
      maxAt: maxAt!,
      rare: rare!,
      lastRare: lastRare!,
      mask: String(mask ?? ''),
      theorem: theorem === null || theorem === undefined ? '' : (THEOREMS[theorem] ?? ''),
      verifiedTo: verifiedTo!,
      digits: places.replace(/[^0-9a-f]/gi, '').length,
      hexadecimal: /[89a-f]/i.test(code),
      equal: Math.max(0, equal - 1),
      order: misere && misere.order !== 'infinite' && misere.order ? Number(misere.order) : null,
      misere: misere ? (misere.order === 'infinite' ? 'infinite' : misere.status) : '',
    };
  }

  get version(): string {
    return this.packed.version;
  }

  get date(): string {
    return this.packed.date;
  }

  get codes(): number {
    return this.packed.census.games.length;
  }

  /** The row of exactly this code. */
  find(code: string): GameRow | undefined {
    return this.byCode.get(code);
  }

  /** The row of a game that is equal to this code, with the equation. */
  equation(code: string): Equation | undefined {
    const index = censusIndex(code);
    if (index === null) return this.hexadecimal.get(code);
    const { games, shifts } = this.packed.census;
    return { code, game: this.rows[games[index]!]!.code, shift: shifts[index]! };
  }

  /** All codes that are equal to this one, with the equation G_other(n) = G_code(n − shift). */
  equalCodes(code: string): Equation[] {
    const own = this.equation(code);
    if (!own) return [];
    const game = this.byCode.get(own.game)!.index;
    const others: Equation[] = [];
    const { games, shifts } = this.packed.census;
    games.forEach((other, i) => {
      if (other === game) others.push({ code: censusCode(i), game: code, shift: shifts[i]! - own.shift });
    });
    for (const other of this.hexadecimal.values()) {
      if (other.game === own.game) others.push({ code: other.code, game: code, shift: other.shift - own.shift });
    }
    return others.filter((other) => other.code !== code);
  }

  /** The title of a game with exactly this code. */
  title(code: string): string {
    return this.names.find((named) => named.code === code)?.title ?? '';
  }

  source(key: string): string {
    return this.packed.sources[key] ?? key;
  }

  claimsOf(code: string): Claim[] {
    const name = this.names.find((named) => named.code === code)?.name;
    return this.claims.filter((claim) => claim.code === code || claim.code === name);
  }

  settledBy(code: string): { by: string; year: string; source: string } | undefined {
    const [, by, year, source] = this.packed.settled.find((row) => row[0] === code) ?? [];
    return by === undefined ? undefined : { by, year: year!, source: source! };
  }

  searchesOf(code: string): { heaps: string; who: string; year: string; source: string; note: string }[] {
    const name = this.names.find((named) => named.code === code)?.name;
    const rows = this.packed.limits.filter((row) => row[0] === code || row[0] === name);
    return rows.map(([, heaps, who, year, source, note]) => ({
      heaps: heaps!,
      who: who!,
      year: year!,
      source: source!,
      note: note!,
    }));
  }
}

let loading: Promise<Tables> | null = null;

/** The tables, loaded once. */
export function loadTables(): Promise<Tables> {
  return (loading ??= dataText().then((text) => new Tables(JSON.parse(text))));
}
