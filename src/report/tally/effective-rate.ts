import type { RunReport } from './run-report.ts';

/** What the service was found to take, where that is less. Units: requests per second; `undefined` where nobody knows yet. */
export function effectiveRate({ setting, ratePerSecond }: RunReport['pace']): number | undefined {
  return setting === 'auto' ? ratePerSecond : Math.min(setting, ratePerSecond ?? setting);
}
