import { didYouMean } from '../../domain/did-you-mean.ts';
import { UsageError } from '../../domain/errors.ts';
import { HISTORY_ACTIONS, type HistoryAction } from '../../settings/history-actions.ts';
import { refuseOtherFlags } from '../../settings/history-settings.ts';
import type { Context } from '../context/context.ts';
import { listAccounts } from './history/list-accounts.ts';
import { listChronicRows } from './history/list-chronic-rows.ts';
import { listRuns } from './history/list-runs.ts';
import { prune } from './history/prune.ts';
import { rebuild } from './history/rebuild.ts';
import { showRun } from './history/show-run.ts';
import { showSku } from './history/show-sku.ts';

type Run = (words: readonly string[], context: Context) => number | Promise<number>;

const RUNS: Readonly<Record<HistoryAction, Run>> = {
  list: listRuns,
  show: showRun,
  sku: showSku,
  chronic: listChronicRows,
  rebuild,
  prune,
};

/** `words`: the action, and what it is about. */
export async function runHistory(said: readonly string[], context: Context): Promise<number> {
  const [given = 'list', ...words] = said;
  if (context.options['all'] === true && !isOtherAction(given)) {
    refuseOtherFlags('list', context.options);
    return listAccounts(given === 'list' ? words : said, context);
  }
  const action = HISTORY_ACTIONS.find(({ name }) => name === given);
  const names = HISTORY_ACTIONS.map(({ name }) => name);
  if (!action)
    throw new UsageError([`history has no action "${given}"${didYouMean(given, names)}`], {
      hint: `It has: ${names.join(', ')}`,
    });
  refuseWords(action, words);
  refuseOtherFlags(action.name, context.options);
  return RUNS[action.name](words, context);
}

function isOtherAction(word: string): boolean {
  return word !== 'list' && HISTORY_ACTIONS.some(({ name }) => name === word);
}

/** Errors: `UsageError` if there are too few words, or too many. */
function refuseWords(
  { name, words: expected }: { readonly name: string; readonly words: readonly string[] },
  words: readonly string[],
): void {
  const least = expected.filter((word) => !word.startsWith('[')).length;
  const takesMore = expected.some((word) => word.includes('...'));
  if (words.length >= least && (takesMore || words.length <= expected.length)) return;
  const [wanted, given] = [expected, words].map((each) => (each.length === 0 ? 'nothing' : each.join(' ')));
  throw new UsageError([`history ${name} is followed by ${wanted}, and here by ${given}`], {
    hint: 'Run history --help to see what follows each word; RUN may be latest, a run folder, a day or a minute',
  });
}
