import { clip } from './clip.ts';
import { listMergeSteps, type MergeStepOptions } from './list-merge-steps.ts';
import type { MergeFacts } from './merge-facts.ts';
import type { Paint } from './paint.ts';
import { printable } from './printable.ts';
import { renderCounts } from './render-counts.ts';
import { toScreen } from './to-screen.ts';
import { count, nameOfSheet } from './words.ts';

interface ScreenOptions extends MergeStepOptions {
  readonly paint: Paint;
}

/** A merged run, for people: verdict, counts, how each shard ended where not all ended alike, and what to do next. */
export function renderMergeScreen(facts: MergeFacts, options: ScreenOptions): string {
  const { paint } = options;
  return toScreen([
    [paint('bold', printable(describeMerge(facts))), ...stopLines(facts, paint)],
    renderCounts(facts, paint),
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
    ...listMergeSteps(facts, options).map(
      (step, index) => `${index === 0 ? 'Next' : '    '}      ${step.what}: ${step.command}`,
    ),
  ];
}
