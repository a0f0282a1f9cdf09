import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import process from 'node:process';
import { inputsOf, isBuilt, writeStamp } from './build-stamp.mjs';
import { toDeclaration, toOptions, toSchema } from './documents.mjs';

const root = join(import.meta.dirname, '..');

/**
 * Builds `dist` from nothing, where it is not up to date: every script that needs it may ask for that. With `--pack` it also gives what is packed
 * its modes.
 */
async function main() {
  process.chdir(root);
  if (!isBuilt(root)) await build();
  // A copy may have lost it.
  chmodSync('dist/bin.cjs', 0o755);
  if (process.argv.includes('--pack')) setPackModes();
}

async function build() {
  const inputs = inputsOf(root);
  rmSync('dist', { recursive: true, force: true });
  execFileSync(process.execPath, ['node_modules/typescript/bin/tsc'], { stdio: 'inherit' });
  await bundleTypes();
  const packages = [...(await bundleProgram()), ...(await bundlePages())];
  writeNotices(packages);
  await makeHelp();
  await writeSchemas();
  writeStamp(root, inputs);
}

/**
 * Puts the types of what programs import into `dist/types`, with all that they are made of and nothing else, and removes every other
 * declaration that tsc has left. A package among them would have to be installed by whoever compiles, so that is an error; the types of zod's
 * schemas are written out, and the options that are settings.
 */
async function bundleTypes() {
  const left = [join('dist', 'index.d.ts')];
  const found = new Map();
  for (let path = left.pop(); path !== undefined; path = left.pop()) {
    if (found.has(path)) continue;
    const text = await withoutTables(await withoutZod(path, readFileSync(path, 'utf8')));
    found.set(path, text.replaceAll(/(from '\.[^']*)\.ts'/g, "$1.js'"));
    for (const [, name] of text.matchAll(/(?<!['"])\b(?:from|import\() ?['"]([^'"]+)['"]/g)) {
      if (!name.startsWith('.')) throw new Error(`${path} needs the types of "${name}"`);
      left.push(join(dirname(path), name.replace(/\.[jt]s$/, '.d.ts')));
    }
  }
  for (const name of readdirSync('dist', { recursive: true }))
    if (name.endsWith('.d.ts')) rmSync(join('dist', name));
  for (const [path, text] of found) {
    const target = join('dist/types', relative('dist', path));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text);
  }
}

/** A declaration with the types of the schemas that it exports, as these describe themselves. */
async function withoutZod(path, text) {
  if (!/ from ['"]zod['"]/.test(text)) return text;
  const schemas = await import(join(root, path.replace(/\.d\.ts$/, '.js')));
  const types = [...text.matchAll(/^export type (\w+) = (?:\w+\.)?Document<typeof (\w+)>;/gm)];
  return types
    .filter(([, , schema]) => schema in schemas)
    .map(([, name, schema]) => toDeclaration(name, toSchema(schemas[schema])))
    .join('\n');
}

/** A declaration in which each table of settings is what a program may pass. */
async function withoutTables(text) {
  if (!text.includes('OptionsOf<typeof ')) return text;
  const modules = ['settings', 'command-settings', 'config-schema'].map(
    (name) => import(`../dist/settings/${name}.js`),
  );
  const { schemaOf, ...tables } = Object.assign({}, ...(await Promise.all(modules)));
  const schemasOf = (table) =>
    Object.fromEntries(Object.entries(table).map(([name, setting]) => [name, schemaOf(setting)]));
  return text
    .replaceAll(/OptionsOf<typeof (\w+)>/g, (_, name) => toOptions(schemasOf(tables[name])))
    .replaceAll(
      /^import type \{[^}]*\} from '[^']*\/settings\/[^']*';\n|(?:\/\*\*[^\n]*\n)?^type OptionsOf<[^;]*;\n\};\n/gm,
      '',
    );
}

/** Writes the JSON Schema of each document that programs read, and of the config file. */
async function writeSchemas() {
  const { DOCUMENTS } = await import('../dist/domain/documents/documents.js');
  mkdirSync('dist/schema');
  const { configSchema } = await import('../dist/settings/config-schema.js');
  const schemas = Object.entries(DOCUMENTS).map(([name, document]) => [name, toSchema(document)]);
  for (const [name, schema] of [...schemas, ['pricesheet', configSchema()]])
    writeFileSync(`dist/schema/${name}.schema.json`, `${JSON.stringify(schema, undefined, 2)}\n`);
}

/**
 * Puts the program and all it is made of into a few files under `dist`: to open some three hundred files takes longer than
 * most of what they do. Help that is made already needs the first file only, a command line another one, and what a command
 * alone needs is read when that command is run.
 * Names and lines stay as they are, for the stack of a bug. CommonJS, since Node loads that in a few milliseconds less.
 *
 * Shape: the folders of the packages that are in it.
 */
async function bundleProgram() {
  const entry = join(root, 'src/bin.ts');
  // What programs import: functions that load the rest when they are called.
  const library = join(root, 'src/index.ts');
  // The files that are loaded one after the other, whatever the command, and what each is entered by.
  const stages = { start: entry, program: join(root, 'src/cli/main.ts') };
  const { stageOf, findStages } = stagesFrom(stages, entry);
  const { rolldown } = await import('rolldown');
  const bundle = await rolldown({
    input: { bin: entry, index: library },
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
      groups: Object.keys(stages).map((name, at, all) => ({
        name,
        priority: all.length - at,
        test: (id) => stageOf.get(id) === name,
      })),
    },
  });
  // Names that Node can't fail to find: what reads a CommonJS module for them guesses.
  const { exports: names } = output.find(({ facadeModuleId }) => facadeModuleId === library);
  writeFileSync(
    'dist/index.mjs',
    `import library from './index.cjs';\nexport const { ${[...names].sort().join(', ')} } = library;\n`,
  );
  // The same unbundled, as tsc leaves it.
  for (const name of ['bin.js', 'index.js']) rmSync(join('dist', name), { force: true });
  return packagesIn(output);
}

/** The stage that loads a module first; the entry is a separate file. Known once the plugin has seen the end of the build. */
function stagesFrom(stages, start) {
  const stageOf = new Map();
  const findStages = {
    name: 'find-stages',
    buildEnd() {
      for (const [stage, entry] of Object.entries(stages)) {
        const left = [entry];
        for (let id = left.pop(); id !== undefined; id = left.pop()) {
          if (stageOf.has(id)) continue;
          if (id !== start) stageOf.set(id, stage);
          left.push(...(this.getModuleInfo(id)?.importedIds ?? []));
        }
      }
    },
  };
  return { stageOf, findStages };
}

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
    id.endsWith('/src/package/version.ts')
      ? `export const VERSION = ${JSON.stringify(readPackage(root).version)};`
      : null,
};

