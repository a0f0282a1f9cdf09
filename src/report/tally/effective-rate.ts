import type { RunReport } from './run-report.ts';

/** The rate in use: the set one, or the learned one where that is lower. Units: requests per second; `undefined` where it is unknown yet. */
export function effectiveRate({ setting, ratePerSecond }: RunReport['pace']): number | undefined {
  return setting === 'auto' ? ratePerSecond : Math.min(setting, ratePerSecond ?? setting);
}
