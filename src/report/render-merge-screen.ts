import { join } from 'node:path';
import { clip } from './clip.ts';
import { commandLine } from './command-line.ts';
import type { Paint } from './paint.ts';
import { printable } from './printable.ts';
import { quoteWord } from './quote-word.ts';
import { renderCounts } from './render-counts.ts';
import { toScreen } from './to-screen.ts';
import { count, nameOfSheet } from './words.ts';

/** What there is to say of a merged run. */
export interface MergeFacts {
  /** As it was given to the runs. */
  readonly sheet: string;
  readonly rows: number;
  readonly byStatus: Readonly<Record<string, number>>;
  /** SKUs that are not listed are expected, and need no attention. */
  readonly missingIsOk: boolean;
  /** Rows that a person should look at. */
  readonly attention: number;
  readonly dryRun: boolean;
  readonly stopped: { readonly message: string; readonly hint: string | null } | null;
  readonly requests: { readonly reads: number; readonly writes: number; readonly retries: number };
  readonly seconds: number;
  readonly shards: readonly { readonly shard: string; readonly folder: string; readonly exit_code: number }[];
  /** Updates were sent. */
  readonly isSent: boolean;
  /** A whole plan is there that no guard rule is against, with updates that were not sent. */
  readonly isLeft: boolean;
}

interface ScreenOptions {
  readonly paint: Paint;
  /** The run folder as the user would name it. */
  readonly folder: string;
  /** Those flags of the runs that each command knows too. */
  readonly retryFlags: readonly string[];
  readonly applyFlags: readonly string[];
  readonly undoFlags: readonly string[];
}

/** A merged run, for people: verdict, counts, how each shard ended where not all ended alike, and what to do next. */
export function renderMergeScreen(facts: MergeFacts, options: ScreenOptions): string {
  const { paint } = options;
  return toScreen([
    [paint('bold', printable(verdictOf(facts))), ...stopLines(facts, paint)],
    renderCounts(facts, paint),
    shardLines(facts),
    closingLines(facts, options),
  ]);
}

function verdictOf({ sheet, rows, byStatus, dryRun, shards, stopped }: MergeFacts): string {
  const input = `${nameOfSheet(sheet)}, ${count(shards.length, 'shard')}, ${count(rows, 'row')}`;
  const planned = count(byStatus['planned'] ?? 0, 'update');
  const end = dryRun
    ? `${planned} planned, nothing sent`
    : `${count(byStatus['updated'] ?? 0, 'listing')} updated`;
  return `${stopped ? 'Merged, of which not every shard came to its end' : 'Merged'}: ${input}, ${end}`;
}

function stopLines({ stopped }: MergeFacts, paint: Paint): readonly string[] {
  if (!stopped) return [];
  const hint = stopped.hint === null ? [] : [clip(printable(stopped.hint))];
  return [paint('red', clip(printable(stopped.message))), ...hint];
}

function shardLines({ shards }: MergeFacts): readonly string[] {
  const codes = new Set(shards.map(({ exit_code }) => exit_code));
  if (codes.size === 1) return [];
  return [
    'Shards',
    ...shards.map(
      ({ shard, folder, exit_code }) => `  ${shard}  exit code ${exit_code}, ${printable(folder)}`,
    ),
  ];
}

function closingLines(facts: MergeFacts, options: ScreenOptions): readonly string[] {
  const { reads, writes, retries } = facts.requests;
  return [
    `Requests  ${count(reads, 'read')}, ${count(writes, 'write')}, ${count(retries, 'retry', 'retries')}, in ${facts.seconds.toFixed(1)} s`,
    `Files     ${printable(options.folder)}`,
    ...nextSteps(facts, options).map((step, index) => `${index === 0 ? 'Next' : '    '}      ${step}`),
  ];
}

function nextSteps(
  { attention, dryRun, isSent, isLeft, byStatus }: MergeFacts,
  { folder, retryFlags, applyFlags, undoFlags }: ScreenOptions,
): readonly string[] {
  const retry = join(folder, 'retry.csv');
  const isToRepair = attention > (byStatus['skipped'] ?? 0);
  return [
    ...(isToRepair
      ? [`repair ${quoteWord(retry)}, then: ${commandLine(['sync', retry, ...retryFlags])}`]
      : []),
    ...(isLeft
      ? [
          `${dryRun ? 'send exactly this' : 'send what is left of this plan'}: ${commandLine(['apply', folder, ...applyFlags])}`,
        ]
      : []),
    ...(isSent ? [`take it back: ${commandLine(['undo', folder, ...undoFlags])}`] : []),
  ];
}
