import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import * as real from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { tryTo } from '../../src/domain/try-to.ts';
import { openSource, type Place, type Source } from '../../src/sheet/open-source.ts';
import { until } from '../support/gate.ts';
import { namedPipe } from '../support/named-pipe.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { collect, inChunks, refusalOfWork } from './support.ts';

/** What happens to the file between the opening of its second reading and its first bytes, or right after its last. */
const meanwhile = vi.hoisted(() => ({ opened: () => {}, read: () => {} }));

vi.mock('node:fs/promises', async (importOriginal) => {
  const original = await importOriginal<typeof import('node:fs/promises')>();
  async function open(path: string) {
    const file = await original.open(path);
    const readBytes = file.read.bind(file) as (...args: unknown[]) => Promise<{ bytesRead: number }>;
    let first = true;
    async function readInTurmoil(...args: unknown[]) {
      if (first) meanwhile.opened();
      first = false;
      const result = await readBytes(...args);
      if (result.bytesRead === 0) meanwhile.read();
      return result;
    }
    return Object.assign(file, { read: readInTurmoil });
  }
  return { ...original, open };
});

beforeEach(() => {
  meanwhile.opened = () => {};
  meanwhile.read = () => {};
});

const CONTENT = 'sku,cost\nA,12.99\n';
const LONG_AGO = new Date('2020-01-01T00:00:00Z');

/** A place without a working folder of its own, and with this on standard input. */
function withInput(stdin: AsyncIterable<Uint8Array>): Place {
  return { cwd: '/', stdin };
}

async function* nothing(): AsyncGenerator<Uint8Array> {}
const NOWHERE = withInput(nothing());
/** Nothing is held. */
const READ_AGAIN = { ...NOWHERE, maxHeldBytes: 0 };

function aFile(content: string | Uint8Array = CONTENT, name = 'prices.csv'): string {
  const path = join(tempFolder(), name);
  real.writeFileSync(path, content);
  real.utimesSync(path, LONG_AGO, LONG_AGO);
  return path;
}

/** Whether this process has a file open, by what Linux says of it. */
function isOpen(path: string): boolean {
  const targetOf = (fd: string) => tryTo(() => real.readlinkSync(`/proc/self/fd/${fd}`));
  return real.readdirSync('/proc/self/fd').some((fd) => targetOf(fd) === path);
}

async function bytesOf(source: Source): Promise<Buffer> {
  return Buffer.concat(await collect(source.read()));
}

