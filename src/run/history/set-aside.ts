import { join } from 'node:path';
import type { Disk } from '../../domain/ports.ts';
import { renameFile } from '../disk/rename-file.ts';
import { listParts, listRecords } from './history-files.ts';
import { isProblem } from './history-finding.ts';
import { SNAPSHOT } from './load-agreed.ts';
import { readRunFile } from './verify-run-file.ts';
import { verifySnapshot } from './verify-snapshot.ts';

/** The damaged files of a history: all of them are read. Errors: those of the system; `DiskError`. */
export function findDamaged(folder: string, disk: Disk): readonly string[] {
  return listParts(folder, disk).flatMap((part) => [
    ...[...listRecords(part, disk)].filter((path) => isDamagedRun(path, folder, disk)),
    ...(isDamagedSnapshot(join(part, SNAPSHOT), disk) ? [join(part, SNAPSHOT)] : []),
  ]);
}

/**
 * Gives the damaged files of a history other names, under which nothing reads them. Returns their former paths.
 *
 * Errors: those of the system; `DiskError`.
 */
export function setDamagedAside(folder: string, disk: Disk): readonly string[] {
  const damaged = findDamaged(folder, disk);
  for (const path of damaged) renameFile(path, freeName(`${path}.damaged`, disk), { disk });
  return damaged;
}

function isDamagedRun(path: string, folder: string, disk: Disk): boolean {
  return readRunFile(path, { folder, disk }).findings.some(({ kind }) => kind === 'damaged');
}

function isDamagedSnapshot(path: string, disk: Disk): boolean {
  if (!disk.existsSync(path)) return false;
  const findings = verifySnapshot(path, new Set(), disk);
  return findings.some((finding) => isProblem(finding) && finding.kind === 'damaged');
}

function freeName(stem: string, disk: Disk): string {
  for (let number = 1; ; number++) {
    const path = number === 1 ? stem : `${stem}-${number}`;
    if (!disk.lstatSync(path, { throwIfNoEntry: false })) return path;
  }
}
