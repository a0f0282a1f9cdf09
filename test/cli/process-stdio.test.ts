import { EventEmitter } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { main } from '../../src/cli/main.ts';
import { type Host, processStdio } from '../../src/cli/process-stdio.ts';
import { turn } from '../support/gate.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { anAccount, envOf, testSandbox } from '../support/test-sandbox.ts';
import { createSink, folderWith } from './support.ts';

/** A stream that takes nothing any more. */
function failing(code: string): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done(Object.assign(new Error(code), { code })) });
}

interface Scene {
  readonly stdout?: Writable;
  readonly stderr?: Writable;
  readonly argv?: readonly string[];
}

/** Runs `sync` over two listings as a process would, and tells how that process ends. */
async function run({ stdout = createSink().stream, stderr, argv = [] }: Scene) {
  const said = createSink();
  const sandbox = await testSandbox({ catalogue: anAccount([{}, {}]) });
  const cwd = folderWith({ 'prices.csv': 'sku,cost\nSKU-1,6.40\nSKU-2,6.40\n' });
  const stdin = new PassThrough();
  stdin.end();
  const host: Host & EventEmitter = Object.assign(new EventEmitter(), {
    stdin,
    stdout,
    stderr: stderr ?? said.stream,
    env: { XDG_STATE_HOME: tempFolder(), ...envOf(sandbox) },
    cwd: () => cwd,
  });
  const closed: number[] = [];
  const stdio = processStdio(host, (fd) => closed.push(fd));
  host.exitCode = await main(['sync', 'prices.csv', '--out', 'out', ...argv], stdio);
  await turn();
  host.emit('exit');
  return {
    exitCode: host.exitCode,
    files: readdirSync(join(cwd, 'out')).length,
    costs: sandbox.snapshot().listings.map(({ cost }) => cost),
    closed,
    isTold: said.text().includes('Cannot write to standard output'),
  };
}

describe('processStdio', () => {
  it.each<readonly [string, number, Scene]>([
    ['standard output is full', 1, { stdout: failing('ENOSPC') }],
    ['standard output is a terminal that went away', 1, { stdout: failing('EIO') }],
    ['standard output fails in a way without a name', 1, { stdout: failing('') }],
    ['the reader of standard output has gone', 0, { stdout: failing('EPIPE') }],
    ['standard error is full', 0, { stderr: failing('ENOSPC') }],
    ['standard error is a terminal that went away', 0, { stderr: failing('EIO') }],
    ['the reader of standard error has gone', 0, { stderr: failing('EPIPE') }],
    ['both have failed', 1, { stdout: failing('EIO'), stderr: failing('EIO') }],
    ['nothing was to be said', 0, { stdout: failing('ENOSPC'), argv: ['--quiet'] }],
    ['all is well', 0, {}],
  ])('brings the run to its end where %s: exit code %i', async (_name, exitCode, scene) => {
    const isTold = exitCode === 1 && !scene.stderr;
    expect(await run(scene)).toMatchObject({ exitCode, files: 7, costs: [640, 640], isTold });
  });

  it('leaves an exit code that says more, and says nothing of standard output beside it', async () => {
    const argv = ['--max-updates', '1'];
    expect(await run({ stdout: failing('ENOSPC'), argv })).toMatchObject({ exitCode: 4, isTold: false });
  });

  it.each([
    ['a terminal that went away', 'EIO', [0, 1, 2]],
    ['a disk that is full', 'ENOSPC', []],
    ['a reader that has gone', 'EPIPE', []],
  ])('lets go of %s in the way its end needs', async (_name, code, closed) => {
    expect((await run({ stderr: failing(code), argv: ['--max-updates', '1'] })).closed).toEqual(closed);
  });
});

describe('processStdio: the environment', () => {
  it('is handed on as it was, and from then on the process has all of it but the secrets', () => {
    const rest = { PRICESHEET_API_KEY_FILE: 'key', HOME: '/home' };
    const secrets = { PRICESHEET_API_KEY: 'secret', PRICESHEET_WEBHOOK: 'https://hooks.example/secret' };
    const env: Record<string, string> = { ...secrets, ...rest };
    const host: Host = Object.assign(new EventEmitter(), {
      stdin: new PassThrough(),
      stdout: createSink().stream,
      stderr: createSink().stream,
      env,
      cwd: () => '/',
    });
    expect(processStdio(host).env).toEqual({ ...secrets, ...rest });
    expect(env).toEqual(rest);
  });
});
