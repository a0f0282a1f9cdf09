import { didYouMean } from '../../domain/did-you-mean.ts';
import { UsageError } from '../../domain/errors.ts';
import { HISTORY_ACTIONS, type HistoryAction } from '../../settings/command-settings.ts';
import type { Context } from '../context/context.ts';
import { listAccounts, listChronic, listRuns } from './history/list.ts';
import { prune, pruneAccounts } from './history/prune.ts';
import { rebuild } from './history/rebuild.ts';
import { showRun } from './history/show-run.ts';
import { showSku } from './history/show-sku.ts';

type Run = (words: readonly string[], context: Context) => number | Promise<number>;

const RUNS: Readonly<Record<HistoryAction['name'], Run>> = {
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
  const isAll = options['all'] === true;
  const [given = 'list'] = said;
  const named = HISTORY_ACTIONS.find(({ name }) => name === given);
  const rest = named ? said.slice(1) : said;
  // Behind --all are folders.
  const action: HistoryAction | undefined = named ?? (isAll ? HISTORY_ACTIONS[0] : undefined);
  if (!action) {
    const names = HISTORY_ACTIONS.map(({ name }) => name);
    const hint = `It has: ${names.join(', ')}`;
    throw new UsageError([`history has no action "${given}"${didYouMean(given, names)}`], { hint });
  }
  const { name, words } = action;
  const isOfAll = isAll && 'ofAll' in action;
  const own: readonly string[] = isOfAll ? action.ofAll : action.flags;
  const flags = HISTORY_ACTIONS.flatMap((each): readonly string[] => each.flags);
  // Each account has a history where it is.
  const wrong = [...flags, ...(isOfAll ? ['history'] : [])].find(
    (flag) => options[flag] !== undefined && !own.includes(flag),
  );
  if (wrong !== undefined)
    throw new UsageError([`history ${name}${isOfAll ? ' --all' : ''} does not take ${toFlag(wrong)}`]);
  if (isOfAll) return (name === 'prune' ? pruneAccounts : listAccounts)(rest, context);
  if (rest.length !== words.length && !words[0]?.endsWith('...')) {
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
