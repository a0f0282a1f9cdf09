import { execFileSync } from 'node:child_process';

/** Calls npm. Errors: with what it said, if it fails. */
export function npm(cwd: string, argv: readonly string[]): void {
  execFileSync('npm', [...argv, '--no-audit', '--no-fund', '--loglevel', 'error'], {
    cwd,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}
