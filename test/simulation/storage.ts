import type { Disk } from '../../src/domain/ports.ts';
import type { Random } from '../../src/sandbox/random.ts';

interface FileNode {
  readonly kind: 'file';
  readonly ino: number;
  bytes: Buffer;
  length: number;
  /** So many bytes would outlast a power cut. */
  durable: number;
  modifiedMs: number;
}

interface FolderNode {
  readonly kind: 'folder';
  readonly ino: number;
  entries: Map<string, Node>;
  /** The names that would outlast a power cut. */
  durable: Map<string, Node>;
  modifiedMs: number;
}

type Node = FileNode | FolderNode;

/** What a call to the disk is about to meet with. */
export type DiskFate =
  | 'fine'
  /** A write takes half of what it is given. */
  | 'short'
  /** A write takes half of what it is given, and the process is gone. */
  | 'torn'
  /** The call is made, and the process is gone. */
  | 'last'
  /** The code of a system error. */
  | { readonly code: string };

/** What watches over a process's calls, before each of them. */
export type DiskWatch = (call: string, path: string) => DiskFate;

/** The files of a machine, as its processes see them and as they would be after a power cut. */
export interface Storage {
  /** A disk of one process. `die` never returns. */
  open(watch: DiskWatch, die: (path: string) => never): Disk;
  /** What isn't safely written is lost, in part or as a whole. */
  cutPower(random: Random): void;
  /** Only what would outlast a power cut; `undefined` where there is no such file. */
  readDurable(path: string): string | undefined;
  read(path: string): string | undefined;
  list(path: string): readonly string[];
}

