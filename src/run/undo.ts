import { join, relative, resolve } from 'node:path';
import { count } from '../domain/count.ts';
import { isFuture } from '../domain/day.ts';
import { mayArriveUntil, remarkMayArrive } from '../domain/effects.ts';
import { PricesheetError, RunFolderError, UsageError } from '../domain/errors.ts';
import { describeValue, FIELDS, type Field, type FieldValue } from '../domain/fields.ts';
import { hashText } from '../domain/hash-text.ts';
import type { ListingId, Sku } from '../domain/listing.ts';
import { groupBy, joinNames } from '../domain/lists.ts';
import { askAbout, didYouMean } from '../domain/nearest-names.ts';
import type { Disk } from '../domain/ports.ts';
import { findSkuDamage } from '../domain/rewritten-sku.ts';
import type { SheetRow } from '../domain/row.ts';
import { isLook, isUncertain, mayHaveChanged, type PastRun } from '../domain/run-record.ts';
import { type Change, toDesired } from '../domain/stages.ts';
import { nameTime } from '../plan/earlier-runs.ts';
import { ListingColumnsTally, type UndoShape, undoRecords } from '../report/files/render-undo.ts';
import type { RunReport } from '../report/tally/run-report.ts';
import { formatFollowing } from '../report/text/format-command.ts';
import { eachInSlices, inSlices } from './disk/in-slices.ts';
import { guardFolder } from './folder/find-run-folders.ts';
import { type PlanFile, readPlanHead } from './folder/plan-file.ts';
import { isPlanOfSheet, jobOfPlan, type PlanHead } from './folder/plan-schema.ts';
import { displayPath, RUN_FILES, readLastActivity } from './folder/run-folder.ts';
import { type LineRestoration, toRestorations } from './folder/to-restorations.ts';
import { describeAccount } from './job/account.ts';
import { describeOpenRun, findApplies, noticeCutBefore } from './job/newer-runs.ts';
import type { OpenRun } from './job/open-earlier-run.ts';
import type { Job, JobInput, RunHost, RunPorts, RunSettings } from './job/run.ts';
import { type BegunRun, type ChangeLine, findLedgerStranger } from './ledger/ledger-files.ts';
import type { DoubtLine } from './ledger/ledger-state.ts';
import { nameOf, openHistory } from './ledger/open-history.ts';
import { asMade, findChanges, type LedgerRun, readLedgers } from './ledger/read-ledger.ts';
import { withLock } from './lock/with-lock.ts';
import { rowOfListing, toRowSource } from './sheet/row-source.ts';
import { LISTED_ONCE, runFromFolder } from './steps/run-from-folder.ts';
import { runJob } from './steps/run-job.ts';

/**
 * Plans and sends the reverse of a run: every listing that the run changed, or may have changed, gets its earlier values
 * back, unless it was changed by others since.
 *
 * Errors: `RunFolderError` if the run folder can't be used or is another service's; further `withLock` and `runJob`.
 */
export function undo(folder: string, settings: RunSettings, host: RunHost): Promise<RunReport> {
  return runFromFolder({ command: 'undo', folder, settings }, host, async (run) => {
    const { plan, journal, sentNothing } = run;
    const { head } = plan;
    const { clock, cwd, disk } = host.ports;
    const ageing = { now: clock.now(), lastActiveAt: readLastActivity(resolve(cwd, folder), disk) };
    const restorations = sentNothing ? [] : await inSlices(toRestorations(plan, journal, ageing));
    return {
      input: {
        sheet: {
          ...NO_SHEET,
          undone_job: jobOfPlan(head) ?? undefined,
          undone_runs: [head.created_at],
        },
        takesBack: head.command === 'undo' ? head.sheet.path : undefined,
        isOfSheet: isPlanOfSheet(head),
        ...(await openUndoRows(restorations, head.shape)),
        notices: [
          ...noticeNothingSent(run),
          ...noticeCutBefore(head, { settings, ports: host.ports }),
          ...noticeApplies(plan, folder, { ...host.ports, given: settings.given }),
        ],
      },
    };
  });
}

