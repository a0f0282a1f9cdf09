import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { installPacked } from '../support/npm.ts';
import { ROOT } from '../support/pages.ts';
import { type Running, startProgram } from '../support/run-program.ts';
import { tempFolder } from '../support/temp-folder.ts';

/** Starts one of the programs of the example: `worker`. */
type Start = (name: string, argv?: readonly string[], env?: Readonly<Record<string, string>>) => Running;

/** The example as somebody else's project: copied, with its packages and ours as packed, and compiled. */
export function openProject(env: Readonly<Record<string, string>>): Start {
  const folder = tempFolder();
  cpSync(join(ROOT, 'docs/examples/bullmq'), folder, { recursive: true });
  const packages = join(folder, 'node_modules');
  mkdirSync(join(packages, '@types'), { recursive: true });
  for (const name of ['bullmq', 'ioredis', '@types/node', 'undici-types'])
    symlinkSync(join(ROOT, 'node_modules', name), join(packages, name));
  installPacked(folder);
  execFileSync(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc')], {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const place = { XDG_STATE_HOME: tempFolder(), ...env };
  return (name, argv = [], more = {}) =>
    startProgram([join(folder, 'dist', `${name}.js`), ...argv], {
      cwd: folder,
      env: { ...place, ...more },
      command: process.execPath,
    });
}
