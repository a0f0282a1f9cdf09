import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './pages.ts';

/** Calls npm. Errors: with what it said, if it fails. */
export function npm(cwd: string, argv: readonly string[]): void {
  execFileSync('npm', [...argv, '--no-audit', '--no-fund', '--loglevel', 'error'], {
    cwd,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

/** Packs the package as it was built into `folder`, and returns the path of the tarball. */
export function packInto(folder: string): string {
  npm(ROOT, ['pack', '--ignore-scripts', '--pack-destination', folder]);
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  return join(folder, `pricesheet-${version}.tgz`);
}

/** Puts the package into a project as npm would install it. */
export function installPacked(project: string): void {
  const target = join(project, 'node_modules/pricesheet');
  mkdirSync(target, { recursive: true });
  execFileSync('tar', ['-xzf', packInto(project), '--strip-components=1', '-C', target]);
}

/**
 * Node.js as npm's registry has it, in `folder`: the path of the program. `version` as npm takes one: `22`, or `20.19.0`.
 *
 * Errors: those of npm, if there is no such version or no registry.
 */
export function installNode(
  folder: string,
  { platform = 'linux', version }: { readonly platform?: 'linux' | 'win'; readonly version: string },
): string {
  const name = `node-${platform}-x64`;
  mkdirSync(folder, { recursive: true });
  // It would not install a program for another system.
  npm(folder, ['install', '--force', '--no-save', '--prefix', '.', `${name}@${version}`]);
  return join(folder, 'node_modules', name, 'bin', platform === 'win' ? 'node.exe' : 'node');
}
