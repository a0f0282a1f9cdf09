import { join } from 'node:path';
import { clip } from './clip.ts';
import { listMergeSteps, type MergeStepOptions } from './list-merge-steps.ts';
import type { MergeFacts } from './merge-facts.ts';
import { printable } from './printable.ts';
import { legendOf, renderBiggestMoves, renderFieldChanges } from './render-changes.ts';
import { renderCounts } from './render-counts.ts';
import { renderSteps } from './render-steps.ts';
import type { Look } from './screen-look.ts';
import { wrapText } from './text-width.ts';
import { toScreen } from './to-screen.ts';
import { count, nameOfSheet, tellEntries } from './words.ts';

type ScreenOptions = Look & MergeStepOptions;

/** A merged run, for people: verdict, counts, how each shard ended where not all ended alike, and what to do next. */
export function renderMergeScreen(facts: MergeFacts, options: ScreenOptions): string {
  const { paint } = options;
  return toScreen([
    [
      ...wrapText(printable(describeMerge(facts)), options.width).map((line) => paint('bold', line)),
      ...stopLines(facts, options),
    ],
    [...renderCounts(facts, paint), ...entryLines(facts, options)],
    changeLines(facts, options),
    shardLines(facts),
    closingLines(facts, options),
  ]);
}

/** How the shards ended, in one sentence. */
export function describeMerge({ sheet, rows, byStatus, dryRun, shards, stopped }: MergeFacts): string {
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

function entryLines(facts: MergeFacts, { width }: Look): readonly string[] {
  const told = tellEntries(facts);
  return told === undefined ? [] : wrapText(`  ${told}`, width);
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
    `Report    ${printable(join(options.folder, 'report.html'))}`,
    ...renderSteps(listMergeSteps(facts, options), options),
  ];
}
