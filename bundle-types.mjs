import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/**
 * Puts the types of what programs import into `dist/types`, with all that they are made of and nothing else, and removes every other
 * declaration that tsc has left. A package among them would have to be installed by whoever compiles, so that is an error.
 */
const FROM = 'dist';
const TO = 'dist/types';

const left = [join(FROM, 'index.d.ts')];
const found = new Map();
for (let path = left.pop(); path !== undefined; path = left.pop()) {
  if (found.has(path)) continue;
  const text = readFileSync(path, 'utf8');
  found.set(path, text.replaceAll(/(from '\.[^']*)\.ts'/g, "$1.js'"));
  for (const [, name] of text.matchAll(/\b(?:from|import\() ?['"]([^'"]+)['"]/g)) {
    if (!name.startsWith('.')) throw new Error(`${path} needs the types of "${name}"`);
    left.push(join(dirname(path), name.replace(/\.[jt]s$/, '.d.ts')));
  }
}
for (const name of readdirSync(FROM, { recursive: true }))
  if (name.endsWith('.d.ts')) rmSync(join(FROM, name));
for (const [path, text] of found) {
  const target = join(TO, relative(FROM, path));
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, text);
}
