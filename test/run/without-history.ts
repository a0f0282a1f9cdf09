import * as fs from 'node:fs';
import { type History, openHistory } from '../../src/run/ledger/open-history.ts';

/** What a run has that keeps no history. */
export function withoutHistory(): Promise<History> {
  const of = { job: null, account: null };
  return openHistory({
    ...of,
    folder: undefined,
    isLocked: false,
    redact: (text) => text,
    startedAt: 0,
    disk: fs,
  });
}
