import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of the package that a module belongs to: one, or none. */
export function packageOf(id) {
  return /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id.replaceAll('\\', '/')) ?? [];
}

/**
 * Writes what has to come with the packages that are in the bundles, and with no others: their licences, and a list of them for scanners that look
 * for known weaknesses. Both are the same after each build.
 *
 * Errors: a package without a licence, or one that the lockfile does not have.
 */
export function writeNotices(root, folders) {
  const { packages: locked } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const parts = [...new Set(folders)].sort().map((folder) => readPart(folder, locked));
  const divider = `\n${'-'.repeat(80)}\n\n`;
  writeFileSync(join(root, 'dist/LICENSES.txt'), parts.map(({ text }) => text).join(divider));
  writeFileSync(join(root, 'dist/sbom.cdx.json'), `${JSON.stringify(toSbom(root, parts), undefined, 2)}\n`);
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
function toSbom(root, parts) {
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
