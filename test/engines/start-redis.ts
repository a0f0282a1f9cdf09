import { createServer } from 'node:net';
import { listen } from '../service/support.ts';
import { startProgram } from '../support/run-program.ts';
import { tempFolder } from '../support/temp-folder.ts';

/** A server for one test, on a free port of this machine, that keeps nothing. Resolves with its address. */
export async function startRedis(): Promise<string> {
  const probe = createServer();
  const port = await listen(probe);
  await new Promise((done) => probe.close(done));
  const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const server = startProgram(options, { cwd: tempFolder(), command: 'redis-server' });
  await server.said('Ready to accept connections');
  return `redis://127.0.0.1:${port}`;
}
