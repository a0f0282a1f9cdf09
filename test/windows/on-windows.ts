import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { inject, onTestFinished } from 'vitest';
import type { Sandbox } from '../../src/sandbox/start-sandbox.ts';
import { gate } from '../support/gate.ts';
import type { Ended, Running } from '../support/run-program.ts';
import { splitSettings } from '../support/split-settings.ts';
import { startShellLine } from '../support/start-at-terminal.ts';
import { tempFolder } from '../support/temp-folder.ts';
import type { Machine } from './set-up.ts';

const machine = inject('windows');

/** Without it tests are left out, and `test/windows/set-up.ts` has said why. */
export const HAS_WINDOWS = typeof machine !== 'string';

function windows(): Machine {
  if (typeof machine === 'string') throw new Error(machine);
  return machine;
}

/** A path of Linux as Windows sees it there. */
export function toWindows(path: string): string {
  return `Z:${path.replaceAll('/', '\\')}`;
}

export interface Started {
  readonly ended: Promise<Ended>;
  /** At once, without a chance to do anything first. */
  kill(): void;
}

/** The environment of Windows' programs: no settings but the given ones. `LC_ALL`: otherwise Wine sees no file whose name is not ASCII. */
function envOf({ prefix, programs }: Machine, env: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  return {
    PATH: process.env['PATH'],
    HOME: dirname(prefix),
    LC_ALL: 'C.UTF-8',
    WINEPREFIX: prefix,
    WINEDEBUG: '-all',
    WINEPATH: toWindows(programs),
    NODE_OPTIONS: `-r ${scriptOf('before-program.cjs').replaceAll('\\', '/')}`,
    ...env,
  };
}

function scriptOf(name: string): string {
  return toWindows(join(import.meta.dirname, name));
}

/** Starts a script in Windows' Node.js. Its output goes into files, since Node.js can't write into a pipe of Linux under Wine. */
function startNode(words: readonly string[], cwd: string): Started {
  const { argv, env } = splitSettings(words);
  const folder = tempFolder();
  const files = ['stdout', 'stderr'].map((name) => join(folder, name));
  const [stdout = 1, stderr = 2] = files.map((path) => openSync(path, 'w'));
  const { programs } = windows();
  // `wine` becomes this program, so that a signal to it is one to the program.
  const child = spawn('wine', [join(programs, 'node.exe'), ...argv], {
    cwd,
    env: envOf(windows(), env),
    stdio: ['ignore', stdout, stderr],
  });
  for (const file of [stdout, stderr]) closeSync(file);
  const ended = new Promise<Ended>((done, fail) => {
    child.on('error', fail);
    child.on('close', (code, signal) => {
      const [said = '', complained = ''] = files.map((path) => readFileSync(path, 'utf8'));
      done({ code: code ?? signal ?? -1, stdout: said, stderr: complained });
    });
  });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return { ended, kill: () => void child.kill('SIGKILL') };
}

function bin(): string {
  return toWindows(join(windows().programs, 'node_modules/pricesheet/dist/bin.cjs'));
}

/** Starts `pricesheet`, as it is installed. */
export function start(argv: readonly string[], cwd: string): Started {
  return startNode([bin(), ...argv], cwd);
}

/** Types a line into cmd. */
export function typeIntoCmd(line: string, cwd: string): Promise<Ended> {
  const path = join(tempFolder(), 'line');
  writeFileSync(path, line);
  return startNode([scriptOf('run-line.cjs'), toWindows(path)], cwd).ended;
}

/** Starts `pricesheet` at a terminal, where Wine turns keys into the events of a console. */
export function startAtConsole(typed: readonly string[], cwd: string): Running {
  const { argv, env } = splitSettings(typed);
  const words = [join(windows().programs, 'node.exe'), bin(), ...argv].map((word) => `'${word}'`);
  return startShellLine(`stty cols 200 rows 40; exec wine ${words.join(' ')}`, {
    cwd,
    env: envOf(windows(), { TERM: 'xterm', ...env }) as Readonly<Record<string, string>>,
  });
}

/** Has another program keep a file open, shared with nobody, until it is asked to close it. */
export async function holdOpen(path: string, cwd: string): Promise<() => Promise<void>> {
  const { port, release } = await listenForHolder();
  const holder = startNode([scriptOf('hold-file.cjs'), path, String(port)], cwd);
  return closerOf(holder, release);
}

/** Has cmd keep a file open for writing, as a redirection does: others may still read it. */
export async function redirectInto(path: string, cwd: string): Promise<() => Promise<void>> {
  const { port, release } = await listenForHolder();
  const ended = typeIntoCmd(`node ${scriptOf('hold-file.cjs')} "" ${port} >> "${path}"`, cwd);
  return closerOf({ ended }, release);
}

async function closerOf({ ended }: Pick<Started, 'ended'>, release: Promise<() => void>) {
  const letGo = await Promise.race([
    release,
    ended.then(({ stdout, stderr }) => {
      throw new Error(`The file was not held: ${stdout}${stderr}`);
    }),
  ]);
  return async (): Promise<void> => {
    letGo();
    await ended;
  };
}

/** A port, and what ends the connection of the one who connects to it: done once somebody has. */
async function listenForHolder() {
  const connected = gate();
  const ends: (() => void)[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => {});
    ends.push(() => void socket.destroy());
    connected.open();
  });
  const listening = gate();
  server.listen(0, '127.0.0.1', listening.open);
  onTestFinished(() => {
    for (const end of ends) end();
    server.close();
  });
  await listening.opened;
  const address = server.address();
  const release = connected.opened.then(() => () => {
    for (const end of ends) end();
  });
  return { port: typeof address === 'object' ? address?.port : undefined, release };
}

/** A folder with a sheet and an `.env` for this service, its lines ending as editors of Windows end them. */
export function openFolder({ url, apiKey }: Pick<Sandbox, 'url' | 'apiKey'>, sheet = ''): string {
  const cwd = tempFolder();
  const lines = [`PRICESHEET_BASE_URL=${url}`, `PRICESHEET_API_KEY=${apiKey}`, ''];
  writeFileSync(join(cwd, '.env'), lines.join('\r\n'));
  if (sheet !== '') writeFileSync(join(cwd, 'costs.csv'), sheet);
  return cwd;
}
