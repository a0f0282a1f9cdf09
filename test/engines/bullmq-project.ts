import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { onTestFinished } from 'vitest';
import { ROOT } from '../support/pages.ts';
import { collectOutput, type Ended } from '../support/run-program.ts';
import { tempFolder } from '../support/temp-folder.ts';

export interface Started {
  readonly ended: Promise<Ended>;
  /** All that it has said so far. */
  output(): string;
  /** Done when it has said this. Fails if it ends without. */
  said(text: string): Promise<void>;
  kill(signal: NodeJS.Signals): void;
}

export interface Project {
  /** Starts one of its programs: `worker`. */
  start(name: string, argv?: readonly string[], env?: Readonly<Record<string, string>>): Started;
}

/** The example as somebody else's project: copied, with its packages and ours as packed, and compiled. */
export function openProject(env: Readonly<Record<string, string>>): Project {
  const folder = tempFolder();
  cpSync(join(ROOT, 'docs/examples/bullmq'), folder, { recursive: true });
  const packages = join(folder, 'node_modules');
  mkdirSync(join(packages, '@types'), { recursive: true });
  for (const name of ['bullmq', 'ioredis', '@types/node', 'undici-types'])
    symlinkSync(join(ROOT, 'node_modules', name), join(packages, name));
  const [{ filename }] = JSON.parse(
    execFileSync('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder], {
      cwd: ROOT,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  );
  execFileSync('tar', ['-xzf', filename], { cwd: folder });
  execFileSync('mv', ['package', join(packages, 'pricesheet')], { cwd: folder });
  execFileSync(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc')], {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const place = { PATH: process.env['PATH'], XDG_STATE_HOME: tempFolder(), ...env };
  return {
    start: (name, argv = [], more = {}) =>
      start(join(folder, 'dist', `${name}.js`), argv, { ...place, ...more }),
  };
}

function start(script: string, argv: readonly string[], env: NodeJS.ProcessEnv): Started {
  const child = spawn(process.execPath, [script, ...argv], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = collectOutput(child);
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  let text = '';
  const listeners = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      text += chunk;
      for (const look of listeners) look();
    });
  return {
    ended,
    output: () => text,
    said: (wanted) =>
      new Promise((done, fail) => {
        const look = (): void => {
          if (text.includes(wanted)) done();
        };
        listeners.add(look);
        look();
        void ended.then(() => fail(new Error(`It ended without saying "${wanted}":\n${text}`)));
      }),
    kill: (signal) => void child.kill(signal),
  };
}
