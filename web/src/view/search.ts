// The search of the game page: it begins by itself, rests after some seconds, and can be continued.
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { EngineError, searcher } from '../engine/client';
import type { Found, Progress } from '../engine/types';

export type Phase = 'running' | 'resting' | 'done' | 'failed';

export interface SearchState {
  phase: Phase;
  progress: Progress | null;
  found: Found | null;
  /** Milliseconds that the search has run. */
  time: number;
  error: EngineError | null;
  limits: SearchLimits;
}

export interface SearchLimits {
  heaps: number;
  /** In bytes. */
  memory: number;
}

export const DEFAULT_LIMITS: SearchLimits = { heaps: 1e9, memory: 512 * 2 ** 20 };

/** A search that nobody asked for rests after so many milliseconds. */
const FIRST_RUN = 2500;

/** The same for a game whose period is known to be found in the page. */
const FIRST_RUN_PROVED = 20_000;

export interface SearchControl extends SearchState {
  pause(): void;
  /** Continues, with other limits if they are given. */
  resume(limits?: SearchLimits): void;
  restart(limits: SearchLimits): void;
}

const START: SearchState = {
  phase: 'running',
  progress: null,
  found: null,
  time: 0,
  error: null,
  limits: DEFAULT_LIMITS,
};

export function useSearch(game: string | null, isKnown: boolean): SearchControl {
  const [state, setState] = useState(START);
  /** Counts the searches, so that the replies of an older one are dropped. */
  const generation = useRef(0);
  const time = useRef(0);

  const run = useCallback(async (mine: number, rest: number | null) => {
    const update = (part: Partial<SearchState>) => mine === generation.current && setState((old) => ({ ...old, ...part }));
    const began = performance.now();
    update({ phase: 'running', error: null });
    const timer = rest === null ? 0 : window.setTimeout(() => mine === generation.current && searcher.pause(), rest);
    try {
      const last = await searcher.run((progress) => update({ progress }));
      if (mine !== generation.current) return;
      time.current += performance.now() - began;
      const found = await searcher.call('found', {});
      update({ phase: last.ended ? 'done' : 'resting', progress: last, found, time: time.current });
    } catch (error) {
      update({ phase: 'failed', error: error instanceof EngineError ? error : new EngineError(String(error)) });
    } finally {
      clearTimeout(timer);
    }
  }, []);

  const begin = useCallback(
    async (limits: SearchLimits, rest: number | null) => {
      if (game === null) return;
      const mine = ++generation.current;
      time.current = 0;
      // An older search may be at a long step; a new engine begins at once.
      searcher.stop();
      setState({ ...START, limits });
      try {
        await searcher.call('search', { game, ...limits });
        await run(mine, rest);
      } catch (error) {
        if (mine !== generation.current) return;
        setState({ ...START, limits, phase: 'failed', error: error as EngineError });
      }
    },
    [game, run],
  );

  useEffect(() => {
    void begin(DEFAULT_LIMITS, isKnown ? FIRST_RUN_PROVED : FIRST_RUN);
    return () => {
      generation.current++;
      searcher.stop();
    };
  }, [game]);

  const resume = async (limits?: SearchLimits) => {
    const mine = generation.current;
    if (limits) {
      await searcher.call('extend', { heaps: limits.heaps, memory: limits.memory });
      setState((old) => ({ ...old, limits }));
    }
    await run(mine, null);
  };
  return {
    ...state,
    pause: () => searcher.pause(),
    resume: (limits) => void resume(limits),
    restart: (limits) => void begin(limits, null),
  };
}
