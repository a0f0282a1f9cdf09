import { needsAttention, STATUSES } from '../domain/status.ts';
import type { Paint } from './paint.ts';

interface Counts {
  readonly byStatus: Readonly<Record<string, number>>;
  /** SKUs that are not listed are expected, and need no attention. */
  readonly missingIsOk: boolean;
}

/** A line for each status that occurred, and whether it needs attention. */
export function renderCounts({ byStatus, missingIsOk }: Counts, paint: Paint): readonly string[] {
  const shown = STATUSES.filter((status) => (byStatus[status] ?? 0) > 0);
  const width = Math.max(0, ...shown.map((status) => String(byStatus[status]).length));
  return shown.map((status) => {
    const line = `  ${status.padEnd(11)}  ${String(byStatus[status]).padStart(width)}`;
    return needsAttention(status, missingIsOk) ? paint('yellow', `${line}  needs attention`) : line;
  });
}
