import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { packageOf } from './bundled-packages.mjs';

const { version } = JSON.parse(readFileSync(join(import.meta.dirname, 'package.json'), 'utf8'));

/**
 * Puts the program and all it is made of into a few files under `dist`: to open some three hundred files takes longer than
 * most of what they do. Help that is made already needs the first file only, a command line another one, and what a command
 * alone needs is read when that command is run.
 * Names and lines stay as they are, for the stack of a bug. CommonJS, since Node loads that in a few milliseconds less.
 */
const ENTRY = join(import.meta.dirname, 'src/bin.ts');
/** What programs import: functions that load the rest when they are called. */
const LIBRARY = join(import.meta.dirname, 'src/index.ts');

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
      exports.buildConnector = require('undici/lib/core/connect.js');
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
    id.endsWith('/src/package/version.ts') ? `export const VERSION = ${JSON.stringify(version)};` : null,
};

/** The files that are loaded one after the other, whatever the command, and what each is entered by. */
const STAGES = { start: ENTRY, program: join(import.meta.dirname, 'src/cli/main.ts') };

const LAST = Object.keys(STAGES).length;

/** The stage that loads a module first; the entry is a separate file. */
const stageOf = new Map();
const findStages = {
  name: 'find-stages',
  buildEnd() {
    for (const [stage, entry] of Object.entries(STAGES)) {
      const left = [entry];
      for (let id = left.pop(); id !== undefined; id = left.pop()) {
        if (stageOf.has(id)) continue;
        if (id !== ENTRY) stageOf.set(id, stage);
        left.push(...(this.getModuleInfo(id)?.importedIds ?? []));
      }
    }
  },
};

const bundle = await rolldown({
  input: { bin: ENTRY, index: LIBRARY },
  platform: 'node',
  plugins: [bareProcess, builtInVersion, substitute, findStages],
});
const { output } = await bundle.write({
  dir: 'dist',
  format: 'cjs',
  comments: false,
  entryFileNames: '[name].cjs',
  chunkFileNames: 'chunks/[name]-[hash].cjs',
  codeSplitting: {
    groups: Object.keys(STAGES).map((name, at) => ({
      name,
      priority: LAST - at,
      test: (id) => stageOf.get(id) === name,
    })),
  },
});

/** Names that Node can't fail to find: what reads a CommonJS module for them guesses. */
const { exports: names } = output.find(({ facadeModuleId }) => facadeModuleId === LIBRARY);
writeFileSync(
  'dist/index.mjs',
  `import library from './index.cjs';\nexport const { ${[...names].sort().join(', ')} } = library;\n`,
);

/** The same unbundled, as tsc leaves it. */
for (const name of ['bin.js', 'index.js']) rmSync(join('dist', name), { force: true });

/** The folders of the packages that are in the bundle. */
export const packages = output.flatMap(({ moduleIds = [] }) => moduleIds.flatMap(packageOf));
