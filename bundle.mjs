import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';

/**
 * Puts the program and all it is made of into a few files under `dist`: to open some three hundred files takes longer than
 * most of what they do. One file is all that `--help` needs; what a command alone needs is read when that command is run.
 * Names and lines stay as they are, for the stack of a bug.
 */
const ENTRY = join(import.meta.dirname, 'src/bin.ts');

/** Node's wrapper for ES modules asks the process for all that it has, and opens its three streams by that. */
const bareProcess = {
  name: 'bare-process',
  resolveId: (id) => (/^(?:node:)?process$/.test(id) ? '\0process' : null),
  load: (id) => (id === '\0process' ? 'module.exports = globalThis.process;' : null),
};

/** What the entry loads at once, whatever the command. */
const atOnce = new Set();
const collectAtOnce = {
  name: 'collect-at-once',
  buildEnd() {
    const left = [ENTRY];
    for (let id = left.pop(); id !== undefined; id = left.pop()) {
      const fresh = (this.getModuleInfo(id)?.importedIds ?? []).filter((imported) => !atOnce.has(imported));
      for (const imported of fresh) atOnce.add(imported);
      left.push(...fresh);
    }
  },
};

const bundle = await rolldown({ input: ENTRY, platform: 'node', plugins: [bareProcess, collectAtOnce] });
const { output } = await bundle.write({
  dir: 'dist',
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: 'chunks/[name]-[hash].js',
  codeSplitting: {
    groups: [{ debugName: 'start', name: (id) => (atOnce.has(id) ? 'start' : null) }],
  },
});

/** Whoever gets a copy of a package gets its licence with it. */
const folders = new Set(output.flatMap(({ moduleIds = [] }) => moduleIds.flatMap(packageOf)));
writeFileSync(
  'dist/LICENSES.txt',
  [...folders]
    .sort()
    .map(licenseOf)
    .join(`\n${'-'.repeat(80)}\n\n`),
);

function packageOf(id) {
  return /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id.replaceAll('\\', '/')) ?? [];
}

function licenseOf(folder) {
  const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name));
  if (!file) throw new Error(`Cannot bundle "${folder}": it holds no licence`);
  const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return `${name} ${version}\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`;
}