function sha256Of(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

describe('openSource', () => {
  it('reads a file as often as need be, and tells its path, name and checksum', async () => {
    const path = aFile();
    const source = await openSource(path, NOWHERE);
    expect(source).toMatchObject({ path, name: 'prices.csv', sha256: sha256Of(CONTENT), packed: false });
    for (const _ of [1, 2, 3]) expect(await bytesOf(source)).toEqual(Buffer.from(CONTENT));
  });

  it('reads standard input whole, in whatever pieces it comes, as often as need be', async () => {
    const content = 'sku,Ä\n';
    const source = await openSource('-', withInput(inChunks(content, 1)));
    expect(source).toMatchObject({ path: '-', name: 'stdin', sha256: sha256Of(content), packed: false });
    for (const _ of [1, 2]) expect((await bytesOf(source)).toString()).toBe(content);
  });

  it.skipIf(process.platform === 'win32').each([
    ['small', 17],
    ['larger than what a pipe holds', 300_000],
    ['empty', 0],
  ])('reads a pipe to its end: %s', async (_name, size) => {
    const path = namedPipe(join(tempFolder(), 'pipe.csv'));
    const writer = spawn('sh', ['-c', 'head -c "$1" /dev/zero > "$2"', 'sh', String(size), path]);
    onTestFinished(() => void writer.kill('SIGKILL'));
    const source = await openSource(path, NOWHERE);
    expect([(await bytesOf(source)).length, (await bytesOf(source)).length]).toEqual([size, size]);
  });

  it.runIf(process.platform === 'linux')('gives up a silent pipe once it is told to', async () => {
    const path = namedPipe(join(tempFolder(), 'pipe.csv'));
    const stop = new AbortController();
    const opening = openSource(path, { ...NOWHERE, signal: stop.signal });
    await until(() => isOpen(path));
    const reason = new Error('Told to stop');
    stop.abort(reason);
    // Whoever still reads takes it for a sheet without a line.
    real.closeSync(real.openSync(path, 'r+'));
    await expect(opening).rejects.toBe(reason);
  });

  it('refuses a file that is not there', async () => {
    const path = join(tempFolder(), 'prices.csv');
    expect(await refusalOfWork(openSource(path, NOWHERE))).toEqual({
      message: `Cannot read the sheet "${path}": there is no such file`,
      hint: undefined,
    });
  });

  it('refuses a folder', async () => {
    const path = tempFolder();
    expect((await refusalOfWork(openSource(path, NOWHERE))).message).toBe(
      `Cannot read the sheet "${path}": it is a folder`,
    );
  });

  it('says why a file cannot be read any further', async () => {
    const path = aFile();
    meanwhile.opened = () => {
      throw Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO' });
    };
    expect((await refusalOfWork(openSource(path, NOWHERE))).message).toBe(
      `Cannot read the sheet "${path}": the disk failed`,
    );
  });

  const CHANGED = 'it changed while it was being read';
  const CHANGES: readonly (readonly [string, (path: string) => void])[] = [
    ['grew', (path) => real.appendFileSync(path, 'B,7.50\n')],
    ['shrank', (path) => real.truncateSync(path, 12)],
    ['was overwritten in place', (path) => real.writeFileSync(path, CONTENT.replace('12.99', '99.12'))],
    [
      'was replaced by another of the same length and age',
      (path) => {
        real.writeFileSync(`${path}.new`, CONTENT.replace('12.99', '99.12'));
        real.utimesSync(`${path}.new`, LONG_AGO, LONG_AGO);
        real.renameSync(`${path}.new`, path);
      },
    ],
    ['was removed', (path) => real.rmSync(path)],
  ];
  const CASES = (['opened', 'read'] as const).flatMap((moment) =>
    CHANGES.flatMap(([what, change]) =>
      (['first', 'again'] as const).map((time) => [what, moment, time, change] as const),
    ),
  );

  it.each(CASES)('refuses one that %s once it was %s to be read %s', async (_what, moment, time, change) => {
    const path = aFile();
    const source = time === 'again' ? await openSource(path, READ_AGAIN) : undefined;
    meanwhile[moment] = () => {
      meanwhile[moment] = () => {};
      change(path);
    };
    expect(await refusalOfWork(source ? bytesOf(source) : openSource(path, NOWHERE))).toEqual({
      message: `Cannot use the sheet "${path}": ${CHANGED}`,
      hint: 'Run again once the program that writes it has finished',
    });
  });

  it.each(CHANGES)('refuses a file that %s between two readings', async (what, change) => {
    const path = aFile();
    const source = await openSource(path, READ_AGAIN);
    change(path);
    const { message } = await refusalOfWork(bytesOf(source));
    expect(message).toContain(what === 'was removed' ? 'there is no such file' : CHANGED);
  });

  it('refuses a file whose bytes changed though size, age and place did not', async () => {
    const path = aFile();
    const source = await openSource(path, READ_AGAIN);
    real.writeFileSync(path, CONTENT.replace('12.99', '99.12'));
    real.utimesSync(path, LONG_AGO, LONG_AGO);
    expect((await refusalOfWork(bytesOf(source))).message).toContain(CHANGED);
  });

  it('refuses a file that was short only while it was read', async () => {
    const path = aFile();
    meanwhile.opened = () => real.truncateSync(path, 12);
    meanwhile.read = () => {
      real.writeFileSync(path, CONTENT);
      real.utimesSync(path, LONG_AGO, LONG_AGO);
    };
    expect((await refusalOfWork(openSource(path, NOWHERE))).message).toContain(CHANGED);
  });

  describe('packed with gzip', () => {
    const LONG = Buffer.from(
      Array.from({ length: 50_000 }, (_, index) => `A-${index},${(index * 7919) % 1000}.99\n`).join(''),
    );

    it.each([
      ['a short file', Buffer.from(CONTENT)],
      ['a long file', LONG],
    ])('unpacks %s as often as need be', async (_name, content) => {
      const packed = gzipSync(content);
      const source = await openSource(aFile(packed, 'prices.csv.gz'), NOWHERE);
      expect(source).toMatchObject({ name: 'prices.csv', sha256: sha256Of(packed), packed: true });
      for (const _ of [1, 2]) expect((await bytesOf(source)).equals(content)).toBe(true);
    });

    it('needs no name to know it by, and reads standard input too', async () => {
      const packed = gzipSync(CONTENT);
      expect((await bytesOf(await openSource(aFile(packed), NOWHERE))).toString()).toBe(CONTENT);
      const source = await openSource('-', withInput(inChunks(packed, 1)));
      expect(source).toMatchObject({ name: 'stdin', packed: true });
      expect((await bytesOf(source)).toString()).toBe(CONTENT);
    });

    it('unpacks several packed files one after the other', async () => {
      const path = aFile(Buffer.concat([gzipSync('sku,cost\n'), gzipSync('A,1\n')]));
      expect((await bytesOf(await openSource(path, READ_AGAIN))).toString()).toBe('sku,cost\nA,1\n');
    });

    const packed = gzipSync(LONG);
    const flipped = (at: number): Buffer => {
      const bytes = Buffer.from(packed);
      bytes[at] = (bytes[at] ?? 0) ^ 0xff;
      return bytes;
    };

    it.each([
      ['cut short', 'in the middle', packed.subarray(0, packed.length / 2)],
      ['cut short', 'before its checksum', packed.subarray(0, -8)],
      ['cut short', 'by a byte', packed.subarray(0, -1)],
      ['cut short', 'in its head', packed.subarray(0, 5)],
      ['damaged', 'in its content', flipped(Math.floor(packed.length / 2))],
      ['damaged', 'in its checksum', flipped(packed.length - 6)],
      ['damaged', 'in its length', flipped(packed.length - 2)],
    ])('refuses what is %s %s', async (what, _where, content) => {
      const path = aFile(content);
      expect(await refusalOfWork(bytesOf(await openSource(path, READ_AGAIN)))).toEqual({
        message: `Cannot unpack the sheet "${path}": it is ${what}`,
        hint: 'Copy or pack it again',
      });
    });
  });
});
