import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';

const { version } = JSON.parse(readFileSync(join(import.meta.dirname, 'package.json'), 'utf8'));

/**
 * Puts the program and all it is made of into a few files under `dist`: to open some three hundred files takes longer than
 * most of what they do. One file is all that `--help` needs; what a command alone needs is read when that command is run.
 * Names and lines stay as they are, for the stack of a bug. CommonJS, since Node loads that in a few milliseconds less.
 */
const ENTRY = join(import.meta.dirname, 'src/bin.ts');

/** Node's wrapper for ES modules asks the process for all that it has, and opens its three streams by that. */
const bareProcess = {
  name: 'bare-process',
  resolveId: (id) => (/^(?:node:)?process$/.test(id) ? '\0process' : null),
  load: (id) => (id === '\0process' ? 'module.exports = globalThis.process;' : null),
};

/**
 * What packages load and nothing here uses is replaced by something that loads it when it is used, or that says it is not
 * there: to read code is most of what a small run does.
 */
const SUBSTITUTES = [
  // commander starts no programs for us.
  {
    of: /[\\/]commander[\\/]lib[\\/]command\.js$/,
    id: 'node:child_process',
    code: "exports.spawn = (...args) => require('node:child_process').spawn(...args);",
  },
  // Of undici a pool of connections, and the agent that goes through a proxy, without fetch, sockets of the web and caches.
  {
    of: /[\\/]src[\\/]service[\\/]/,
    id: 'undici',
    code: `
      exports.Pool = require('undici/lib/dispatcher/pool.js');
      Object.defineProperty(exports, 'ProxyAgent', { get: () => {
        Object.assign(require('undici/lib/dispatcher/dispatcher.js').prototype, require('undici/lib/api/index.js'));
        return require('undici/lib/dispatcher/proxy-agent.js');
      } });`,
  },
  // HTTP/2 is never agreed on.
  {
    of: /[\\/]undici[\\/]lib[\\/]dispatcher[\\/]client\.js$/,
    id: './client-h2.js',
    code: "module.exports = () => { throw new Error('HTTP/2 is not among what was bundled'); };",
  },
];
const substitute = {
  name: 'substitute',
  resolveId(id, importer) {
    const at = SUBSTITUTES.findIndex((each) => each.id === id && each.of.test(importer ?? ''));
    return at === -1 ? null : `${join(import.meta.dirname, 'substitute')}-${at}.cjs`;
  },
  load(id) {
    const at = /substitute-(\d+)\.cjs$/.exec(id)?.[1];
    return at === undefined ? null : SUBSTITUTES[at].code;
  },
};

/** The version is known here already. */
const builtInVersion = {
  name: 'built-in-version',
  load: (id) =>
    id.endsWith('/src/run/version.ts') ? `export const VERSION = ${JSON.stringify(version)};` : null,
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

const bundle = await rolldown({
  input: ENTRY,
  platform: 'node',
  plugins: [bareProcess, builtInVersion, substitute, collectAtOnce],
});
const { output } = await bundle.write({
  dir: 'dist',
  format: 'cjs',
  comments: false,
  entryFileNames: '[name].cjs',
  chunkFileNames: 'chunks/[name]-[hash].cjs',
  codeSplitting: {
    groups: [{ debugName: 'start', name: (id) => (atOnce.has(id) ? 'start' : null) }],
  },
});

/** The same program unbundled, as tsc leaves it. */
rmSync('dist/bin.js', { force: true });

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
