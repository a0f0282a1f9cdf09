import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { configSchema } from '../src/settings/config-schema.ts';
import { PUBLISHED } from './support/json-schema.ts';
import { isPage, linksOf, ROOT, readPage, targetOf } from './support/pages.ts';

const PACKAGE = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

/** The files that a built file loads before it does anything. */
function importedBy(path: string): readonly string[] {
  const found = new Set<string>();
  const left = [path];
  for (let file = left.pop(); file !== undefined; file = left.pop()) {
    for (const [, to = ''] of readFileSync(file, 'utf8').matchAll(
      /^const \w+ = require\("(\.[^"]+)"\);$/gm,
    )) {
      const imported = join(dirname(file), to);
      if (!found.has(imported)) left.push(imported);
      found.add(imported);
    }
  }
  return [...found];
}

/** Of a chunk, without what differs from one build to another. */
function nameOf(path: string): string {
  return basename(path).replace(/-[\w-]{8}\.cjs$/, '');
}

function packagesIn(paths: readonly string[]): readonly (string | undefined)[] {
  const names = paths
    .map((path) => readFileSync(path, 'utf8'))
    .flatMap((code) => [...code.matchAll(/^\/\/ node_modules\/([^/]+)\/.*$/gm)])
    .map(([, name]) => name);
  return [...new Set(names)].sort();
}

interface Component {
  readonly name: string;
  readonly version: string;
  readonly 'bom-ref': string;
}

const SBOM: {
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly dependsOn: readonly string[] }[];
} = JSON.parse(readFileSync(join(ROOT, 'dist/sbom.cdx.json'), 'utf8'));

function readSchema(name: string): object {
  const folder = join(ROOT, 'node_modules/@cyclonedx/cyclonedx-library/res/schema');
  return JSON.parse(readFileSync(join(folder, `${name}.SNAPSHOT.schema.json`), 'utf8'));
}

function chunks(): readonly string[] {
  const files = readdirSync(join(ROOT, 'dist/chunks')).map((name) => join('chunks', name));
  return ['bin.cjs', ...files].map((path) => readFileSync(join(ROOT, 'dist', path), 'utf8'));
}

/** The packages whose code is in the program, as its comments name them. */
function bundled(): readonly string[] {
  const names = chunks().flatMap((code) =>
    [...code.matchAll(/^\/\/ node_modules\/((?:@[^/\n]+\/)?[^/\n]+)\//gm)].map(([, name = '']) => name),
  );
  return [...new Set([...names, ...ofThePage()])].sort();
}

/** The script of a page is made small, and says no more which packages are in it. */
function ofThePage(): readonly string[] {
  const folder = join(ROOT, 'src/page');
  const sources = readdirSync(folder).filter((name) => name.endsWith('.ts'));
  return sources.flatMap((name) =>
    [...readFileSync(join(folder, name), 'utf8').matchAll(/ from '((?:@[^/']+\/)?[^./'][^/']*)[^']*';/g)].map(
      ([, found = '']) => found,
    ),
  );
}

