// The first values of a game, for the live examples.
import { useEffect, useState } from 'preact/hooks';
import { quick } from '../engine/client';

/** G(0), …, G(to); empty until the engine has answered. */
export function useValues(game: string, to: number): { values: number[]; problem: string } {
  const [state, setState] = useState<{ values: number[]; problem: string }>({ values: [], problem: '' });
  useEffect(() => {
    let isCurrent = true;
    quick.call('values', { game, to }).then(
      ({ values }) => isCurrent && setState({ values, problem: '' }),
      (error: Error) => isCurrent && setState({ values: [], problem: error.message }),
    );
    return () => {
      isCurrent = false;
    };
  }, [game, to]);
  return state;
}