/**
 * Puts the script of `report.html` into one file, and the style of each page into another: `report.html` goes into every run folder, and the
 * page about all nights is written at the end of every run, so they are made small.
 *
 * Shape: the folders of the packages that are in the scripts.
 */
async function bundlePages() {
  const { rolldown } = await import('rolldown');
  const folder = join(root, 'src/page');
  mkdirSync('dist/page', { recursive: true });
  const bundle = await rolldown({ input: join(folder, 'main.ts'), platform: 'browser' });
  const { output } = await bundle.write({ file: 'dist/page/report.js', format: 'iife', minify: true });
  for (const [page, ...others] of [['report', 'approval'], ['nights']]) {
    const styles = ['base', page, ...others].map((name) => readFileSync(join(folder, `${name}.css`), 'utf8'));
    writeFileSync(`dist/page/${page}.css`, styles.join(''));
  }
  return packagesIn(output);
}

/** The folders of the packages that the modules of a bundle belong to. */
function packagesIn(output) {
  return output
    .flatMap(({ moduleIds = [] }) => moduleIds)
    .flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id.replaceAll('\\', '/')) ?? []);
}

/**
 * Writes what has to come with the packages that are in the bundles, and with no others: their licences, and a list of them for scanners that look
 * for known weaknesses. Both are the same after each build.
 *
 * Errors: a package without a licence, or one that the lockfile does not have.
 */
function writeNotices(folders) {
  const { packages: locked } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  const parts = [...new Set(folders)].sort().map((folder) => readPart(folder, locked));
  const divider = `\n${'-'.repeat(80)}\n\n`;
  writeFileSync('dist/LICENSES.txt', parts.map(({ text }) => text).join(divider));
  writeFileSync('dist/sbom.cdx.json', `${JSON.stringify(toSbom(parts), undefined, 2)}\n`);
}

