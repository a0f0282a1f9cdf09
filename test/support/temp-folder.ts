import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { TEMP_ROOT } from './temp-root.ts';

/** A new folder below `root` that is gone when the test is over. */
export function tempFolder(root = TEMP_ROOT): string {
  const path = realpathSync(mkdtempSync(join(root, 'pricesheet-')));
  // A program that outlives its terminal releases its lock after the last file that a test can wait for.
  onTestFinished(() => rmSync(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 20 }));
  return path;
}