/** Having nothing to take back is fine, but the user expected something. */
function noticeNothingSent({ plan: { head }, journal, sentNothing }: OpenRun): readonly string[] {
  if (head.dry_run) return ['That run was a dry run and sent nothing'];
  if (sentNothing) return ['That run sent nothing'];
  return journal ? [] : [NO_JOURNAL];
}

/** What an `apply` sent of the same plan is for an undo of that `apply`. */
function noticeApplies(
  plan: PlanFile,
  folder: string,
  { given, ...ports }: Pick<RunPorts, 'cwd' | 'disk'> & Pick<RunSettings, 'given'>,
): readonly string[] {
  return findApplies(plan, folder, ports).map((path) => {
    const name = relative(ports.cwd, path);
    return `Updates of that run's plan were also sent by the apply "${name}"; if they were not taken back yet: ${formatFollowing(['undo', name], given)}`;
  });
}

const NO_JOURNAL =
  'That run has neither a journal nor a summary: it was killed before it sent anything, or its journal is gone. Its listings were read, and nothing is changed';

/** The rows are from no sheet. */
export const NO_SHEET = { job: null, columns: null, decimal_signs: null } as const;

/** The reverse is in cents, which are exact in every currency, however the sheet was written. */
const SHAPE = { delimiter: ',', decimalSign: '.', moneyUnit: 'cents', clearToken: 'null' } as const;

/**
 * Opens the rows that give listings back what they held. `ofSheet`: of the run that is undone, so that its files open in the same
 * spreadsheet; missing if its folder is gone.
 */
async function openUndoRows(
  restorations: readonly LineRestoration[],
  ofSheet?: Pick<UndoShape, 'delimiter' | 'decimalSign'>,
): Promise<Pick<JobInput, 'rows' | 'shape'>> {
  const tally = new ListingColumnsTally();
  await eachInSlices(restorations, (each) => tally.add(each));
  const columns = tally.result();
  function* toRows(): Generator<SheetRow> {
    const records = undoRecords(restorations, columns, SHAPE);
    records.next();
    for (const restoration of restorations) yield toRow(restoration, records.next().value ?? []);
  }
  const [header = []] = undoRecords([], columns, SHAPE);
  const { delimiter, decimalSign } = ofSheet ?? SHAPE;
  return {
    rows: await toRowSource(toRows),
    shape: { ...SHAPE, delimiter, decimalSign, header, listingIdAt: 0 },
  };
}

function toRow(
  { line, listing, changes, expected, unsent, mayArriveUntil: until, remarks = [] }: LineRestoration,
  cells: readonly string[],
): SheetRow {
  return {
    ...rowOfListing({ line, cells, listing }),
    currency: listing.currency,
    requested: toDesired(changes, 'before'),
    expected,
    unsent,
    notices: [...(until === undefined ? [] : [remarkMayArrive(until)]), ...remarks],
  };
}

interface Which {
  /** Runs that began then or later are taken back. Units: ISO 8601. */
  readonly since: string;
  /** Only runs of this job. */
  readonly job?: string | undefined;
  /** Only what they did to these SKUs. */
  readonly skus?: readonly string[] | undefined;
  /** Only what they did to this field. */
  readonly field?: Field | undefined;
}

/**
 * Plans and sends the reverse of several runs at once, by the ledger: each field that they changed gets the value back that it
 * had before the first of them, unless it is not as the last of them left it.
 *
 * Errors: `RunFolderError` if the ledger has no such run of the account, or not all that they changed; further `withLock` and `runJob`.
 */
