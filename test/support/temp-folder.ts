import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A new folder that is gone when the test is over. */
export function tempFolder(): string {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'pricesheet-')));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}
