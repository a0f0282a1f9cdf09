import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { packageOf } from './bundled-packages.mjs';

/**
 * Puts the script of each page into one file, and its style into another: `report.html` goes into every run folder, and the page about
 * all nights is written at the end of every run, so they are made small.
 */
const folder = join(import.meta.dirname, 'src/page');

/** The folders of the packages that are in the scripts. */
export const packages = [];

mkdirSync('dist/page', { recursive: true });
for (const [input, file] of [
  ['main.ts', 'report.js'],
  ['nights.ts', 'nights.js'],
]) {
  const bundle = await rolldown({ input: join(folder, input), platform: 'browser' });
  const { output } = await bundle.write({ file: `dist/page/${file}`, format: 'iife', minify: true });
  packages.push(...output.flatMap(({ moduleIds = [] }) => moduleIds.flatMap(packageOf)));
}
for (const [page, ...others] of [['report', 'approval'], ['nights']]) {
  const styles = ['base', page, ...others].map((name) => readFileSync(join(folder, `${name}.css`), 'utf8'));
  writeFileSync(`dist/page/${page}.css`, styles.join(''));
}
