import type { RunReport } from '../../report/tally/run-report.ts';
import { EXIT } from '../../run/job/exit-code.ts';
import type { Options } from '../../settings/read-sources.ts';

/** The exit code of `sync` and `diff`: that of the report, or with `--exit-code` whether there are changes. */
export function exitCodeOfSheet({ exitCode, digest }: RunReport, options: Options): number {
  const { planned, held } = digest.byStatus;
  const isAsked = options['exitCode'] === true;
  return isAsked && exitCode === EXIT.done && planned + held > 0 ? EXIT.changes : exitCode;
}
