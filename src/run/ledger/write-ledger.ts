import { dirname, join } from 'node:path';
import { toJsonText } from '../../domain/json-text.ts';
import type { Disk } from '../../domain/ports.ts';
import type { Redact } from '../../domain/secret.ts';
import { makeSyncedFolders, OWNER_ONLY, syncFolder } from '../disk/folders.ts';
import { atOnce, type Steps } from '../disk/in-slices.ts';
import { toLineBlocks } from '../disk/line-block.ts';
import { replacing, writeAll } from '../disk/write-whole.ts';
import type { AgreedValues } from './agreed-values.ts';
import { LEDGER_FILES } from './ledger-files.ts';
import type { ChangeLine } from './ledger-schema.ts';
import type { OpenState } from './read-ledger.ts';

interface Writing {
  readonly disk: Disk;
  /** A cell or a flag may hold the key by mistake; what is in a run folder holds none. */
  readonly redact?: Redact;
}

/** Adds a line to `runs.ndjson`. Dry runs add theirs beside others: the system does not mix what two processes append. Errors: those of the system. */
export function appendRun(ledger: string, line: object, writing: Writing): void {
  atOnce(appending(join(ledger, LEDGER_FILES.runs), [line], writing));
}

/** A larger file is put aside when a month begins. Units: bytes. */
const MONTH_BYTES = 32 * 1024 * 1024;

/** Adds lines to `changes.ndjson`, block by block. `at`: when their run began, in ISO 8601. Errors: those of the system. */
export function* appendingChanges(
  ledger: string,
  changes: Iterable<ChangeLine>,
  { at, ...writing }: Writing & { readonly at: string },
): Steps {
  const { disk } = writing;
  const path = join(ledger, LEDGER_FILES.changes);
  const earlier = join(ledger, `changes-before-${at.slice(0, 'YYYY-MM'.length)}.ndjson`);
  const size = disk.statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size > MONTH_BYTES && !disk.existsSync(earlier)) disk.renameSync(path, earlier);
  yield* appending(path, changes, writing);
}

interface State extends OpenState {
  readonly values: AgreedValues;
}

/** Replaces `agreed.ndjson`, whole or not at all, block by block. `at`: when, in ISO 8601. Errors: those of the system. */
export function* writingState(
  ledger: string,
  { run, since, attention, drifts, doubts, values }: State,
  { at, ...writing }: Writing & { readonly at: string },
): Steps {
  function* lines(): Generator<object> {
    yield { kind: 'agreed', version: 2, run, since, at };
    yield* attention;
    yield* drifts;
    yield* doubts;
    yield* values.lines();
    yield { kind: 'end' };
  }
  makeSyncedFolders(ledger, writing.disk);
  yield* replacing(join(ledger, LEDGER_FILES.agreed), bytesOf(lines(), writing), writing.disk);
}

function* bytesOf(lines: Iterable<object>, { redact = (text) => text }: Writing): Generator<Uint8Array> {
  function* texts(): Generator<string> {
    for (const line of lines) yield redact(toJsonText(line));
  }
  for (const { bytes } of toLineBlocks(texts())) yield bytes;
}

const LINE_FEED = 0x0a;

/** Appends whole lines, behind what a killed run may have left of one. Errors: also if it is a link, a pipe or a device. */
function* appending(path: string, lines: Iterable<object>, writing: Writing): Steps {
  const { disk } = writing;
  makeSyncedFolders(dirname(path), disk);
  const there = disk.lstatSync(path, { throwIfNoEntry: false });
  if (there?.isFile() === false)
    throw Object.assign(new Error('ENOTFILE: it is not a file, open'), { code: 'ENOTFILE' });
  const file = disk.openSync(path, 'a+', OWNER_ONLY.file);
  try {
    const last = Buffer.from([LINE_FEED]);
    if (there && there.size > 0) disk.readSync(file, last, { position: there.size - 1 });
    if (last[0] !== LINE_FEED) writeAll(file, '\n', disk);
    for (const bytes of bytesOf(lines, writing)) yield void writeAll(file, bytes, disk);
    disk.fsyncSync(file);
  } finally {
    disk.closeSync(file);
  }
  if (!there) syncFolder(dirname(path), disk);
}
