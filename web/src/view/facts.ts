// Facts that several views share.
import type { Found } from '../engine/types';

export interface Period {
  preperiod: number;
  period: number;
  saltus: number;
}

/** The proved period of a result, if there is one. */
export function provedPeriod(found: Found | null): Period | null {
  if (found?.status !== 'proved' || found.period === null || found.preperiod === null) return null;
  return { preperiod: found.preperiod, period: found.period, saltus: found.saltus ?? 0 };
}
