import { hash } from 'node:crypto';
import { nameEntry } from '../../report/files/review-entry.ts';
import type { PlannedEntry } from './plan-schema.ts';

/**
 * Names an entry of a plan in a review file. An entry of another plan, or another one of this plan, has another name.
 *
 * @param seal The checksum that seals the plan.
 */
export function fingerprintOf(entry: PlannedEntry, seal: string): string {
  const { n, line, sku, listing_id: id, currency, changes, pins = [] } = entry;
  return nameEntry({ n, line, sku, listing: { id, currency }, changes, pins }, { seal, sha256: hashText });
}

function hashText(text: string): string {
  return hash('sha256', text);
}
