import { resolve } from 'node:path';
import { count } from '../../domain/count.ts';
import type { Approval } from '../../domain/documents/ledger.ts';
import { ApprovalError, RunFolderError, SheetError } from '../../domain/errors.ts';
import { findOtherOwner } from '../../domain/find-other-owner.ts';
import type { Disk } from '../../domain/ports.ts';
import { tryTo } from '../../domain/try-to.ts';
import { formatFollowing } from '../../report/text/format-command.ts';
import { openTable, type Table } from '../../sheet/open-sheet-text.ts';
import { openSource } from '../../sheet/open-source.ts';
import type { RawRecord } from '../../sheet/parse-records.ts';
import { inSlices } from '../disk/in-slices.ts';
import { systemTrust } from '../disk/system-trust.ts';
import { guardFolder, openRunFolder } from '../folder/find-run-folders.ts';
import { type JournalFile, readJournal } from '../folder/journal.ts';
import { type PlanFile, readPlan } from '../folder/plan-file.ts';
import { displayPath, RUN_FILES } from '../folder/run-folder.ts';
import { findApplies, refuseOutdated } from '../job/newer-runs.ts';
import type { OpenRun } from '../job/open-earlier-run.ts';
import type { RunPorts, RunSettings } from '../job/run.ts';
import { judgeAge } from '../sheet/take-sheet.ts';
import { findReviewColumns, ReviewCheck } from './review-check.ts';

/** A review file, as `apply --only` was given it. */
export interface ApprovalRequest {
  readonly path: string;
  /** An approval that was last changed longer ago is refused. Units: milliseconds. */
  readonly maxAgeMs: number;
  /** The name of this machine. */
  readonly host: string | null;
}

/** What was approved of a plan. */
export interface ReadApproval {
  readonly approval: Approval;
  /** Whether an entry is, by its position in the plan. */
  isApproved(n: number): boolean;
}

interface Context {
  /** The run folder, as it was given. */
  readonly run: string;
  readonly settings: RunSettings;
  readonly ports: RunPorts;
}

/**
 * What a review file approves of an earlier run. The plan decides what is sent: from the file come only the entries, and
 * whether each is approved; everything else in it has to be as the plan shows it, however a spreadsheet has written it.
 *
 * In memory are some 40 bytes for each entry that can be approved, and nothing of the rows.
 *
 * Errors: `ApprovalError` for anything in the file that is not as it should be, or if the plan is not what is to be approved any more:
 * before anything is sent.
 */
export async function approve(
  { path, maxAgeMs, host }: ApprovalRequest,
  opened: OpenRun,
  { run, settings, ports }: Context,
): Promise<ReadApproval> {
  const { plan, journal, isUnsent } = opened;
  const { file, columns, source, owner, records } = await openReviewFile(path, ports);
  const { mtimeMs } = file;
  const old = judgeAge({ mtimeMs, maxAgeMs, now: ports.clock.now(), what: 'it', limit: '"approval-age"' });
  if (old !== undefined)
    throw new ApprovalError(`Cannot use the review file "${path}": ${old}`, {
      hint: 'Make a new plan with diff and approve that, or look at this file again and save it; a larger "approval-age" in pricesheet.json accepts it as it is',
    });
  const check = new ReviewCheck(plan, { path, run, columns, isUnsent });
  for await (const some of records()) for (const record of some) check.add(record);
  if (journal && !journal.ended)
    throw new ApprovalError(`Cannot apply a part of "${run}": it was killed while it was sending`, {
      hint: `First finish what it began, without --only: ${formatFollowing(['apply', run], settings.given)}`,
    });
  refuseOutdated(opened, { run, settings, ports });
  const modified = new Date(mtimeMs).toISOString();
  return {
    approval: { path, sha256: source.sha256, modified, owner, host, ...check.counts() },
    isApproved: (n) => check.isApproved(n),
  };
}

/**
 * Opens a review file; its rows are not read yet.
 *
 * Errors: `ApprovalError` if there is none, others than its owner could have written it, or it is something else.
 */
async function openReviewFile(path: string, { cwd, disk }: Pick<RunPorts, 'cwd' | 'disk'>) {
  // What a pipe or a device gives may never end.
  if (isOther(resolve(cwd, path), disk)) throw notAFile(path);
  try {
    const source = await openSource(path, { cwd, stdin: NOTHING });
    const { file } = source;
    if (!file) throw notAFile(path);
    const owner = ownerOf(path, { cwd, disk });
    const table = await openTable(source, (cells) => findReviewColumns(cells) !== undefined);
    const columns = table && findReviewColumns(table.header);
    if (!table || !columns)
      throw new ApprovalError(
        `Cannot use the review file "${path}": its first line does not name the columns approve and entry, once each`,
        { hint: 'Take the review.csv of the run, as it was saved by the spreadsheet with all its columns' },
      );
    return { source, file, columns, records: () => recordsOf(table), owner };
  } catch (error) {
    throw asApprovalError(error);
  }
}

