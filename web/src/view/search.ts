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
  /** The heap that a search reached whose step was ended, so that only the first values are kept. */
  reached: number | null;
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

/** A step that goes on for so many milliseconds after a stop is ended. */
const GRACE = 100;

/** The last heap that is computed again after a step was ended. */
const KEPT = 1 << 14;

export interface SearchControl extends SearchState {
  /** Stops the search: after its step, or at once if the step is long. */
  pause(): void;
  /** Continues with these limits. */
  resume(limits: SearchLimits): void;
  restart(limits: SearchLimits): void;
}

const START: SearchState = {
  phase: 'running',
  progress: null,
  found: null,
  time: 0,
  error: null,
  limits: DEFAULT_LIMITS,
  reached: null,
};

export function useSearch(game: string | null, isKnown: boolean): SearchControl {
  const [state, setState] = useState(START);
  /** Counts the searches, so that the replies of an older one are dropped. */
  const generation = useRef(0);
  const time = useRef(0);
  const began = useRef(0);
  /** True while the engine computes steps. */
  const isStepping = useRef(false);
  /** The first values, computed again by a new engine. */
  const kept = useRef<Promise<void>>(Promise.resolve());

  const run = useCallback(async (mine: number, rest: number | null) => {
    const update = (part: Partial<SearchState>) => mine === generation.current && setState((old) => ({ ...old, ...part }));
    began.current = performance.now();
    update({ phase: 'running', error: null, reached: null });
    const timer = rest === null ? 0 : window.setTimeout(() => mine === generation.current && searcher.pause(), rest);
    try {
      isStepping.current = true;
      const last = await searcher.run((progress) => update({ progress }));
      if (mine !== generation.current) return;
      time.current += performance.now() - began.current;
      const found = await searcher.call('found', {});
      update({ phase: last.ended ? 'done' : 'resting', progress: last, found, time: time.current });
    } catch (error) {
      update({ phase: 'failed', error: error instanceof EngineError ? error : new EngineError(String(error)) });
    } finally {
      if (mine === generation.current) isStepping.current = false;
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

  /** Ends the step of the engine. A new engine computes the first values, with which the page and the search continue. */
  const interrupt = () => {
    const mine = ++generation.current;
    searcher.stop();
    time.current += performance.now() - began.current;
    setState((old) => ({ ...old, phase: 'resting', time: time.current, reached: old.progress?.heap ?? 0 }));
    const again = async () => {
      const heaps = Math.min(KEPT, state.progress?.heap ?? 0);
      await searcher.call('search', { game: game!, heaps, memory: state.limits.memory });
      const progress = await searcher.run(() => {});
      const found = await searcher.call('found', {});
      if (mine === generation.current) setState((old) => ({ ...old, progress, found }));
    };
    kept.current = again().catch((error: EngineError) => {
      if (mine === generation.current) setState((old) => ({ ...old, phase: 'failed', error }));
    });
  };
  const pause = () => {
    const mine = generation.current;
    const ofRun = began.current;
    searcher.pause();
    setTimeout(() => {
      if (mine === generation.current && ofRun === began.current && isStepping.current) interrupt();
    }, GRACE);
  };

  const resume = async (limits: SearchLimits) => {
    const mine = generation.current;
    setState((old) => ({ ...old, phase: 'running', limits }));
    await kept.current;
    if (mine !== generation.current) return;
    await searcher.call('extend', { heaps: limits.heaps, memory: limits.memory });
    await run(mine, null);
  };
  return {
    ...state,
    pause,
    resume: (limits) => void resume(limits),
    restart: (limits) => void begin(limits, null),
  };
}
