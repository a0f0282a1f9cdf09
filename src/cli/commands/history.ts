import { didYouMean } from '../../domain/did-you-mean.ts';
import { UsageError } from '../../domain/errors.ts';
import { HISTORY_ACTIONS, type HistoryAction } from '../../settings/history-actions.ts';
import type { Context } from '../context/context.ts';
import { listAccounts, listChronic, listRuns } from './history/list.ts';
import { prune } from './history/prune.ts';
import { rebuild } from './history/rebuild.ts';
import { showRun } from './history/show-run.ts';
import { showSku } from './history/show-sku.ts';

type Run = (words: readonly string[], context: Context) => number | Promise<number>;

const RUNS: Readonly<Record<HistoryAction, Run>> = {
  list: listRuns,
  show: showRun,
  sku: showSku,
  chronic: listChronic,
  rebuild,
  prune,
};

/** `said`: the action, and what it is about. Errors: `UsageError`. */
export async function runHistory(said: readonly string[], context: Context): Promise<number> {
  const { options } = context;
  const [given = 'list', ...rest] = said;
  const named = HISTORY_ACTIONS.find(({ name }) => name === given);
  const isAll = options['all'] === true && (!named || named.name === 'list');
  const action = isAll ? HISTORY_ACTIONS[0] : named;
  const names = HISTORY_ACTIONS.map(({ name }) => name);
  if (!action)
    throw new UsageError([`history has no action "${given}"${didYouMean(given, names)}`], {
      hint: `It has: ${names.join(', ')}`,
    });
  const { name, words, flags } = action;
  const others = new Set<string>(HISTORY_ACTIONS.flatMap((each) => each.flags));
  for (const own of flags) others.delete(own);
  const wrong = [...others].filter((flag) => options[flag] !== undefined);
  if (wrong.length > 0)
    throw new UsageError(wrong.map((flag) => `history ${name} does not take ${toFlag(flag)}`));
  if (isAll) return listAccounts(named ? rest : said, context);
  if (!words.join('').includes('...') && rest.length !== words.length) {
    const [wanted, here] = [words, rest].map((each) => each.join(' ') || 'nothing');
    throw new UsageError([`history ${name} is followed by ${wanted}, and here by ${here}`], {
      hint: 'Run history --help to see what follows each word; RUN may be latest, a run folder, a day or a minute',
    });
  }
  return RUNS[name](rest, context);
}

function toFlag(option: string): string {
  return `--${option.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
