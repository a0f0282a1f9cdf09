import { createHash } from 'node:crypto';
import { constants, createReadStream, openSync } from 'node:fs';
import { type FileHandle, open, readdir, stat } from 'node:fs/promises';
import { Socket } from 'node:net';
import { basename, dirname, extname, isAbsolute, join, parse, resolve } from 'node:path';
import process from 'node:process';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { CLOSE_IT, describeSystemError, PricesheetError, SheetError, systemCode } from '../domain/errors.ts';
import { askAbout, nearestNames } from '../domain/nearest-names.ts';

/** The source of a sheet's bytes. They can be read repeatedly, in pieces. */
export interface Source {
  /** As given: a path, or `-` for standard input. */
  readonly path: string;
  /** For people: the file's name, or `stdin`. */
  readonly name: string;
  /** Of the bytes as they are in the file, as lower-case hex. */
  readonly sha256: string;
  /** In the file. Units: bytes. */
  readonly size: number;
  /** The file is packed with gzip, and `read` unpacks it. */
  readonly packed: boolean;
  /** The file as it was read; absent for what is not a regular file. */
  readonly file?: FileIdentity | undefined;
  /** The content from its beginning. Errors: `SheetError` if the file has changed, or can't be unpacked. */
  read(): AsyncIterable<Uint8Array>;
}

/** What changes if a file is written to or replaced. */
export interface FileIdentity {
  readonly ino: number;
  /** Units: bytes. */
  readonly size: number;
  /** Units: epoch milliseconds. */
  readonly mtimeMs: number;
}

/** Where relative paths and standard input lead. */
export interface Place {
  readonly cwd: string;
  readonly stdin: AsyncIterable<Uint8Array>;
  /** Aborted: what a pipe may still give is not waited for. */
  readonly signal?: AbortSignal | undefined;
  /** Files up to this size are held in memory: they can't change while they are read again, which may be hours later. */
  readonly maxHeldBytes?: number | undefined;
  /** Lets others of the process have a turn: a file that is held in memory waits for no disk. */
  readonly giveWay?: (() => Promise<void>) | undefined;
}

type Chunks = AsyncIterable<Uint8Array>;

/** Pieces that are soon cut up and gone: larger ones are no faster and take more room. */
const MAX_HELD_BYTES = 16 * 1024 * 1024;
const CHUNK_BYTES = 64 * 1024;
const GZIP = [0x1f, 0x8b];

/**
 * Opens a sheet and reads it once, for its checksum; every later reading has to find the same bytes.
 *
 * Errors: `SheetError` where there is no such file, it can't be read, or it changes while it is being read; the reason of
 * the signal.
 */
export async function openSource(
  path: string,
  { cwd, stdin, signal, maxHeldBytes = MAX_HELD_BYTES, giveWay }: Place,
): Promise<Source> {
  if (path === '-')
    return fromMemory({ path, name: 'stdin', chunks: await access(path, () => collect(stdin)), giveWay });
  const absolute = resolve(cwd, path);
  const identity = await identify(absolute, { path, cwd });
  const name = basename(path);
  // A pipe or device gives its bytes only once.
  if (!identity.isFile) {
    const open = identity.isPipe ? openPipe : createReadStream;
    const chunks = await access(path, async () => collect(untilAborted(open(absolute), signal)));
    return fromMemory({ path, name, chunks, giveWay });
  }
  if (identity.size <= maxHeldBytes) {
    const chunks = await collect(readUnchanged(absolute, path, identity));
    return { ...(await fromMemory({ path, name, chunks, giveWay })), file: identity };
  }
  const chunks = (): Chunks => readUnchanged(absolute, path, identity);
  return { ...(await openAgain({ path, name, chunks })), file: identity };
}

interface HeldBytes extends Pick<Source, 'path' | 'name'>, Pick<Place, 'giveWay'> {
  readonly chunks: readonly Uint8Array[];
}

/** A sheet whose bytes are at hand. */
export function fromMemory({ chunks, giveWay, ...origin }: HeldBytes): Promise<Source> {
  async function* again(): Chunks {
    for (const chunk of chunks) {
      await giveWay?.();
      yield chunk;
    }
  }
  return openAgain({ ...origin, chunks: again });
}

interface Origin extends Pick<Source, 'path' | 'name'> {
  readonly chunks: () => Chunks;
}

async function openAgain({ path, name, chunks }: Origin): Promise<Source> {
  const hash = createHash('sha256');
  let head = new Uint8Array();
  let size = 0;
  for await (const chunk of chunks()) {
    hash.update(chunk);
    size += chunk.length;
    if (head.length < GZIP.length) head = Buffer.concat([head, chunk.subarray(0, GZIP.length)]);
  }
  const sha256 = hash.digest('hex');
  const packed = GZIP.every((byte, index) => head[index] === byte);
  const same = (): Chunks => refuseOthers(chunks(), { sha256, path });
  return {
    path,
    name: packed ? name.replace(/\.gz$/i, '') : name,
    sha256,
    size,
    packed,
    read: packed ? () => unpack(same(), path) : same,
  };
}

/**
 * A pipe that can be closed while nobody writes to it: to wait for a writer inside of the system can't be interrupted, not
 * even by the end of the process. Elsewhere than on Linux, a pipe without a writer yet looks as if it had ended.
 */
