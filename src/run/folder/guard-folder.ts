import { join } from 'node:path';
import { describeSystemError, RunFolderError, systemCode } from '../../domain/errors.ts';
import { findOtherOwner, type Rights, type Trust } from '../../domain/find-other-owner.ts';
import type { Disk } from '../../domain/ports.ts';
import { systemTrust } from '../disk/system-trust.ts';
import { RUN_FILES } from './run-folder.ts';

interface GuardOptions {
  /** For messages. */
  readonly command: string;
  readonly disk: Disk;
}

/**
 * Refuses a run folder that another user could have changed: anyone can recompute a seal, so only file permissions
 * prove whose plan it is. Returns the disk to read it with, which checks each file again as it is opened, since a
 * folder can be replaced meanwhile.
 *
 * Errors: `RunFolderError`.
 */
export function guardFolder(path: string, options: GuardOptions): Disk {
  const trust = systemTrust();
  try {
    refuseOthers(path, trust, options);
  } catch (cause) {
    // Another user's folder may not even be readable.
    if (cause instanceof RunFolderError || systemCode(cause) === undefined) throw cause;
    throw new RunFolderError(`Cannot ${options.command} "${path}": ${describeSystemError(cause)}`, {
      cause,
      hint: 'Name a run folder that you may read',
    });
  }
  return readingOwn(options.disk, trust);
}

function refuseOthers(path: string, trust: Trust | undefined, { command, disk }: GuardOptions): void {
  const refuse = (what: string, rights: Rights | undefined): void => {
    const stranger = rights && trust && findOtherOwner(rights, trust);
    if (stranger)
      throw new RunFolderError(`Cannot ${command} "${path}": ${what} ${stranger.why}`, {
        hint: asSentence(stranger.wayOut(path, 'folder')),
      });
  };
  refuse('the link to it', linkAt(path, disk));
  refuse('it', disk.statSync(path, { throwIfNoEntry: false }));
  for (const file of DECIDING) {
    const found = disk.lstatSync(join(path, file), { throwIfNoEntry: false });
    if (found?.isSymbolicLink()) throw isLink(join(path, file));
    refuse(`its ${file}`, found);
  }
}

/** The review file decides nothing until it is named, and may belong to the person who approved. */
const DECIDING = Object.values(RUN_FILES).filter((file) => file !== RUN_FILES.review);

function linkAt(path: string, disk: Disk): Rights | undefined {
  const found = disk.lstatSync(path, { throwIfNoEntry: false });
  return found?.isSymbolicLink() ? found : undefined;
}

function isLink(path: string): RunFolderError {
  return new RunFolderError(`Cannot use "${path}": it is a symbolic link, which pricesheet never creates`, {
    hint: 'Put the file itself in its place, if you trust what is in it',
  });
}

function readingOwn(disk: Disk, trust: Trust | undefined): Disk {
  function openOwn(path: string): number {
    const named = disk.lstatSync(path, { throwIfNoEntry: false });
    if (named?.isSymbolicLink()) throw isLink(path);
    const file = disk.openSync(path, 'r');
    const opened = disk.fstatSync(file);
    const stranger = trust && findOtherOwner(opened, trust);
    if (named?.ino === opened.ino && !stranger) return file;
    disk.closeSync(file);
    throw new RunFolderError(
      `Cannot use "${path}": it ${stranger?.why ?? 'was replaced while it was checked'}`,
    );
  }
  function readOwn(path: string): Uint8Array {
    const file = openOwn(path);
    try {
      return disk.readFileSync(file);
    } finally {
      disk.closeSync(file);
    }
  }
  return {
    ...disk,
    openSync: (path, flags, mode) => (flags === 'r' ? openOwn(path) : disk.openSync(path, flags, mode)),
    readFileSync: (source) => (typeof source === 'string' ? readOwn(source) : disk.readFileSync(source)),
  };
}

function asSentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
