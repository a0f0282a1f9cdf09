import { basename, join } from 'node:path';
import type { Disk } from '../../domain/ports.ts';
import { findStranger } from '../disk/find-stranger.ts';
import { describeRefusal, type RefusedFolder } from '../folder/find-run-folders.ts';
import { copySealed } from './copy-sealed.ts';
import { findHistory, isHistory } from './find-histories.ts';
import { EXTENSION, listParts, listRecords, readRecords } from './history-files.ts';
import { SNAPSHOT } from './load-agreed.ts';
import { DamagedHistoryError } from './read-history-file.ts';
import { type AddedRun, type RebuildOptions, rebuildHistory } from './rebuild-history.ts';
import { refuseStrangers } from './refuse-strangers.ts';
import { renewSnapshot } from './renew-snapshot.ts';
import { identityOf } from './run-identity.ts';
import { placeOf, readRunFile } from './verify-run-file.ts';
import { verifySnapshot } from './verify-snapshot.ts';
import { HistoryDiskError, writingHistory } from './writing-history.ts';

export interface ImportOptions extends Omit<RebuildOptions, 'replaceDamaged' | 'counted'> {
  /** Histories, folders of run folders with a history among them, run folders, and folders of run folders. */
  readonly from: readonly string[];
}

export interface Imported {
  /** In the order of time, run folders last. */
  readonly added: readonly AddedRun[];
  /** How many runs the history had already. */
  readonly known: number;
  /** Folders of runs that are not taken over, without anything missing. */
  readonly leftOut: readonly RefusedFolder[];
  /** What could not be taken over. */
  readonly unread: readonly RefusedFolder[];
}

/**
 * Takes over what is not in the history yet from other histories, file by file as they are, and from run folders. A file is
 * verified as it is copied, and appears under its name only if that is free; the same run is taken once. Like a rebuild it
 * needs no lock.
 *
 * Errors: `RunFolderError` if somebody else could have changed this history; `DiskError`.
 */
export function importHistory({ from, ...options }: ImportOptions): Imported {
  const { folder, disk } = options;
  refuseStrangers(folder, 'add to', disk);
  const importer = new Importer(folder, disk);
  for (const history of from.flatMap((path) => findHistory(path, disk))) importer.addHistory(history);
  const runs = from.filter((path) => !isHistory(path, disk));
  const { added, known, unread, identities: counted } = importer.result();
  const rebuilt = rebuildHistory({ ...options, from: runs, replaceDamaged: false, counted });
  return {
    added: [...added, ...rebuilt.added],
    known: known + rebuilt.known,
    leftOut: rebuilt.leftOut,
    unread: [...unread, ...rebuilt.unread],
  };
}

class Importer {
  readonly #folder: string;
  readonly #disk: Disk;
  readonly #known: Set<string>;
  readonly #added: AddedRun[] = [];
  readonly #unread: RefusedFolder[] = [];
  /** Of the runs that were found. */
  readonly #identities = new Set<string>();
  #knownCount = 0;

  constructor(folder: string, disk: Disk) {
    this.#folder = folder;
    this.#disk = disk;
    const records = listParts(folder, disk).flatMap((part) => [...readRecords(part, disk)]);
    this.#known = new Set(records.map(({ record }) => identityOf(record)));
  }

  result(): Pick<Imported, 'added' | 'known' | 'unread'> & { readonly identities: ReadonlySet<string> } {
    const identities = this.#identities;
    return { added: this.#added, known: this.#knownCount, unread: this.#unread, identities };
  }

  addHistory(history: string): void {
    if (this.#isOthers(history)) return;
    const parts = this.#attempt(history, () => listParts(history, this.#disk)) ?? [];
    for (const part of parts) this.#attempt(part, () => this.#addJob(part, history));
  }

  /** The oldest first: if it is killed, what is there is what was there at some time. */
  #addJob(part: string, history: string): void {
    if (this.#isOthers(part)) return;
    const wasEmpty = [...listRecords(join(this.#folder, basename(part)), this.#disk)].length === 0;
    const ids: string[] = [];
    for (const path of [...listRecords(part, this.#disk)].reverse()) {
      if (this.#isOthers(path)) continue;
      const id = this.#attempt(path, () => this.#addRun(path, history));
      if (id !== undefined) ids.push(id);
    }
    const target = join(this.#folder, basename(part));
    if (wasEmpty && ids.length > 0) this.#copySnapshot(join(part, SNAPSHOT), target);
    writingHistory(this.#folder, () => renewSnapshot(target, ids, this.#disk));
  }

  /** Returns the name of the run if it was added. */
  #addRun(path: string, history: string): string | undefined {
    const { record, findings } = readRunFile(path, { folder: history, disk: this.#disk });
    const [problem] = findings;
    if (!record || problem) return void this.#refuse(path, `${problem?.message ?? 'it is damaged'}`);
    this.#identities.add(identityOf(record));
    if (this.#known.has(identityOf(record))) {
      this.#knownCount++;
      return undefined;
    }
    const month = record.id.slice(0, 'YYYY-MM'.length);
    const target = join(placeOf(record, this.#folder), month, `${record.id}${EXTENSION}`);
    if (!copySealed(path, target, { folder: this.#folder, disk: this.#disk }))
      return void this.#refuse(path, `another run has the name "${record.id}" in the history`);
    this.#known.add(identityOf(record));
    this.#added.push({ id: record.id, job: record.job, folder: path, changedByOthers: 0 });
    return record.id;
  }

  /** What only the snapshot still knows is taken over with a job of which nothing was there. */
  #copySnapshot(path: string, target: string): void {
    if (!this.#disk.existsSync(path) || this.#isOthers(path)) return;
    const ids = new Set([...readRecords(target, this.#disk)].map(({ record }) => record.id));
    this.#attempt(path, () => {
      const [problem] = verifySnapshot(path, ids, this.#disk);
      if (problem) this.#refuse(path, problem.message);
      else copySealed(path, join(target, SNAPSHOT), { folder: this.#folder, disk: this.#disk });
    });
  }

  #isOthers(path: string): boolean {
    const there = this.#disk.lstatSync(path, { throwIfNoEntry: false });
    const stranger = findStranger(path, this.#disk);
    if (stranger) this.#refuse(path, `it ${stranger.why}; ${stranger.wayOut(`"${path}"`)}`);
    else if (there?.isSymbolicLink() && path.endsWith(EXTENSION)) this.#refuse(path, 'it is a link');
    else return false;
    return true;
  }

  /** Errors: `DiskError` if the history can't be written. */
  #attempt<T>(path: string, work: () => T): T | undefined {
    try {
      return work();
    } catch (error) {
      if (error instanceof HistoryDiskError) throw error;
      this.#refuse(path, error instanceof DamagedHistoryError ? error.why : describeRefusal(error));
      return undefined;
    }
  }

  #refuse(path: string, why: string): void {
    this.#unread.push({ path, why });
  }
}