export function createStorage(now: () => number): Storage {
  let inodes = 0;
  const newFolder = (): FolderNode => ({
    kind: 'folder',
    ino: ++inodes,
    entries: new Map(),
    durable: new Map(),
    modifiedMs: now(),
  });
  const newFile = (): FileNode => ({
    kind: 'file',
    ino: ++inodes,
    bytes: Buffer.alloc(256),
    length: 0,
    durable: 0,
    modifiedMs: now(),
  });
  const root = newFolder();

  function find(path: string, of: 'entries' | 'durable' = 'entries'): Node | undefined {
    let node: Node | undefined = root;
    for (const name of namesOf(path)) node = node?.kind === 'folder' ? node[of].get(name) : undefined;
    return node;
  }

  function folderOf(path: string, call: string): { readonly folder: FolderNode; readonly name: string } {
    const names = namesOf(path);
    const name = names.pop() ?? '';
    const folder = find(names.join('/'));
    if (folder?.kind !== 'folder') throw systemError('ENOENT', call, path);
    return { folder, name };
  }

  function need(path: string, call: string): Node {
    const node = find(path);
    if (!node) throw systemError('ENOENT', call, path);
    return node;
  }

  function open(watch: DiskWatch, die: (path: string) => never): Disk {
    const files = new Map<number, { readonly node: Node; readonly path: string; position: number }>();
    let descriptors = 2;

    /** Every call passes here: it may fail, and the process may be gone with it. */
    function pass<T>(call: string, path: string, act: (fate: DiskFate) => T): T {
      const fate = watch(call, path);
      if (typeof fate === 'object') throw systemError(fate.code, call, path);
      const result = act(fate);
      if (fate === 'last' || fate === 'torn') die(path);
      return result;
    }

    function opened(file: number) {
      const found = files.get(file);
      if (!found) throw systemError('EBADF', 'fd', String(file));
      return found;
    }

    function openNode(path: string, flags: string): Node {
      const { folder, name } = folderOf(path, 'open');
      const there = name === '' ? root : folder.entries.get(name);
      if (there && flags === 'ax') throw systemError('EEXIST', 'open', path);
      if (!there && flags === 'r') throw systemError('ENOENT', 'open', path);
      const node = there ?? newFile();
      if (!there) folder.entries.set(name, node);
      return node;
    }

    function write(node: Node, bytes: Uint8Array): number {
      if (node.kind !== 'file') throw systemError('EISDIR', 'write', '');
      while (node.bytes.length < node.length + bytes.length)
        node.bytes = Buffer.concat([node.bytes, Buffer.alloc(node.bytes.length)]);
      node.bytes.set(bytes, node.length);
      node.length += bytes.length;
      node.modifiedMs = now();
      return bytes.length;
    }

    function statOf(node: Node) {
      const { kind, ino, modifiedMs } = node;
      return {
        ino,
        size: node.kind === 'file' ? node.length : 0,
        mtimeMs: modifiedMs,
        isFile: () => kind === 'file',
        isDirectory: () => kind === 'folder',
        isSymbolicLink: () => false,
        // Root's, whom every user trusts.
        uid: 0,
        gid: 0,
        mode: kind === 'file' ? 0o100600 : 0o40700,
      };
    }

    function statSync(path: string): ReturnType<Disk['fstatSync']>;
    function statSync(
      path: string,
      options: { readonly throwIfNoEntry: false },
    ): ReturnType<Disk['fstatSync']> | undefined;
    function statSync(path: string, options?: { readonly throwIfNoEntry: false }) {
      return pass('stat', path, () => {
        const node = find(path);
        if (!node && !options) throw systemError('ENOENT', 'stat', path);
        return node && statOf(node);
      });
    }

    return {
      openSync: (path, flags) =>
        pass('open', path, () => {
          files.set(++descriptors, { node: openNode(path, flags), path, position: 0 });
          return descriptors;
        }),
      closeSync: (file) => pass('close', opened(file).path, () => void files.delete(file)),
      readSync: (file, bytes, options) =>
        pass('read', opened(file).path, () => {
          const found = opened(file);
          if (options) found.position = options.position;
          if (found.node.kind !== 'file') throw systemError('EISDIR', 'read', found.path);
          const read = found.node.bytes.copy(bytes, 0, found.position, found.node.length);
          found.position += read;
          return read;
        }),
      writeSync: (file, bytes, offset) =>
        pass('write', opened(file).path, (fate) => {
          const rest = bytes.subarray(offset);
          const part =
            fate === 'short' || fate === 'torn' ? rest.subarray(0, Math.ceil(rest.length / 2)) : rest;
          return write(opened(file).node, part);
        }),
      fsyncSync: (file) =>
        pass('fsync', opened(file).path, () => {
          const { node } = opened(file);
          if (node.kind === 'file') node.durable = node.length;
          else node.durable = new Map(node.entries);
        }),
      ftruncateSync: (file, size) =>
        pass('truncate', opened(file).path, () => {
          const { node } = opened(file);
          if (node.kind === 'file') node.length = size;
        }),
      fstatSync: (file) => pass('fstat', opened(file).path, () => statOf(opened(file).node)),
      futimesSync: (file, _accessed, modified) =>
        pass('futimes', opened(file).path, () => {
          opened(file).node.modifiedMs = modified * 1000;
        }),
      // Like the real one it has no errors: whatever is wrong, the answer is no.
      existsSync: (path) => {
        let isThere = false;
        try {
          isThere = pass('access', path, () => find(path) !== undefined);
        } catch (error) {
          if (!(error instanceof Error && 'code' in error)) throw error;
        }
        return isThere;
      },
      statSync,
      lstatSync: statSync,
      readFileSync: (source) => {
        const path = typeof source === 'number' ? opened(source).path : source;
        return pass('read', path, () => {
          const node = typeof source === 'number' ? opened(source).node : need(path, 'open');
          if (node.kind !== 'file') throw systemError('EISDIR', 'read', path);
          return Buffer.from(node.bytes.subarray(0, node.length));
        });
      },
      readdirSync: (path) =>
        pass('readdir', path, () => {
          const node = need(path, 'readdir');
          if (node.kind !== 'folder') throw systemError('ENOTDIR', 'readdir', path);
          return [...node.entries].map(([name, { kind }]) => ({
            name,
            isDirectory: () => kind === 'folder',
          }));
        }),
      mkdirSync: (path) =>
        pass('mkdir', path, () => {
          const { folder, name } = folderOf(path, 'mkdir');
          if (folder.entries.has(name)) throw systemError('EEXIST', 'mkdir', path);
          folder.entries.set(name, newFolder());
        }),
      linkSync: (from, to) =>
        pass('link', to, () => {
          const node = need(from, 'link');
          const { folder, name } = folderOf(to, 'link');
          if (folder.entries.has(name)) throw systemError('EEXIST', 'link', to);
          folder.entries.set(name, node);
        }),
      renameSync: (from, to) =>
        pass('rename', to, () => {
          const node = need(from, 'rename');
          const [source, target] = [folderOf(from, 'rename'), folderOf(to, 'rename')];
          target.folder.entries.set(target.name, node);
          source.folder.entries.delete(source.name);
        }),
      rmSync: (path) =>
        pass('unlink', path, () => {
          const parent = find(namesOf(path).slice(0, -1).join('/'));
          if (parent?.kind === 'folder') parent.entries.delete(namesOf(path).at(-1) ?? '');
        }),
      rmdirSync: (path) =>
        pass('rmdir', path, () => {
          const { folder, name } = folderOf(path, 'rmdir');
          const node = need(path, 'rmdir');
          if (node.kind !== 'folder') throw systemError('ENOTDIR', 'rmdir', path);
          if (node.entries.size > 0) throw systemError('ENOTEMPTY', 'rmdir', path);
          folder.entries.delete(name);
        }),
    };
  }

  function textOf(node: Node | undefined, length: 'length' | 'durable'): string | undefined {
    return node?.kind === 'file' ? node.bytes.toString('utf8', 0, node[length]) : undefined;
  }

  return {
    open,
    cutPower: (random) => forget(root, random),
    readDurable: (path) => textOf(find(path, 'durable'), 'durable'),
    read: (path) => textOf(find(path), 'length'),
    list: (path) => {
      const node = find(path);
      return node?.kind === 'folder' ? [...node.entries.keys()] : [];
    },
  };
}

/** Each folder keeps its old names or its new ones, each file a part of what was not safely written. */
function forget(node: Node, random: Random): void {
  if (node.kind === 'folder') {
    node.entries = new Map(random.chance(0.5) ? node.durable : node.entries);
    node.durable = new Map(node.entries);
    for (const below of node.entries.values()) forget(below, random);
    return;
  }
  const loose = node.length - node.durable;
  node.length = node.durable + (random.chance(0.5) ? 0 : random.integer(0, loose));
  node.durable = node.length;
}

function namesOf(path: string): string[] {
  return path.split('/').filter((name) => name !== '');
}

const WORDS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EBADF: 'bad file descriptor',
  EEXIST: 'file already exists',
  EIO: 'i/o error',
  EISDIR: 'illegal operation on a directory',
  EMFILE: 'too many open files',
  ENOENT: 'no such file or directory',
  ENOSPC: 'no space left on device',
  ENOTDIR: 'not a directory',
  ENOTEMPTY: 'directory not empty',
  EROFS: 'read-only file system',
};

function systemError(code: string, call: string, path: string): Error {
  return Object.assign(new Error(`${code}: ${WORDS[code] ?? code}, ${call} '${path}'`), {
    code,
    syscall: call,
  });
}