/** Whether there is something else than a file or a folder. What can't be looked at is reported when it is read. */
function isOther(path: string, disk: Disk): boolean {
  const found = tryTo(() => disk.statSync(path, { throwIfNoEntry: false }));
  return found !== undefined && !found.isFile() && !found.isDirectory();
}

function notAFile(path: string): ApprovalError {
  return new ApprovalError(`Cannot use the review file "${path}": it is not a file`, {
    hint: 'Name a file: only a file shows when it was approved, and by whom',
  });
}

/** Standard input is nobody's file. */
const NOTHING: AsyncIterable<Uint8Array> = (async function* () {})();

async function* recordsOf(table: Table): AsyncGenerator<readonly RawRecord[]> {
  try {
    yield* table.records();
  } catch (error) {
    throw asApprovalError(error);
  }
}

/** What is wrong with any table is said of this one by its own name. Flags for reading sheets are for sheets. */
function asApprovalError(error: unknown): unknown {
  if (!(error instanceof SheetError)) return error;
  const hint = error.hint === undefined || / --|pricesheet\.json/.test(error.hint) ? SAVE_AGAIN : error.hint;
  const message = error.message.replace(' the sheet "', ' the review file "');
  return new ApprovalError(message, { hint, cause: error });
}

const SAVE_AGAIN = 'Save it as CSV again, or begin with the review.csv of the run';

/**
 * Anyone may have approved, and is named as the owner of the file, who therefore has to be the only one who could write it. Shape: the
 * name of the user, or the number of one without a name; `null` where files have no owner.
 */
function ownerOf(path: string, { cwd, disk }: Pick<RunPorts, 'cwd' | 'disk'>): string | null {
  const rights = disk.statSync(resolve(cwd, path));
  const trust = systemTrust([rights.uid]);
  if (!trust) return null;
  const stranger = findOtherOwner(rights, trust);
  if (stranger)
    throw new ApprovalError(`Cannot use the review file "${path}": it ${stranger.why}`, {
      hint: `It is not known who approved it; ${stranger.wayOut(path)}`,
    });
  return trust.nameOfUser(rights.uid) ?? String(rights.uid);
}

/** Says of each part of a plan that was approved before that all of the plan is sent now. */
export function noticeApproved(plan: PlanFile, run: string, ports: RunPorts): readonly string[] {
  return findApplies(plan, run, ports).flatMap((path) => {
    const found = openRunFolder(path, { command: 'apply', disk: ports.disk });
    const approval = 'why' in found ? undefined : found.summary?.approval;
    if (!approval || approval.approved === approval.of) return [];
    const { approved, of } = approval;
    return `The apply "${displayPath(path, ports.cwd)}" sent what "${approval.path}" approved, ${approved} of ${count(of, 'update')}; this one sends the others too`;
  });
}

/**
 * Names each earlier apply of a plan that has sent updates which are not approved now: they are held, with the values from before it. Only
 * applies whose folders are beside the run's or in the folder of runs are found.
 */
export async function noticeOtherApplies(
  plan: PlanFile,
  { isApproved }: Pick<ReadApproval, 'isApproved'>,
  { run, settings, ports }: Context,
): Promise<readonly string[]> {
  const notices: string[] = [];
  for (const path of findApplies(plan, run, ports)) {
    const journal = await tryJournal(path, ports);
    const sent = journal ? countSent(journal, isApproved) : 0;
    if (!journal || sent === 0) continue;
    const name = displayPath(path, ports.cwd);
    const updates = sent === 1 ? '1 update that is' : `${sent} updates that are`;
    const held = `${sent === 1 ? 'it is' : 'they are'} held here, and not read again`;
    const command = formatFollowing(['apply', name], settings.given);
    notices.push(
      journal.ended
        ? `The apply "${name}" has sent ${updates} not approved now: ${held}; its results have them`
        : `The apply "${name}" was killed while it was sending, and has sent ${updates} not approved now: ${held}; to finish it: ${command}`,
    );
  }
  return notices;
}

/** An apply has an entry for each one of the plan that it was made of. */
function countSent({ byEntry }: JournalFile, isApproved: (n: number) => boolean): number {
  let sent = 0;
  for (const [n, { attempts, notApplied, status }] of byEntry)
    if (attempts > 0 && !notApplied && (status === 'updated' || status === 'unconfirmed') && !isApproved(n))
      sent++;
  return sent;
}

/** One that is damaged, or that others could have written, is the concern of the command that uses it. */
async function tryJournal(path: string, ports: Context['ports']): Promise<JournalFile | undefined> {
  try {
    const disk = guardFolder(path, { command: 'apply', disk: ports.disk });
    const { seal: start } = await inSlices(readPlan(resolve(path, RUN_FILES.plan), disk));
    return await inSlices(readJournal(resolve(path, RUN_FILES.outcomes), { start, disk }));
  } catch (error) {
    if (error instanceof RunFolderError) return undefined;
    throw error;
  }
}
