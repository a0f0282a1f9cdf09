import type { HistoryList } from '../../report/screen/history-views.ts';
import { HISTORY_SETTINGS } from '../../settings/history-settings.ts';
import { systemClock } from '../ports/system-clock.ts';
import { buildHistoryList, listHistory } from '../stories/list-history.ts';
import { openHistories } from '../stories/open-histories.ts';
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
    async (caller) => {
      const opened = openHistories(caller);
      const list = buildHistoryList({
        entries: listHistory(opened, systemClock.now()),
        notices: opened.notices,
      });
      return withoutKey(list, caller.mask);
    },
  );
}