/** Licences require that each copy of a package comes with its licence. */
function readPart(folder, locked) {
  const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name));
  if (!file) throw new Error(`Cannot bundle "${folder}": it holds no licence`);
  const { name, version, license, dependencies = {} } = readPackage(folder);
  const { integrity } = locked[folder.slice(folder.indexOf('node_modules/'))] ?? {};
  if (!integrity?.startsWith('sha512-'))
    throw new Error(`Cannot bundle "${folder}": it is not in the lockfile`);
  const text = `${name} ${version}\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`;
  return { name, version, license, integrity, text, needs: Object.keys(dependencies) };
}

function readPackage(folder) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}

/** Source: CycloneDX 1.6, https://cyclonedx.org/docs/1.6/json/ */
function toSbom(parts) {
  const { name, version, license } = readPackage(root);
  const program = toComponent({ name, version, license, type: 'application' });
  const components = parts.map((part) => toComponent({ ...part, type: 'library' }));
  const contents = {
    metadata: { component: program },
    components,
    dependencies: [
      { ref: program['bom-ref'], dependsOn: components.map((each) => each['bom-ref']) },
      ...parts.map((part) => ({ ref: purlOf(part), dependsOn: neededBy(part, parts) })),
    ],
  };
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${uuidOf(JSON.stringify(contents))}`,
    version: 1,
    ...contents,
  };
}

function toComponent({ type, name, version, license, integrity }) {
  const purl = purlOf({ name, version });
  return {
    type,
    'bom-ref': purl,
    name,
    version,
    ...(integrity && { scope: 'required', hashes: [{ alg: 'SHA-512', content: hexOf(integrity) }] }),
    licenses: [{ license: { id: license } }],
    purl,
  };
}

/** Source: https://github.com/package-url/purl-spec, type npm: the `@` of a scope is escaped. */
function purlOf({ name, version }) {
  return `pkg:npm/${name.replace(/^@/, '%40')}@${version}`;
}

function neededBy({ needs }, parts) {
  return parts.filter(({ name }) => needs.includes(name)).map(purlOf);
}

function hexOf(integrity) {
  return Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex');
}

/** A version 8 UUID out of what it names, so that the same parts have the same one. Source: RFC 9562, 5.8. */
function uuidOf(text) {
  const hex = createHash('sha256').update(text).digest('hex');
  const variant = '89ab'[Number.parseInt(hex[16], 16) % 4];
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}

/** Keeps the help of the program and of each command as it is where no terminal bounds it: see `src/cli/help/prebuilt-help.ts`. */
async function makeHelp() {
  const { main: run } = await import('../dist/cli/main.js');
  const { COMMANDS } = await import('../dist/cli/commands/command-table.js');
  const outside = { stderr: process.stderr, env: {}, cwd: root };
  mkdirSync('dist/help', { recursive: true });
  const pages = ['--help', '--help-all'].flatMap((flag) => [
    [flag],
    ...COMMANDS.map(({ name }) => [name, flag]),
  ]);
  for (const argv of pages) {
    let text = '';
    const stdout = {
      write: (more) => {
        text += more;
      },
    };
    const code = await run(argv, { ...outside, stdout });
    if (code !== 0 || text === '')
      throw new Error(`Cannot make the help of ${argv.join(' ')}: it ended with ${code}`);
    const end = argv.at(-1).slice('--help'.length);
    writeFileSync(`dist/help/${argv.length === 1 ? 'the-program' : argv[0]}${end}.txt`, text);
  }
}

/**
 * Gives every file that is packed the same mode, whatever the umask of the clone was: npm writes the modes into the package, and with other modes its
 * bytes differ. Windows has no such modes, and npm writes these there.
 */
function setPackModes() {
  if (process.platform === 'win32') return;
  const { bin, files } = readPackage(root);
  const programs = Object.values(bin);
  // What npm packs without being asked.
  const always = ['package.json', 'README.md', 'LICENSE'];
  for (const path of [...always, ...files.filter((each) => !each.startsWith('!'))].flatMap(filesIn))
    chmodSync(path, programs.includes(path) ? 0o755 : 0o644);
}

function filesIn(path) {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path).flatMap((name) => filesIn(`${path}/${name}`));
}

await main();
