import { join } from 'node:path';
import { toJsonText } from '../../domain/json-text.ts';
import type { Disk } from '../../domain/ports.ts';
import { RUN_FILES } from '../folder/run-folder.ts';
import { LineFinder, toNeedle } from './lines-with.ts';
import type { UnfinishedRun } from './read-histories.ts';

/**
 * The runs that have begun and not ended, and may have changed a SKU: their plans have an update of it. A run without a plan has sent
 * nothing. Errors: `DiskError`.
 */
export function touchedByUnfinished(
  sku: string,
  unfinished: readonly UnfinishedRun[],
  disk: Disk,
): readonly UnfinishedRun[] {
  const finder = new LineFinder(disk);
  const wanted = toNeedle('"sku":"', toJsonText(sku).slice(1));
  return unfinished.filter(({ folder }) => {
    const plan = join(folder, RUN_FILES.plan);
    return disk.existsSync(plan) && finder.find(plan, wanted).lines.some((line) => isUpdateOf(sku, line));
  });
}

function isUpdateOf(sku: string, line: string): boolean {
  try {
    const entry: { readonly sku?: unknown; readonly status?: unknown } | null = JSON.parse(line);
    return entry?.sku === sku && entry.status === 'planned';
  } catch {
    return false;
  }
}
