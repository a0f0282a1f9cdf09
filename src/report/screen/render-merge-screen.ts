import { join } from 'node:path';
import { listMergeSteps, type MergeStepOptions } from '../advice/list-merge-steps.ts';
import { describeFollowUps } from '../tally/describe-follow-ups.ts';
import type { MergeFacts } from '../tally/merge-facts.ts';
import { clip } from '../text/clip.ts';
import { printable } from '../text/printable.ts';
import { wrapText } from '../text/text-width.ts';
import { count, nameOfSheet, nounsOf, resultsLocation } from '../text/words.ts';
import { type Cuts, fitScreen } from './fit-screen.ts';
import { renderAttention } from './render-attention.ts';
import { renderChangesInBrief } from './render-changes.ts';
import { renderCounts } from './render-counts.ts';
import { renderNotices } from './render-notices.ts';
import { renderSteps } from './render-steps.ts';
import { renderStop } from './render-stop.ts';
import type { ScreenStyle } from './screen-style.ts';

const IN_RESULTS = resultsLocation({});

type ScreenOptions = ScreenStyle & MergeStepOptions;

/** A merged run, for people: verdict, counts, changes, what needs attention, how each shard ended where exit codes differ, and what to do next. */
export function renderMergeScreen(facts: MergeFacts, options: ScreenOptions): string {
  const { paint } = options;
  const { stopped } = facts;
  return fitScreen(
    (cuts) => [
      [
        ...wrapText(printable(describeMerge(facts)), options.width).map((line) => paint('bold', line)),
        ...(stopped
          ? renderStop({ text: clip(printable(stopped.message)), hint: stopped.hint }, options)
          : []),
      ],
      renderCounts(facts, options, cuts),
      changeLines(facts, options, cuts),
      renderAttention(
        facts.issues,
        { ...options, command: 'sync', nouns: nounsOf(facts), where: IN_RESULTS },
        cuts,
      ),
      renderNotices({ notices: facts.notices, file: 'summary.json' }, options, cuts),
      shardLines(facts, cuts),
      closingLines(facts, options, cuts),
    ],
    options,
  );
}

/** How the shards ended, in one sentence. */
export function describeMerge({ sheet, rows, byStatus, dryRun, shards, stopped }: MergeFacts): string {
  const input = `${nameOfSheet(sheet)}, ${count(shards.length, 'shard')}, ${count(rows, 'row')}`;
  const planned = count(byStatus['planned'] ?? 0, 'update');
  const end = dryRun
    ? `${planned} planned, nothing sent`
    : `${count(byStatus['updated'] ?? 0, 'listing')} updated`;
  return `${stopped ? 'Merged, but incomplete' : 'Merged'}: ${input}, ${end}`;
}

function changeLines(
  { changes, dryRun, stopped }: MergeFacts,
  style: ScreenStyle,
  cuts: Cuts,
): readonly string[] {
  if (!changes || changes.total === 0) return [];
  const title = dryRun || stopped ? 'Changes' : 'Changes made';
  return renderChangesInBrief(changes, { ...style, title, where: IN_RESULTS }, cuts);
}

/** Where there is no room for more. */
const FEW_SHARDS = 3;

/** Where there is no room for all shards, the failed ones come first. */
function shardLines({ shards }: MergeFacts, cuts: Cuts): readonly string[] {
  const codes = new Set(shards.map(({ exit_code }) => exit_code));
  if (codes.size === 1) return [];
  if (cuts.has('every_shard')) {
    const phrase = [...codes].sort((one, other) => one - other).join(', ');
    return [`Shards    ${shards.length}, with exit codes ${phrase}, all in summary.json`];
  }
  const isMuch = cuts.has('single_rows') && shards.length > FEW_SHARDS;
  const first = [...shards].sort((one, other) => Number(one.exit_code === 0) - Number(other.exit_code === 0));
  const shown = isMuch ? first.slice(0, FEW_SHARDS) : shards;
  return [
    'Shards',
    ...shown.map(
      ({ shard, folder, exit_code }) => `  ${shard}  exit code ${exit_code}, ${printable(folder)}`,
    ),
    ...(isMuch ? [`  and ${shards.length - shown.length} more, all in summary.json`] : []),
  ];
}

function closingLines(facts: MergeFacts, options: ScreenOptions, cuts: Cuts): readonly string[] {
  const { reads, writes, retries } = facts.requests;
  return [
    ...(facts.followUp ? [`Follow-up ${describeFollowUps(facts.followUp)}`] : []),
    `Requests  ${count(reads, 'read')}, ${count(writes, 'write')}, ${count(retries, 'retry', 'retries')}, in ${facts.seconds.toFixed(1)} s`,
    // The report lies in it.
    ...(cuts.has('folder') ? [] : [`Folder    ${printable(options.folder)}`]),
    `Report    ${printable(join(options.folder, 'report.html'))}`,
    ...renderSteps(listMergeSteps(facts, options), options),
  ];
}
