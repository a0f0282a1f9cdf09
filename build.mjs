import { execFileSync } from 'node:child_process';
import { chmodSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { inputsOf, isBuilt, writeStamp } from './build-stamp.mjs';
import { writeNotices } from './bundled-packages.mjs';

/** Builds `dist` from nothing, where it is not up to date. Every script that needs it may ask for that. */
const root = import.meta.dirname;

if (!isBuilt(root)) {
  process.chdir(root);
  const inputs = inputsOf(root);
  rmSync('dist', { recursive: true, force: true });
  execFileSync(process.execPath, ['node_modules/typescript/bin/tsc'], { stdio: 'inherit' });
  await import('./bundle-types.mjs');
  const { packages } = await import('./bundle.mjs');
  const { packages: ofPages } = await import('./bundle-page.mjs');
  writeNotices(root, [...packages, ...ofPages]);
  await import('./make-help.mjs');
  writeStamp(root, inputs);
}
// A copy may have lost it.
chmodSync(join(root, 'dist/bin.cjs'), 0o755);