export function undoSince(
  { settings, ...which }: Which & { readonly settings: RunSettings },
  host: RunHost,
): Promise<RunReport> {
  const { since, job: jobGiven, skus, field } = which;
  const sku = skus && joinNames(skus);
  const only = skus && skus.length > 1 ? count(skus.length, 'SKU') : sku;
  const subject = [`runs since ${nameTime(since)}`, only, field].filter(Boolean).join(', ');
  const flags = Object.entries({ since: since.slice(0, 19), job: jobGiven, sku, field });
  return withLock({ command: 'undo', subject, settings }, host, async (locked) => {
    const { clock, disk, cwd } = locked.ports;
    const found = await readRuns(which, settings, locked);
    const { job: jobOfHistory, runs, notices } = found;
    refuseUnknownSkus(which, found);
    const restorations = sumUpRuns(found, which, clock.now());
    const layout = runs[0]?.folder;
    const what = 'what it has changed so far is taken back too';
    const job: Job = {
      command: 'undo',
      input: {
        sheet: {
          ...NO_SHEET,
          path: subject,
          cwd,
          sha256: hashText(runs.map(({ id }) => id).join('\n')).toString(16),
          undone_job: jobOfHistory,
          undone_runs:
            sku === undefined && field === undefined ? runs.map(({ started_at }) => started_at) : [],
        },
        subject: ['', ...flags.flatMap(([flag, value]) => (value === undefined ? [] : [`--${flag}`, value]))],
        name: `undo-since-${since.slice(0, 'YYYY-MM-DD'.length)}`,
        isOfSheet: runs.some(({ command }) => command !== 'undo'),
        ...(await openUndoRows(restorations, layout == null ? undefined : layoutOfRun(layout, disk))),
        notices: [
          ...notices,
          ...runs.flatMap((run) => (run.isUnfinished ? [describeOpenRun(run, what, cwd)] : [])),
          describeRuns(runs.filter(mayHaveChanged), restorations.length === 0),
          ...runs
            .filter((run) => isUncertain(run) && run.command !== 'undo')
            .map((run) => describeUncertain(run, settings)),
        ],
      },
      settings,
      ...LISTED_ONCE,
    };
    return runJob(job, locked);
  });
}

function describeRuns(runs: readonly PastRun[], isEmpty: boolean): string {
  const [last, first] = [runs[0]?.id, runs.at(-1)?.id];
  if (first === undefined) return 'None of these runs changed anything';
  const changed =
    runs.length === 1
      ? `the run ${first} changed`
      : `${count(runs.length, 'run')} changed, from ${first} to ${last}`;
  return `${isEmpty ? 'Nothing is left to take back of' : 'Takes back'} what ${changed}`;
}

function describeUncertain({ id, folder }: PastRun, { given }: RunSettings): string {
  const command = formatFollowing(['undo', folder ?? id], given);
  return `Of the run ${id} not every update is known to have held: if there is a conflict because of it, ${command} looks at each listing of it`;
}

type FoundRuns = Awaited<ReturnType<typeof readRuns>>;

/** Errors: `UsageError` for a SKU that no run changed, with the SKUs that it may mean. */
function refuseUnknownSkus({ since, skus = [] }: Which, { runs, changes, doubts }: FoundRuns): void {
  const ids = new Set(runs.map(({ id }) => id));
  const lines = [...changes.filter(isOwn), ...doubts].filter(({ run }) => ids.has(run));
  const known = new Set<string>(lines.map(({ sku }) => sku));
  const describeUnknown = (sku: string): string => {
    const rewritten = [...known].filter((listed) => findSkuDamage(sku, listed)?.isExact);
    const meant = rewritten.length > 0 ? askAbout(rewritten) : didYouMean(sku, known);
    return `No run since ${nameTime(since)} changed the SKU "${sku}"${meant}`;
  };
  const unknown = skus.filter((sku) => !known.has(sku));
  if (unknown.length > 0)
    throw new UsageError(unknown.map(describeUnknown), {
      title: 'Several SKUs were changed by no run',
      hint: 'SKUs are compared exactly; a comma in one is written "\\,"',
    });
}

/**
 * What the ledger knows of the runs, the newest of them first.
 *
 * Errors: `UsageError` if runs of several jobs are meant: each has a ledger, which has to know of the undo. `RunFolderError` if others
 * could have changed the ledger, or what the runs changed is not all in it.
 */
