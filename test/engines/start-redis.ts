import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { onTestFinished } from 'vitest';
import { tempFolder } from '../support/temp-folder.ts';

/** A server for one test, on a free port of this machine, that keeps nothing. Resolves with its address. */
export async function startRedis(): Promise<string> {
  const dir = tempFolder();
  for (;;) {
    const port = await findPort();
    const options = { port, bind: '127.0.0.1', dir, save: '', appendonly: 'no' };
    const argv = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
    const server = spawn('redis-server', argv, { stdio: ['ignore', 'pipe', 'ignore'] });
    const closed = once(server, 'close').catch((cause: unknown) => {
      throw new Error('Cannot start redis-server: install it with apt-get install redis-server', { cause });
    });
    if (await Promise.race([isReady(server), closed.then(() => false)])) {
      onTestFinished(async () => {
        server.kill('SIGKILL');
        await closed;
      });
      return `redis://127.0.0.1:${port}`;
    }
    // Somebody else took the port in between.
  }
}

async function findPort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

function isReady({ stdout }: ChildProcess): Promise<true> {
  return new Promise((done) => {
    let said = '';
    stdout?.on('data', (chunk: Buffer) => {
      said += chunk;
      if (said.includes('Ready to accept connections')) done(true);
    });
  });
}
