import type { RunEnding } from '../../src/report/notify/run-ending.ts';
import { viewRun } from '../../src/report/view/run-view.ts';

const NO_FLAGS = { shell: 'posix', undoFlags: [], applyFlags: [], onceFlags: [] } as const;

/** A run of a sync that went well and of which nothing else is known, but for what the test says. */
export function anEnding(fields: Partial<RunEnding> = {}): RunEnding {
  return {
    command: 'sync',
    folder: '',
    job: 'costs',
    subject: 'costs.csv',
    account: { base_url: 'https://api.example.com/v1', key_fingerprint: 'f00d' },
    exitCode: 0,
    startedAt: 1_800_000_000_000,
    finishedAt: 1_800_000_012_500,
    report: undefined,
    failure: undefined,
    ...fields,
  };
}

/** What a message says of a run. */
export function viewOf({ report }: RunEnding) {
  return report && viewRun(report, { ...NO_FLAGS, folder: report.folder });
}