function openPipe(absolute: string): Readable {
  if (process.platform !== 'linux') return createReadStream(absolute);
  const fd = openSync(absolute, constants.O_RDONLY | constants.O_NONBLOCK);
  return new Socket({ fd, readable: true, writable: false });
}

function untilAborted(stream: Readable, signal: AbortSignal | undefined): Readable {
  const close = (): void => void stream.destroy(signal?.reason);
  if (signal?.aborted) close();
  signal?.addEventListener('abort', close, { once: true });
  return stream.once('close', () => signal?.removeEventListener('abort', close));
}

/** All that comes, in its order. */
export async function collect<T>(items: AsyncIterable<T>): Promise<readonly T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

async function* refuseOthers(
  chunks: Chunks,
  { sha256, path }: Pick<Source, 'sha256' | 'path'>,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  for await (const chunk of chunks) {
    hash.update(chunk);
    yield chunk;
  }
  if (hash.digest('hex') !== sha256) throw changed(path);
}

async function* unpack(chunks: Chunks, path: string): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip({ chunkSize: CHUNK_BYTES });
  // What goes wrong reaches the reader of `gunzip`.
  pipeline(chunks, gunzip, () => {});
  try {
    yield* gunzip;
  } catch (cause) {
    if (cause instanceof SheetError) throw cause;
    const cut = cause instanceof Error && 'code' in cause && cause.code === 'Z_BUF_ERROR';
    throw new SheetError(`Cannot unpack the sheet "${path}": ${cut ? 'it is cut short' : 'it is damaged'}`, {
      hint: 'Copy or pack it again',
      cause,
    });
  }
}

interface Identity extends FileIdentity {
  readonly isFile: boolean;
  readonly isPipe: boolean;
}

async function identify(
  absolute: string,
  { path, cwd }: { readonly path: string; readonly cwd: string },
): Promise<Identity> {
  const found = await access(path, () => stat(absolute)).catch(async (error: unknown) => {
    throw await withSuggestion(error, { path, cwd });
  });
  if (found.isDirectory()) throw new SheetError(`Cannot read the sheet "${path}": it is a folder`);
  const { ino, size, mtimeMs } = found;
  return { isFile: found.isFile(), isPipe: found.isFIFO(), ino, size, mtimeMs };
}

async function withSuggestion(
  error: unknown,
  { path, cwd }: { readonly path: string; readonly cwd: string },
): Promise<unknown> {
  if (!(error instanceof SheetError) || systemCode(error.cause) !== 'ENOENT') return error;
  const suggestion = await suggestFile(path, cwd);
  const isPattern = suggestion === '' && /[*?]/.test(basename(path));
  // A scheduler may start in another folder than is thought.
  const folder = isAbsolute(path) ? '' : ` in "${dirname(resolve(cwd, path))}"`;
  return new SheetError(`${error.message}${folder}${suggestion}`, {
    cause: error.cause,
    ...(isPattern && { hint: 'To read the newest file that matches a pattern, pass --newest' }),
  });
}

async function* readUnchanged(
  absolute: string,
  path: string,
  identity: Identity,
): AsyncGenerator<Uint8Array> {
  const file = await access(path, () => open(absolute));
  try {
    let size = 0;
    for await (const chunk of readChunks(file, path)) {
      size += chunk.length;
      yield chunk;
    }
    const now = await stat(absolute).catch(() => undefined);
    if (!isUntouched(now, identity) || size !== identity.size) throw changed(path);
  } finally {
    await file.close();
  }
}

/** Whether a file is the one that was looked at, as it was then. */
export function isUntouched(found: FileIdentity | undefined, { ino, size, mtimeMs }: FileIdentity): boolean {
  return found?.ino === ino && found.size === size && found.mtimeMs === mtimeMs;
}

async function* readChunks(file: FileHandle, path: string): AsyncGenerator<Uint8Array> {
  for (;;) {
    const { bytesRead, buffer } = await access(path, () =>
      file.read(Buffer.allocUnsafe(CHUNK_BYTES), 0, CHUNK_BYTES, null),
    );
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
  }
}

function changed(path: string): SheetError {
  return new SheetError(`Cannot use the sheet "${path}": it changed while it was being read`, {
    hint: 'Run again once the program that writes it has finished',
  });
}

async function access<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof PricesheetError || systemCode(cause) === undefined) throw cause;
    throw new SheetError(`Cannot read the sheet "${path}": ${describeSystemError(cause)}`, {
      cause,
      ...(systemCode(cause) === 'EBUSY' && { hint: CLOSE_IT }),
    });
  }
}

/** Longer suggestions don't help. */
const MOST = 3;

/** `; did you mean "sample.csv"?` behind the name of a file that is not there, if one beside it is called much like it. */
async function suggestFile(path: string, cwd: string): Promise<string> {
  const folder = dirname(path);
  try {
    const entries = await readdir(resolve(cwd, folder), { withFileTypes: true });
    const files = entries.filter((entry) => !entry.isDirectory()).map(({ name }) => name);
    const name = basename(path);
    const near = nearestNames(name, files);
    const longer = files.filter((file) => extname(file) !== '' && parse(file).name === name).sort();
    return askAbout((near.length > 0 ? near : longer).slice(0, MOST).map((file) => join(folder, file)));
  } catch {
    // The folder is not there either, or may not be listed.
    return '';
  }
}
