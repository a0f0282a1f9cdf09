import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { TEMP_ROOT } from './temp-root.ts';

/** A new folder below `root` that is gone when the test is over. */
export function tempFolder(root = TEMP_ROOT): string {
  const path = realpathSync(mkdtempSync(join(root, 'pricesheet-')));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}
