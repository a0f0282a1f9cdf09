import { createHash } from 'node:crypto';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { SheetError } from '../domain/errors.ts';

/** A sheet's bytes, read whole, and where they came from. */
export interface Source {
  /** As given: a path, or `-` for standard input. */
  readonly path: string;
  /** For people: the file's name, or `stdin`. */
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Of the bytes, as lower-case hex. */
  readonly sha256: string;
}

/** Where relative paths and standard input lead. */
export interface Place {
  readonly cwd: string;
  readonly stdin: AsyncIterable<Uint8Array>;
}

/**
 * Reads a sheet whole.
 *
 * Errors: `SheetError` where there is no such file, it can't be read, or it changed while it was being read.
 */
export async function readSource(path: string, { cwd, stdin }: Place): Promise<Source> {
  const bytes = path === '-' ? await readStream(stdin) : await readFileWhole(resolve(cwd, path));
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { path, name: path === '-' ? 'stdin' : basename(path), bytes, sha256 };
}

async function readStream(stream: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function readFileWhole(path: string): Promise<Uint8Array> {
  const file = await openSheet(path);
  try {
    const before = await file.stat();
    if (before.isDirectory()) throw new SheetError(`Cannot read the sheet "${path}": it is a folder`);
    const bytes = await file.readFile();
    const after = await stat(path).catch(() => undefined);
    if (before.isFile() && (!after || !isSameFile(before, after) || bytes.length !== after.size)) {
      throw new SheetError(`Cannot use the sheet "${path}": it changed while it was being read`, {
        hint: 'Run again once whatever writes it has finished',
      });
    }
    return bytes;
  } finally {
    await file.close();
  }
}

async function openSheet(path: string): Promise<FileHandle> {
  try {
    return await open(path);
  } catch (error) {
    const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    throw new SheetError(
      `Cannot read the sheet "${path}": ${missing ? 'there is no such file' : String(error)}`,
      {
        cause: error,
      },
    );
  }
}

interface FileIdentity {
  readonly ino: number;
  readonly size: number;
  readonly mtimeMs: number;
}

function isSameFile(before: FileIdentity, after: FileIdentity): boolean {
  return before.ino === after.ino && before.size === after.size && before.mtimeMs === after.mtimeMs;
}
