import { join } from 'node:path';
import { clip } from './clip.ts';
import { commandLine } from './command-line.ts';
import type { Step } from './next-steps.ts';
import { printable } from './printable.ts';
import { quoteWord } from './quote-word.ts';
import { legendOf, renderBiggestMoves, renderFieldChanges } from './render-changes.ts';
import { renderCounts } from './render-counts.ts';
import { renderSteps } from './render-steps.ts';
import type { Look } from './screen-look.ts';
import type { ChangeDigest } from './tally-changes.ts';
import { wrapText } from './text-width.ts';
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
  /** Not known of runs of an earlier version. */
  readonly changes: ChangeDigest | undefined;
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

interface ScreenOptions extends Look {
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
    [
      ...wrapText(printable(verdictOf(facts)), options.width).map((line) => paint('bold', line)),
      ...stopLines(facts, options),
    ],
    renderCounts(facts, paint),
    changeLines(facts, options),
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

function stopLines({ stopped }: MergeFacts, { paint, width }: Look): readonly string[] {
  if (!stopped) return [];
  return [
    ...wrapText(clip(printable(stopped.message)), width).map((line) => paint('red', line)),
    ...(stopped.hint === null ? [] : wrapText(clip(printable(stopped.hint)), width)),
  ];
}

function changeLines({ changes, dryRun, stopped }: MergeFacts, look: Look): readonly string[] {
  if (!changes || changes.total === 0) return [];
  return [
    `${dryRun || stopped ? 'Changes' : 'Changes made'}: ${changes.total}, all in results.csv${legendOf(changes, look)}`,
    ...renderFieldChanges(changes, look),
    ...renderBiggestMoves(changes, look),
  ];
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
    ...renderSteps(nextSteps(facts, options), options),
  ];
}

function nextSteps(
  { attention, dryRun, isSent, isLeft, byStatus }: MergeFacts,
  { folder, retryFlags, applyFlags, undoFlags }: ScreenOptions,
): readonly Step[] {
  const retry = join(folder, 'retry.csv');
  const isToRepair = attention > (byStatus['skipped'] ?? 0);
  const repair = {
    what: `repair ${quoteWord(retry)}, then`,
    command: commandLine(['sync', retry, ...retryFlags]),
  };
  const send = {
    what: dryRun ? 'send exactly this' : 'send what is left of this plan',
    command: commandLine(['apply', folder, ...applyFlags]),
  };
  const undo = { what: 'take it back', command: commandLine(['undo', folder, ...undoFlags]) };
  return [...(isToRepair ? [repair] : []), ...(isLeft ? [send] : []), ...(isSent ? [undo] : [])];
}
