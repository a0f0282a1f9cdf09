import { createHash } from 'node:crypto';
import * as real from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { SheetError } from '../../src/domain/errors.ts';
import { type Place, readSource } from '../../src/sheet/read-source.ts';
import { tempFolder } from '../support/temp-folder.ts';

/** What happens to the file between its opening and its reading, or right after the reading. */
const meanwhile = vi.hoisted(() => ({ opened: () => {}, read: () => {} }));

vi.mock('node:fs/promises', async (importOriginal) => {
  const original = await importOriginal<typeof import('node:fs/promises')>();
  async function open(path: string) {
    const file = await original.open(path);
    const readFile = file.readFile.bind(file) as () => Promise<Buffer>;
    async function readInTurmoil() {
      meanwhile.opened();
      const bytes = await readFile();
      meanwhile.read();
      return bytes;
    }
    return Object.assign(file, { readFile: readInTurmoil });
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

function aFile(content: string | Uint8Array = CONTENT): string {
  const path = join(tempFolder(), 'prices.csv');
  real.writeFileSync(path, content);
  real.utimesSync(path, LONG_AGO, LONG_AGO);
  return path;
}

async function refusalOf(path: string): Promise<{ message: string; hint: string | undefined }> {
  const error: unknown = await readSource(path, NOWHERE).catch((error: unknown) => error);
  if (!(error instanceof SheetError)) throw new Error(`Not a SheetError: ${String(error)}`);
  return { message: error.message, hint: error.hint };
}

describe('readSource', () => {
  it('reads a file whole, and tells its path, name and checksum', async () => {
    const path = aFile();
    expect(await readSource(path, NOWHERE)).toEqual({
      path,
      name: 'prices.csv',
      bytes: Buffer.from(CONTENT),
      sha256: createHash('sha256').update(CONTENT).digest('hex'),
    });
  });

  it('looks for a relative path in the working folder, and keeps it as it was given', async () => {
    const path = aFile();
    const source = await readSource('./prices.csv', { ...NOWHERE, cwd: dirname(path) });
    expect(source).toMatchObject({ path: './prices.csv', name: 'prices.csv', bytes: Buffer.from(CONTENT) });
  });

  it('reads a large file whole', async () => {
    const content = Buffer.alloc(3_000_000, 'A,12.99\n');
    const { bytes } = await readSource(aFile(content), NOWHERE);
    expect(content.equals(bytes)).toBe(true);
  });

  it('reads standard input whole, in whatever pieces it comes', async () => {
    async function* pieces() {
      for (const byte of Buffer.from('sku,Ä\n')) yield Uint8Array.of(byte);
    }
    expect(await readSource('-', withInput(pieces()))).toEqual({
      path: '-',
      name: 'stdin',
      bytes: Buffer.from('sku,Ä\n'),
      sha256: createHash('sha256').update('sku,Ä\n').digest('hex'),
    });
  });

  it('hands on that standard input broke', async () => {
    async function* broken() {
      yield Buffer.from('sku\n');
      throw new Error('EIO');
    }
    await expect(readSource('-', withInput(broken()))).rejects.toThrow('EIO');
  });

  it('refuses a file that is not there', async () => {
    const path = join(tempFolder(), 'prices.csv');
    expect(await refusalOf(path)).toEqual({
      message: `Cannot read the sheet "${path}": there is no such file`,
      hint: undefined,
    });
  });

  it('refuses a folder', async () => {
    const path = tempFolder();
    expect((await refusalOf(path)).message).toBe(`Cannot read the sheet "${path}": it is a folder`);
  });

  it('says why a file cannot be opened', async () => {
    const path = join(aFile(), 'inside-a-file.csv');
    expect((await refusalOf(path)).message).toMatch(
      /^Cannot read the sheet ".*inside-a-file.csv": .*ENOTDIR/,
    );
  });

  it('refuses a file that was short only while it was read', async () => {
    const path = aFile();
    meanwhile.opened = () => real.truncateSync(path, 12);
    meanwhile.read = () => {
      real.writeFileSync(path, CONTENT);
      real.utimesSync(path, LONG_AGO, LONG_AGO);
    };
    expect((await refusalOf(path)).message).toContain('it changed while it was being read');
  });

  const AMID_READING = ['opened', 'read'] as const;
  const CHANGES: readonly (readonly [string, (path: string) => void])[] = [
    ['grew', (path) => real.appendFileSync(path, 'B,7.50\n')],
    [
      'grew and kept its age',
      (path) => {
        real.appendFileSync(path, 'B,7.50\n');
        real.utimesSync(path, LONG_AGO, LONG_AGO);
      },
    ],
    ['shrank', (path) => real.truncateSync(path, 12)],
    ['was emptied to be written again', (path) => real.truncateSync(path, 0)],
    [
      'was written over in the same length',
      (path) => real.writeFileSync(path, CONTENT.replace('12.99', '99.12')),
    ],
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

  it.each(AMID_READING.flatMap((moment) => CHANGES.map(([what, change]) => [what, moment, change] as const)))(
    'refuses a file that %s while it was read (once it was %s)',
    async (_what, moment, change) => {
      const path = aFile();
      meanwhile[moment] = () => change(path);
      expect(await refusalOf(path)).toEqual({
        message: `Cannot use the sheet "${path}": it changed while it was being read`,
        hint: 'Run again once whatever writes it has finished',
      });
    },
  );
});
