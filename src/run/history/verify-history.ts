import { basename, join, relative } from 'node:path';
import { describeSystemError, systemCode } from '../../domain/describe-system-error.ts';
import { DiskError } from '../../domain/errors.ts';
import type { Disk } from '../../domain/ports.ts';
import { findStranger } from '../disk/find-stranger.ts';
import { BEGUN, readBegun } from './begun-run.ts';
import { EXTENSION, isMonth, listEntries } from './history-files.ts';
import type { FindingKind, HistoryFinding } from './history-finding.ts';
import { INDEX } from './index-path.ts';
import { SNAPSHOT } from './load-agreed.ts';
import { DamagedHistoryError } from './read-history-file.ts';
import { type SeenRun, verifyChain } from './verify-chain.ts';
import { readRunFile } from './verify-run-file.ts';
import { verifySnapshot } from './verify-snapshot.ts';

export interface Verification {
  /** How many files were read. */
  readonly files: number;
  readonly runs: number;
  readonly jobs: number;
  readonly findings: readonly HistoryFinding[];
}

/** Reads every file of a history and reports what is wrong with it, file by file. Nothing is changed. */
export function verifyHistory(folder: string, disk: Disk): Verification {
  const verifier = new Verifier(folder, disk);
  verifier.verify();
  return verifier.result();
}

type Entry = ReturnType<typeof listEntries>[number];

class Verifier {
  readonly #folder: string;
  readonly #disk: Disk;
  readonly #findings: HistoryFinding[] = [];
  #files = 0;
  #runs = 0;
  #jobs = 0;

  constructor(folder: string, disk: Disk) {
    this.#folder = folder;
    this.#disk = disk;
  }

  result(): Verification {
    return { files: this.#files, runs: this.#runs, jobs: this.#jobs, findings: this.#findings };
  }

  verify(): void {
    const found = this.#disk.statSync(this.#folder, { throwIfNoEntry: false });
    if (!found) {
      const advice = 'The next run begins a new one; history rebuild adds the runs whose folders are left';
      this.#note(this.#folder, 'missing', { message: 'there is no history', advice });
    } else if (!found.isDirectory()) {
      const advice = 'Move it away, or name the folder with --history';
      this.#note(this.#folder, 'not_a_folder', { message: 'it is not a folder', advice });
    } else {
      for (const entry of this.#look(this.#folder)) {
        if (entry.isDirectory()) this.#verifyJob(join(this.#folder, entry.name));
        // The page about all nights is here unless the folder has the usual name.
        else if (entry.name !== INDEX) this.#verifyOther(join(this.#folder, entry.name));
      }
    }
  }

  #verifyJob(part: string): void {
    this.#jobs++;
    const runs: SeenRun[] = [];
    const setAside = new Set<string>();
    const rest: string[] = [];
    for (const entry of this.#look(part)) {
      const path = join(part, entry.name);
      if (!isMonth(entry)) {
        rest.push(path);
        continue;
      }
      for (const { name } of this.#look(path)) {
        const file = join(path, name);
        if (name.endsWith(EXTENSION)) {
          runs.push(this.#verifyRun(file));
        } else {
          if (DAMAGED.test(name)) setAside.add(name.replace(DAMAGED, ''));
          this.#verifyOther(file);
        }
      }
    }
    this.#runs += runs.length;
    this.#findings.push(...verifyChain(runs, { setAside }));
    const ids = new Set([...runs.map(({ id }) => id), ...setAside]);
    for (const path of rest) {
      if (basename(path) === SNAPSHOT) this.#verifySnapshot(path, ids);
      else if (basename(path) === BEGUN) this.#verifyBegun(path);
      else this.#verifyOther(path);
    }
  }

  #verifyRun(path: string): SeenRun {
    const file = this.#nameOf(path);
    const unread = { file, id: basename(path, EXTENSION), record: undefined, seal: undefined };
    const read = this.#reading(path, () => {
      const { findings, ...run } = readRunFile(path, { folder: this.#folder, disk: this.#disk });
      for (const { kind, ...what } of findings) this.#note(path, kind, what);
      return { file, ...run };
    });
    return read ?? unread;
  }

