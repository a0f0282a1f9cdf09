import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempFolder } from './support/temp-folder.ts';

const ROOT = resolve(import.meta.dirname, '..');
const README = readFileSync(join(ROOT, 'README.md'), 'utf8');
const PACKAGE = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

function npm(cwd: string, ...argv: readonly string[]): string {
  return execFileSync('npm', argv, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}

/** What a build needs, in a place where it is in nobody's way. */
function copyOfSources(): string {
  const folder = tempFolder();
  for (const name of ['package.json', 'tsconfig.json', 'src'])
    cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'dir');
  return folder;
}

describe.skipIf(process.platform === 'win32')('the package', () => {
  it('has a program that can be run after each build: a linked command leads to it', () => {
    const folder = copyOfSources();
    const program = join(folder, 'dist/bin.js');
    for (const _ of ['first', 'second']) {
      npm(folder, 'run', 'build');
      expect(statSync(program).mode & 0o111).toBe(0o111);
      expect(execFileSync(program, ['--version'], { encoding: 'utf8' })).toBe(`${PACKAGE.version}\n`);
    }
  });

  it('is built before it is packed', () => {
    expect(PACKAGE.scripts.prepack).toMatch(/\bbuild\b/);
  });

  it('holds the pages that its README leads to, but for the one on working on it', () => {
    const [{ files }] = JSON.parse(npm(ROOT, 'pack', '--dry-run', '--json', '--ignore-scripts'));
    const packed = files.map(({ path }: { readonly path: string }) => path);
    const links = [...README.matchAll(/\]\((?!https?:)([^)#]+)\)/g)].map(([, link = '']) => link);
    const missing = [...links, '.env.example'].filter(
      (link) => !packed.some((path: string) => path === link || path.startsWith(`${link}/`)),
    );
    expect(missing).toEqual(['CONTRIBUTING.md']);
  });
});
