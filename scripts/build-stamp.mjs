import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** All that `dist` is made of: the sources, the scripts that build, their settings, and what npm has installed. */
const INPUTS = [
  'src',
  'scripts',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'node_modules/.package-lock.json',
];

/** No part of the package: see its `files`. */
const STAMP = 'dist/.stamp';

/** Whether `dist` is what its last build left there, and was built of what is there now. */
export function isBuilt(root) {
  const path = join(root, STAMP);
  return existsSync(path) && readFileSync(path, 'utf8') === stampOf(root, inputsOf(root));
}

/** The state of what goes into a build, to be taken before it begins: what changes meanwhile is not in it. */
export function inputsOf(root) {
  return hashOf(root, INPUTS);
}

/** Notes what `dist` was built of. */
export function writeStamp(root, inputs) {
  writeFileSync(join(root, STAMP), stampOf(root, inputs));
}

function stampOf(root, inputs) {
  return `${inputs} ${hashOf(root, ['dist'])}\n`;
}

/** By names and contents, since a checkout sets new times. */
function hashOf(root, paths) {
  const hash = createHash('sha256');
  for (const path of paths.flatMap((each) => filesIn(root, each)).sort()) {
    const bytes = readFileSync(join(root, path));
    hash.update(`${path}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest('hex');
}

function filesIn(root, path) {
  const found = statSync(join(root, path), { throwIfNoEntry: false });
  if (!found || path === STAMP) return [];
  if (!found.isDirectory()) return [path];
  return readdirSync(join(root, path)).flatMap((name) => filesIn(root, `${path}/${name}`));
}
