import type { HistoryList } from '../../domain/documents/history.ts';
import { HISTORY_SETTINGS } from '../../settings/command-settings.ts';
import { listHistory, openHistories } from '../stories/open-histories.ts';
import { answering } from './answering.ts';
import type { HistoryOptions } from './options.ts';
import { toCaller } from './to-caller.ts';
import { withoutKey } from './without-key.ts';

const { history, job, since, failed } = HISTORY_SETTINGS;
const TABLE = { history, job, since, failed };

/** Errors: `RunError`. */
export function callHistory(options: HistoryOptions): Promise<HistoryList> {
  return answering(
    () => toCaller(options, { table: TABLE }),
    async (caller) => withoutKey(listHistory(openHistories(caller)), caller.mask),
  );
}
