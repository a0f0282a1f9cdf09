import { join } from 'node:path';
import type { Page } from 'playwright-core';

/** Saves the review file that a page gives away, and returns its path. `start`: does what begins it, instead of a click. */
export async function downloadReview(
  page: Page,
  folder: string,
  start?: () => Promise<void>,
): Promise<string> {
  const waiting = page.waitForEvent('download');
  await (start ? start() : page.locator('#download-review').click());
  const given = await waiting;
  const path = join(folder, given.suggestedFilename());
  await given.saveAs(path);
  return path;
}

/** The text of a review file as the run wrote it, before anything was decided. */
export function withoutDecisions(text: string): string {
  return text.replaceAll(/^(?:yes|no),/gm, ',');
}