async function readRuns(
  { since, job: jobGiven }: Which,
  { history, service }: RunSettings,
  { ports: { disk, cwd, clock }, lock }: RunHost,
) {
  if (!history) throw nothingKnown('no history is kept (--history off)');
  const { folder } = history;
  const account = describeAccount(service);
  const isSince = (run: LedgerRun): boolean => isToSend(run) && isOfAccount(run) && run.started_at >= since;
  const found = readLedgers(folder, { job: jobGiven }, disk).filter(({ all }) => all.some(isSince));
  // A job whose runs were stopped leaves nothing to choose.
  const changed = found.filter(({ all }) =>
    all.some((run) => isSince(run) && (run.kind === 'begun' || mayHaveChanged(run))),
  );
  const [ledger = found[0], another] = changed;
  const whose = jobGiven === undefined ? 'this account' : `the job "${jobGiven}"`;
  if (!ledger) throw nothingKnown(`"${displayPath(folder, cwd)}" has no run of ${whose} since then`);
  if (another) {
    const jobs = changed.map(({ job }) => job ?? 'none').sort();
    throw new UsageError([`There are runs of several jobs since ${nameTime(since)}: ${jobs.join(', ')}`], {
      hint: 'Pass --job NAME, and take back one job after the other',
    });
  }
  const { path, job } = ledger;
  const damage = findLedgerStranger(folder, path, disk) ?? ledger.notices[0];
  if (damage !== undefined) throw nothingKnown(damage);
  const { past, state, pending, notices } = await openHistory({
    ...{ folder, job, account, isLocked: lock?.isExclusive === true, disk },
    redact: service.apiKey.redact,
    startedAt: clock.now(),
  });
  const all = past.runs.filter((run) => isToSend(run) && isOfAccount(run));
  const isMeant = ({ started_at }: PastRun): boolean =>
    started_at >= since && !isFuture(started_at, clock.now());
  const runs = all.filter(isMeant);
  const isInOrder = runs.every(
    (run, at) => run === all[at] && run.started_at >= (runs[at + 1] ?? run).started_at,
  );
  // The order of the ledger is that of the runs, whatever clocks said.
  if (!isInOrder || (all[runs.length]?.started_at ?? '') >= since)
    throw nothingKnown('the runs of that time are not in the order of their times: a clock was wrong');
  // What each of two found may be what the other had not changed yet.
  const senders = runs.filter(mayHaveChanged);
  const overlap = senders.find((run, at) => run.started_at < (senders[at + 1]?.finished_at ?? ''));
  if (overlap) throw nothingKnown(`the run "${overlap.id}" began before the one before it had ended`);
  const lostIn = runs.findIndex(({ id }) => id === state.since);
  const unknown = state.isLost ? runs : runs.slice(lostIn === -1 ? runs.length : lostIn + 1);
  const doubtful = unknown.find(isUncertain);
  if (doubtful) throw nothingKnown(`what the run "${doubtful.id}" may have changed is not known`);
  return {
    job: job ?? undefined,
    runs,
    changes: [...readChanges(), ...pending],
    doubts: state.doubts,
    notices,
  };

  function nothingKnown(why: string): RunFolderError {
    return new RunFolderError(`Cannot undo the runs since ${nameTime(since)}: ${why}`, {
      hint: 'Undo a single run by its folder, the last one first; pricesheet history lists what is known',
    });
  }

  function isOfAccount(run: Pick<PastRun, 'account'>): boolean {
    return run.account?.key_fingerprint === account.key_fingerprint;
  }

  /** Each listing and field once: a run that was found killed may have been added in part before. */
  function readChanges(): Iterable<ChangeLine> {
    const lines = new Map<string, ChangeLine>();
    const ids = new Set(runs.map(({ id }) => id));
    if (ids.size < runs.length) throw nothingKnown('two runs have the same name');
    const onDamaged = (file: string): never => {
      throw nothingKnown(`a line of "${displayPath(file, cwd)}" is damaged`);
    };
    for (const change of findChanges(path, { runs: ids }, { disk, onDamaged }))
      lines.set(change.run + nameOf(change), change);
    const byRun = groupBy(lines.values(), ({ run }) => run);
    for (const run of runs) {
      const { id, change_lines: made } = run;
      if (made === undefined && mayHaveChanged(run) && !run.isUnfinished)
        throw nothingKnown(`what the run "${id}" changed is not known`);
      // The run has not counted what a later one found of it.
      const there = byRun.get(id)?.filter(({ at }) => at !== null).length ?? 0;
      if (made !== undefined && there < made)
        throw nothingKnown(`of ${count(made, 'change')} by the run "${id}" the ledger has ${there}`);
    }
    return lines.values();
  }
}

