import { dirname, join } from 'node:path';
import { toJsonText } from '../../domain/json-text.ts';
import type { Disk } from '../../domain/ports.ts';
import type { Redact } from '../../domain/secret.ts';
import { toLineBlocks } from '../disk/line-block.ts';
import { makeSyncedFolders } from '../disk/make-synced-folders.ts';
import { openRegularFile } from '../disk/open-regular-file.ts';
import { OWNER_ONLY } from '../disk/owner-only.ts';
import { replaceWhole } from '../disk/replace-whole.ts';
import { syncFolder } from '../disk/sync-folder.ts';
import { writeAll } from '../disk/write-all.ts';
import type { AgreedValues } from './agreed-values.ts';
import { LEDGER_FILES } from './ledger-files.ts';
import type { ChangeLine } from './ledger-schema.ts';
import type { OpenState } from './read-ledger.ts';

interface Writing {
  readonly disk: Disk;
  /** A cell or a flag may hold the key by mistake. */
  readonly redact: Redact;
}

/** Adds a line to `runs.ndjson`. Dry runs add theirs beside others: the system does not mix what two processes append. Errors: those of the system. */
export function appendRun(ledger: string, line: object, { disk, redact }: Writing): void {
  append(join(ledger, LEDGER_FILES.runs), [`${redact(toJsonText(line))}\n`], disk);
}

/** A larger file is put aside when a month begins. Units: bytes. */
const MONTH_BYTES = 32 * 1024 * 1024;

/** Adds lines to `changes.ndjson`. `month`: `2026-11`. Errors: those of the system. */
export function appendChanges(
  ledger: string,
  changes: Iterable<ChangeLine>,
  { disk, redact, month }: Writing & { readonly month: string },
): void {
  const path = join(ledger, LEDGER_FILES.changes);
  const earlier = join(ledger, `changes-before-${month}.ndjson`);
  const size = disk.statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size > MONTH_BYTES && !disk.existsSync(earlier)) disk.renameSync(path, earlier);
  function* texts(): Generator<string> {
    for (const change of changes) yield redact(toJsonText(change));
  }
  append(path, bytesOf(texts()), disk);
}

function* bytesOf(lines: Iterable<string>): Generator<Uint8Array> {
  for (const { bytes } of toLineBlocks(lines)) yield bytes;
}

interface State extends OpenState {
  readonly values: AgreedValues;
}

/** Replaces `agreed.ndjson`, whole or not at all. `at`: when, in ISO 8601. Errors: those of the system. */
export function writeState(
  ledger: string,
  { run, since, attention, drifts, doubts, values }: State,
  { disk, redact, at }: Writing & { readonly at: string },
): void {
  function* lines(): Generator<string> {
    yield toJsonText({ kind: 'agreed', version: 2, run, since, at });
    for (const line of [...attention, ...drifts, ...doubts]) yield redact(toJsonText(line));
    for (const line of values.lines()) yield redact(toJsonText(line));
    yield toJsonText({ kind: 'end' });
  }
  makeSyncedFolders(ledger, disk);
  replaceWhole(join(ledger, LEDGER_FILES.agreed), bytesOf(lines()), disk);
}

const LINE_FEED = 0x0a;

/** Appends whole lines, behind what a killed run may have left of one. */
function append(path: string, blocks: Iterable<string | Uint8Array>, disk: Disk): void {
  makeSyncedFolders(dirname(path), disk);
  const isNew = !disk.existsSync(path);
  const isTorn = !isNew && endsTorn(path, disk);
  const file = disk.openSync(path, 'a', OWNER_ONLY.file);
  try {
    if (isTorn) writeAll(file, '\n', disk);
    for (const block of blocks) writeAll(file, block, disk);
    disk.fsyncSync(file);
  } finally {
    disk.closeSync(file);
  }
  if (isNew) syncFolder(dirname(path), disk);
}

/** Errors: also if it is a link, a pipe or a device. */
function endsTorn(path: string, disk: Disk): boolean {
  if (disk.lstatSync(path, { throwIfNoEntry: false })?.isFile() !== true)
    throw Object.assign(new Error('ENOTFILE: it is no file, open'), { code: 'ENOTFILE' });
  const size = disk.statSync(path).size;
  if (size === 0) return false;
  const file = openRegularFile(path, disk);
  try {
    const last = Buffer.alloc(1);
    disk.readSync(file, last, { position: size - 1 });
    return last[0] !== LINE_FEED;
  } finally {
    disk.closeSync(file);
  }
}
