import { needsAttention, STATUSES, type Status } from '../../domain/status.ts';
import { wrapText } from '../text/text-width.ts';
import { describeEntries, type Entries } from '../text/words.ts';
import type { Cuts } from './fit-screen.ts';
import type { ScreenStyle } from './screen-style.ts';

interface Counts extends Entries {
  readonly byStatus: Readonly<Record<string, number>>;
  /** SKUs that are not listed are expected, and need no attention. */
  readonly missingIsOk: boolean;
}

/**
 * A line for each status that occurred, and whether it needs attention; in brief, one line of statuses that need none and one
 * of statuses that do. Then what is counted, unless that is rows.
 */
export function renderCounts(counts: Counts, style: ScreenStyle, cuts: Cuts): readonly string[] {
  const shown = STATUSES.filter((status) => (counts.byStatus[status] ?? 0) > 0);
  const lines = cuts.has('count_lines')
    ? renderInBrief(shown, counts, style)
    : renderEach(shown, counts, style);
  const phrase = describeEntries(counts);
  return [...lines, ...(phrase === undefined ? [] : wrapText(`  ${phrase}`, style.width))];
}

function renderEach(
  shown: readonly Status[],
  { byStatus, missingIsOk }: Counts,
  style: ScreenStyle,
): readonly string[] {
  const width = Math.max(0, ...shown.map((status) => String(byStatus[status]).length));
  return shown.map((status) => {
    const line = `  ${status.padEnd(11)}  ${String(byStatus[status]).padStart(width)}`;
    return needsAttention(status, missingIsOk) ? style.paint('yellow', `${line}  needs attention`) : line;
  });
}

function renderInBrief(
  shown: readonly Status[],
  { byStatus, missingIsOk }: Counts,
  { paint, width = Number.POSITIVE_INFINITY }: ScreenStyle,
): readonly string[] {
  const name = (status: Status) => `${byStatus[status]} ${status}`;
  const fine = shown.filter((status) => !needsAttention(status, missingIsOk)).map(name);
  const troubled = shown.filter((status) => needsAttention(status, missingIsOk)).map(name);
  const phrase = troubled.length === 0 ? [] : wrapText(`needs attention: ${troubled.join(', ')}`, width - 2);
  return [
    ...(fine.length === 0 ? [] : wrapText(fine.join(', '), width - 2)).map((line) => `  ${line}`),
    ...phrase.map((line) => paint('yellow', `  ${line}`)),
  ];
}
