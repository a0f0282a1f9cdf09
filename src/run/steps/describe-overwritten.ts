import { count } from '../../domain/count.ts';
import { describeValue } from '../../domain/describe-value.ts';
import { isByOthers } from '../../plan/judge-drift.ts';
import type { RunReport } from '../../report/tally/run-report.ts';
import type { DriftLine } from '../ledger/ledger-schema.ts';
import { isFight } from './is-fight.ts';

/**
 * What a run that went well, and shows nothing with --quiet, sent over a change of somebody else. `undefined` if there is none, or if it is
 * named already as what something fights over.
 */
export function describeOverwritten(
  { digest, dryRun, exitCode }: Pick<RunReport, 'digest' | 'dryRun' | 'exitCode'>,
  drifts: readonly DriftLine[],
): string | undefined {
  const noted = (digest.noted.get('drifted') ?? 0) + (digest.noted.get('contested') ?? 0);
  const found = drifts.filter((drift) => isByOthers(drift) && !isFight(drift));
  const [first] = found;
  if (dryRun || exitCode !== 0 || noted === 0 || !first) return undefined;
  const { field, sku, line, live, agreed } = first;
  const which = `${field} of line ${line} (sku "${sku}") from ${describeValue(field, agreed)} to ${describeValue(field, live)}`;
  const what = found.length === 1 ? which : `${count(found.length, 'field')}, first ${which}`;
  return `Somebody else had changed ${what}: an update puts the sheet's value there, and --drift hold leaves such rows to a person`;
}