  #verifySnapshot(path: string, ids: ReadonlySet<string>): void {
    this.#reading(path, () => {
      for (const { kind, ...what } of verifySnapshot(path, ids, this.#disk)) this.#note(path, kind, what);
    });
  }

  #verifyBegun(path: string): void {
    this.#reading(path, () => {
      const begun = readBegun(join(path, '..'), this.#disk);
      if (!begun) this.#note(path, 'damaged', { message: 'it does not name a run', advice: 'Delete it' });
      else
        this.#note(path, 'begun', {
          message: `the ${begun.command} in "${begun.folder}" began at ${begun.started_at} and has not ended`,
          advice:
            'Nothing to do while it runs; if it was killed, the next run of the job or history rebuild adds it',
        });
    });
  }

  /** What is not a file of the history. */
  #verifyOther(path: string): void {
    const name = basename(path);
    const there = this.#disk.lstatSync(path, { throwIfNoEntry: false });
    if (there?.isSymbolicLink()) this.#note(path, 'link', LINK);
    else if (name.endsWith('.unfinished')) this.#note(path, 'leftover', LEFTOVER);
    else if (/\.damaged(?:-\d+)?$/.test(name)) this.#note(path, 'set_aside', SET_ASIDE);
    else this.#note(path, 'unknown', UNKNOWN);
  }

  /** Does something with one file, if it is a file and nobody else could have changed it. */
  #reading<T>(path: string, work: () => T): T | undefined {
    this.#files++;
    try {
      const there = this.#disk.lstatSync(path, { throwIfNoEntry: false });
      if (there?.isSymbolicLink()) return void this.#note(path, 'link', LINK);
      if (there && !there.isFile()) return void this.#note(path, 'unknown', UNKNOWN);
      this.#refuseOthers(path);
      return work();
    } catch (error) {
      this.#noteError(path, error);
      return undefined;
    }
  }

  /** What a folder contains; nothing if it can't be read. */
  #look(folder: string): readonly Entry[] {
    try {
      this.#refuseOthers(folder);
      return listEntries(folder, this.#disk);
    } catch (error) {
      this.#noteError(folder, error);
      return [];
    }
  }

  #refuseOthers(path: string): void {
    const stranger = findStranger(path, this.#disk);
    if (stranger)
      this.#note(path, 'others', { message: `it ${stranger.why}`, advice: stranger.wayOut(`"${path}"`) });
  }

  /** Errors: the given one, if neither the disk nor the file is to blame for it. */
  #noteError(path: string, error: unknown): void {
    if (error instanceof DamagedHistoryError) {
      this.#note(path, 'damaged', { message: error.why, advice: DAMAGED_ADVICE });
      return;
    }
    const cause = error instanceof DiskError ? error.cause : error;
    if (systemCode(cause) === undefined) throw error;
    this.#note(path, 'unreadable', {
      message: `it can't be read: ${describeSystemError(cause)}`,
      advice: 'Make it readable, or check the disk',
    });
  }

  #note(path: string, kind: FindingKind, what: Pick<HistoryFinding, 'message' | 'advice'>): void {
    this.#findings.push({ file: this.#nameOf(path), kind, ...what });
  }

  #nameOf(path: string): string {
    return relative(this.#folder, path) || '.';
  }
}

/** The end of the name of a run's file that was set aside. */
const DAMAGED = /\.ndjson\.damaged(?:-\d+)?$/;

const DAMAGED_ADVICE =
  'history rebuild --replace-damaged sets it aside and adds the run again from its run folder, if that is left; or import a copy';

const LINK = {
  message: 'it is a link, which pricesheet never creates',
  advice: 'Put the file itself in its place, if you trust what is in it',
} as const;

const LEFTOVER = {
  message: 'a run that was killed, or is under way, has left it',
  advice: 'Delete it once no run is under way: nothing reads it',
} as const;

const SET_ASIDE = {
  message: 'it was set aside as damaged',
  advice: 'Delete it when nobody needs it any more: nothing reads it',
} as const;

const UNKNOWN = {
  message: 'it is not a file of the history',
  advice: 'Nothing reads it; move it away',
} as const;
