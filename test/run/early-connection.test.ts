import { connect, createServer } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { SheetError } from '../../src/domain/errors.ts';
import type { RunHost } from '../../src/run/job/run.ts';
import { sync } from '../../src/run/sync.ts';
import { someLimits } from '../plan/support.ts';
import { listen } from '../service/support.ts';
import { EVERY_ROW, READING } from '../support/some-run.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { anAccount, testSandbox } from '../support/test-sandbox.ts';
import { until } from '../support/turn.ts';
import { someHost, someSettings } from './support.ts';

/** Leads to the sandbox, and counts connections. */
async function startFront() {
  const sandbox = await testSandbox({ catalogue: anAccount([{}, {}]) });
  const { port, pathname } = new URL(sandbox.url);
  const seen = { connections: 0, open: 0 };
  const server = createServer((socket) => {
    seen.connections++;
    seen.open++;
    const behind = connect(Number(port), '127.0.0.1');
    socket.on('error', () => behind.destroy()).on('close', () => seen.open--);
    behind.on('error', () => socket.destroy());
    socket.pipe(behind).pipe(socket);
  });
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${await listen(server)}${pathname}`.replace(/\/$/, '');
  return { sandbox, seen, url };
}

function run(url: string, stdin: AsyncIterable<Uint8Array>, host: Partial<RunHost['ports']> = {}) {
  return sync(
    {
      command: 'sync',
      sheet: '-',
      reading: { ...READING, delimiter: ',' },
      ...EVERY_ROW,
      limits: someLimits({}),
      settings: someSettings(url),
    },
    stdin,
    someHost(tempFolder(), host),
  );
}

describe('sync', () => {
  it('has connected to the service before it has read the sheet, and sent nothing', async () => {
    const { sandbox, seen, url } = await startFront();
    async function* sheet() {
      yield Buffer.from('sku,cost\nSKU-1,6.40\n');
      await until(() => seen.connections === 1);
      expect(sandbox.requests).toEqual([]);
      yield Buffer.from('SKU-2,6.40\n');
    }
    const { digest } = await run(url, sheet());
    expect(digest.byStatus.updated).toBe(2);
    await until(() => seen.open === 0);
  });

  it('sends nothing for a sheet that can’t be read, and closes the connection', async () => {
    const { sandbox, seen, url } = await startFront();
    async function* sheet() {
      await until(() => seen.connections === 1);
      yield Buffer.from('no header that says anything\n');
    }
    await expect(run(url, sheet())).rejects.toBeInstanceOf(SheetError);
    await until(() => seen.open === 0);
    expect([sandbox.requests, seen.connections]).toEqual([[], 1]);
  });
});
