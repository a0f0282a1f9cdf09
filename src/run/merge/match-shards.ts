import { RunFolderError } from '../../domain/errors.ts';
import { formatShard } from '../../domain/shard.ts';
import type { ShardRun, ShardRuns } from './open-shard-run.ts';

/**
 * Puts runs in the order of their shards, after checking that they are the shards of one run: all of them, each once, of
 * the same sheet, on the same account, with the same settings.
 *
 * Errors: `RunFolderError` that names what doesn't match.
 */
export function matchShards(runs: ShardRuns, { planless = [] }: Unmatched = {}): ShardRuns {
  const [first, ...others] = runs;
  for (const other of others) {
    const difference = findDifference(first, other);
    if (difference !== undefined) throw new RunFolderError(...difference);
  }
  const sorted = [...runs].sort((one, other) => one.shard.index - other.shard.index);
  const [lowest = first, ...rest] = sorted;
  const twice = rest.find(({ shard }, index) => shard.index === sorted[index]?.shard.index);
  if (twice) throw repeated(sorted.filter(({ shard }) => shard.index === twice.shard.index));
  const missing = Array.from({ length: first.shard.of }, (_, index) => index + 1).filter((index) =>
    sorted.every(({ shard }) => shard.index !== index),
  );
  if (missing.length > 0) throw incomplete(missing, first, planless);
  return [lowest, ...rest];
}

interface Unmatched {
  /** Folders that were named too and have no plan, so that it is unknown of which shard they are. */
  readonly planless?: readonly string[];
}

type Difference = readonly [message: string, options: { readonly hint: string }];

function findDifference(first: ShardRun, other: ShardRun): Difference | undefined {
  const found = FACTS.find(({ of }) => of(first) !== of(other));
  if (found) {
    const { what, of, hint } = found;
    const [one, two] = [of(first), of(other)];
    const shown = one.length + two.length <= MAX_SHOWN ? `: ${one} and ${two}` : '';
    return [`Cannot merge "${first.given}" and "${other.given}": they differ in ${what}${shown}`, { hint }];
  }
  const setting = findSetting(first, other);
  if (setting === undefined) return undefined;
  const [one, two] = [first, other].map(({ summary }) => textOf(summary.settings[setting]));
  return [
    `Cannot merge "${first.given}" and "${other.given}": they differ in the setting "${setting}": ${one} and ${two}`,
    { hint: 'Run all shards of a sheet with the same settings' },
  ];
}

const MAX_SHOWN = 160;

const FACTS: readonly {
  readonly what: string;
  readonly of: (run: ShardRun) => string;
  readonly hint: string;
}[] = [
  {
    what: 'the number of shards',
    of: ({ shard }) => String(shard.of),
    hint: 'Merge the runs of one night at a time',
  },
  {
    what: 'the sheet, as its checksums show',
    of: ({ head }) => head.sheet.sha256,
    hint: 'Shards of one run read the same bytes; run the sheet again from a copy that nobody writes to meanwhile',
  },
  {
    what: 'the account',
    of: ({ head: { account } }) => `${account.base_url} (key fingerprint ${account.key_fingerprint})`,
    hint: 'Merge the runs of each account separately; if the key was replaced meanwhile, apply or undo the folders one by one',
  },
  {
    what: 'the command',
    of: ({ head }) => (head.dry_run && head.command === 'sync' ? 'sync --dry-run' : head.command),
    hint: 'Merge runs of sync, or runs of diff',
  },
];

/** Settings that may differ between shards: they affect speed, files and notifications, not changes. */
const OWN_SETTINGS: ReadonlySet<string> = new Set([
  'shard',
  'out',
  'rate',
  'concurrency',
  'timeout',
  'retries',
  'wait-lock',
  'follow-up',
  'metrics',
  'webhook',
  'webhook-format',
]);

function findSetting({ summary: one }: ShardRun, { summary: other }: ShardRun): string | undefined {
  const names = new Set([...Object.keys(one.settings), ...Object.keys(other.settings)]);
  return [...names].find(
    (name) => !OWN_SETTINGS.has(name) && textOf(one.settings[name]) !== textOf(other.settings[name]),
  );
}

/** The source of a setting may differ. */
function textOf(setting: unknown): string {
  const value =
    typeof setting === 'object' && setting !== null && 'value' in setting ? setting.value : setting;
  return value === null || value === undefined ? 'none' : `"${String(value)}"`;
}

function repeated(runs: readonly ShardRun[]): RunFolderError {
  const [{ shard } = { shard: { index: 0, of: 0 } }] = runs;
  const folders = runs.map(({ given }) => `"${given}"`).join(' and ');
  return new RunFolderError(`Cannot merge the runs: shard ${formatShard(shard)} is there twice: ${folders}`, {
    hint: 'Leave out all but the last one, or pass --latest; undo of an earlier folder takes back what that run sent',
  });
}

function incomplete(
  missing: readonly number[],
  { shard: { of } }: ShardRun,
  planless: readonly string[],
): RunFolderError {
  const named = missing.map((index) => formatShard({ index, of }));
  const which = named.length === 1 ? `shard ${named[0]} is` : `shards ${named.join(', ')} are`;
  const message = `Cannot merge the runs: ${which} missing`;
  if (planless.length === 0)
    return new RunFolderError(message, {
      hint: 'A merged run needs every shard: run the missing ones, or name their folders',
    });
  const folders = planless.map((folder) => `"${folder}"`).join(' and ');
  return new RunFolderError(`${message}, and ${folders} ${planless.length === 1 ? 'has' : 'have'} no plan`, {
    hint: 'A run without a plan has sent nothing: it ended too early, or has only begun; run the missing shards again, and merge then',
  });
}