/** What the program loads that is neither Node's nor its own. Node 20 does not know node:sqlite, which undici only asks for where it keeps a cache. */
function required(): readonly string[] {
  const ids = chunks().flatMap((code) =>
    [...code.matchAll(/\brequire\("([^"]+)"\)/g)].map(([, id = '']) => id),
  );
  return [...new Set(ids)].filter((id) => !id.startsWith('.') && !isBuiltin(id) && id !== 'node:sqlite');
}

describe.skipIf(process.platform === 'win32')('the package', () => {
  it('has a program that can be run: a linked command leads to it', () => {
    const program = join(ROOT, 'dist/bin.cjs');
    expect(statSync(program).mode & 0o111).toBe(0o111);
    expect(execFileSync(program, ['--version'], { encoding: 'utf8' })).toBe(`${PACKAGE.version}\n`);
  });

  it('brings along all that it needs: nothing is installed beside it', () => {
    expect(Object.keys(PACKAGE).filter((key) => /dependencies/i.test(key))).toEqual(['devDependencies']);
    expect(required()).toEqual([]);
  });

  it('lists what is in it, and nothing else', () => {
    const { components } = SBOM;
    expect(components.map(({ name }) => name)).toEqual(bundled());
    for (const { name, version } of components) {
      const folder = join(ROOT, 'node_modules', name);
      expect(version).toBe(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version);
    }
  });

  it('lists it as CycloneDX wants it', () => {
    const ajv = new Ajv({ strict: false, validateFormats: false });
    for (const name of ['spdx', 'jsf-0.82', 'cryptography-defs'])
      ajv.addSchema(readSchema(name), `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`);
    const validate = ajv.compile(readSchema('bom-1.6'));
    validate(SBOM);
    expect(validate.errors).toBeNull();
    const refs = new Set(SBOM.components.map((component) => component['bom-ref']));
    expect(SBOM.dependencies.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !refs.has(ref))).toEqual(
      [],
    );
  });

  it('holds the licences of all that is in it', () => {
    const licenses = readFileSync(join(ROOT, 'dist/LICENSES.txt'), 'utf8');
    for (const { name, version } of SBOM.components)
      expect(licenses).toMatch(new RegExp(`^${name} ${version}\\n\\n(?:.*\\n){0,6}.*Copyright`, 'm'));
  });

  it('loads a single small file before it knows the command, and one more before it runs the command', () => {
    const start = importedBy(join(ROOT, 'dist/bin.cjs'));
    expect(start.map(nameOf).sort()).toEqual(['rolldown-runtime', 'start']);
    expect(packagesIn(start)).toEqual([]);
    const [next = ''] =
      /require\("(\.\/chunks\/[^"]+)"\)\)/.exec(readFileSync(join(ROOT, 'dist/bin.cjs'), 'utf8'))?.slice(1) ??
      [];
    const program = join(ROOT, 'dist', next);
    expect([program, ...importedBy(program)].map(nameOf).sort()).toEqual([
      'program',
      'rolldown-runtime',
      'start',
    ]);
    expect(packagesIn([program])).toEqual([]);
  });

  it('holds nothing of what its packages bring along for others: fetch, HTTP/2', () => {
    const modules = chunks().flatMap((code) => [...code.matchAll(/^\/\/ node_modules\/(undici\/.*)$/gm)]);
    const names = modules.map(([, name]) => name);
    expect(names).toContain('undici/lib/dispatcher/client.js');
    expect(names.filter((name) => /fetch\/index|websocket|client-h2|mock/.test(name ?? ''))).toEqual([]);
  });

  it('holds the JSON Schema of each document that programs read', () => {
    const folder = join(ROOT, 'dist/schema');
    const published = readdirSync(folder).map((file) => [
      file.replace('.schema.json', ''),
      JSON.parse(readFileSync(join(folder, file), 'utf8')),
    ]);
    expect(Object.fromEntries(published)).toEqual({
      ...Object.fromEntries(PUBLISHED),
      pricesheet: configSchema(),
    });
    expect(PACKAGE.files).toContain('dist/schema');
  });

  it('holds what its pages link to', () => {
    const dryRun = ['pack', '--dry-run', '--json', '--ignore-scripts'];
    const [{ files }] = JSON.parse(
      execFileSync('npm', dryRun, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
    );
    const packed: readonly string[] = files.map(({ path }: { readonly path: string }) => path);
    const pages = packed.filter(isPage).map(readPage);
    expect(pages.length).toBeGreaterThan(10);
    const missing = pages.flatMap((page) =>
      linksOf(page)
        .map((link) => targetOf(page, link).file)
        .filter((link) => !packed.some((path) => path === link || path.startsWith(`${link}/`)))
        .map((link) => `${page.path} -> ${link}`),
    );
    // For those who work on the program, who have a clone of it.
    const forOthers =
      'docs/decisions/benchmarks.md ARCHITECTURE.md CONTRIBUTING.md docs/decisions src/domain/documents'.split(
        ' ',
      );
    expect(missing).toEqual(forOthers.map((page) => `README.md -> ${page}`));
    expect(packed.filter((path) => /^docs\/(?:container|decisions)\//.test(path))).toEqual([]);
  });
});