function isToSend(run: PastRun | BegunRun): boolean {
  return run.kind === 'begun' || (!isLook(run) && run.folder !== null);
}

/** How the sheet of a run was written, if its folder is still there. */
function layoutOfRun(folder: string, disk: Disk): PlanHead['shape'] | undefined {
  try {
    const own = guardFolder(folder, { command: 'undo', disk });
    return readPlanHead(join(folder, RUN_FILES.plan), own)?.shape;
  } catch (error) {
    if (error instanceof PricesheetError) return undefined;
    throw error;
  }
}

/** Sums up, listing by listing, what runs changed, and what they may have changed unseen. */
function sumUpRuns(
  { runs, changes, doubts }: FoundRuns,
  { skus, field: only }: Which,
  now: number,
): readonly LineRestoration[] {
  const ids = runs.map(({ id }) => id).reverse();
  const isRun = new Set(ids);
  const isMeant = ({ run, field }: Pick<ChangeLine, 'run' | 'field'>): boolean =>
    isRun.has(run) && (only === undefined || field === only);
  const own = asMade(changes, ids).filter((change) => isMeant(change) && isOwn(change));
  const changesOf = groupBy(own, ({ listing_id }) => listing_id);
  const doubtsOf = groupBy(doubts.filter(isMeant), ({ listing_id }) => listing_id);
  const restorations: LineRestoration[] = [];
  for (const id of new Set([...changesOf.keys(), ...doubtsOf.keys()])) {
    const [seen, unseen] = [changesOf.get(id) ?? [], doubtsOf.get(id) ?? []];
    const lines = [...seen, ...unseen];
    const fields = FIELDS.flatMap((field) => {
      const isOf = (line: { readonly field: Field }): boolean => line.field === field;
      return sumUpField(field, seen.filter(isOf), unseen.filter(isOf)) ?? [];
    });
    if (fields.length === 0 || (skus && !lines.some(({ sku }) => skus.includes(sku)))) continue;
    const ends = runs.filter((run) => unseen.some((doubt) => doubt.run === run.id));
    const last = lines.at(-1);
    restorations.push({
      line: restorations.length + 2,
      listing: { id: id as ListingId, sku: last?.sku as Sku, currency: last?.currency ?? '' },
      changes: fields,
      // If it holds a field's earlier value, there is nothing to take back.
      expected: toDesired(
        fields.filter(({ isKnown }) => isKnown),
        'after',
      ),
      mayArriveUntil: mayArriveUntil(Math.max(...ends.map((run) => Date.parse(run.finished_at))), now),
      remarks: fields
        .filter(({ before, found }) => before !== found)
        .map(({ field, before, found }) => ({
          reason: 'set_by_others',
          message: `${field} goes back to ${describeValue(field, before)}, which somebody else set between these runs; the first of them found ${describeValue(field, found)}`,
        })),
    });
  }
  return restorations;
}

/** What a run only noticed has no currency. */
function isOwn({ by, currency }: ChangeLine): boolean {
  return !by || currency !== null;
}

interface FieldChange extends Change {
  /** What the first run found. */
  readonly found: FieldValue;
  /** A strategy may have computed something else than `after`. */
  readonly isKnown: boolean;
}

/**
 * What the runs together did to a field; `undefined`: it is as it was before them. A value that one of them set is theirs: what was there
 * before comes back. Any other is somebody else's, and comes back itself. `changes`: the oldest first.
 */
function sumUpField(
  field: Field,
  changes: readonly ChangeLine[],
  doubts: readonly DoubtLine[],
): FieldChange | undefined {
  const [first, ...others] = changes as readonly { readonly was: FieldValue; readonly is: FieldValue }[];
  let [before, after] = [first?.was, first?.is];
  for (const { was, is } of others) {
    if (was !== after) before = was;
    after = is;
  }
  if (first && before !== after)
    return { field, before: before ?? null, after: after ?? null, found: first.was, isKnown: true };
  // A field that runs changed holds that, or there is a conflict: what was not seen is not built upon.
  const doubt = doubts.at(-1);
  if (!doubt) return undefined;
  const held = (first ? after : doubts[0]?.was) as FieldValue;
  return { field, before: held, after: doubt.is as FieldValue, found: held, isKnown: !doubt.computed };
}
