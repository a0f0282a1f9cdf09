import { dirname, relative, resolve } from 'node:path';
import { remarkMayArrive } from '../domain/effects.ts';
import type { SheetRow } from '../domain/row.ts';
import { toDesired } from '../domain/stages.ts';
import { ListingColumnsTally, type UndoShape, undoRecords } from '../report/files/render-undo.ts';
import type { RunReport } from '../report/tally/run-report.ts';
import { formatFollowing } from '../report/text/format-command.ts';
import { eachInSlices, inSlices } from './disk/in-slices.ts';
import type { PlanFile } from './folder/plan-file.ts';
import { jobOfPlan } from './folder/plan-schema.ts';
import { RUNS_FOLDER, readLastActivity } from './folder/run-folder.ts';
import { type LineRestoration, toRestorations } from './folder/to-restorations.ts';
import { findApplies, noticeCutBefore } from './job/newer-runs.ts';
import type { OpenRun } from './job/open-earlier-run.ts';
import type { JobInput, RunHost, RunPorts, RunSettings } from './job/run.ts';
import { rowOfListing, toRowSource } from './sheet/row-source.ts';
import { runFromFolder } from './steps/run-from-folder.ts';

/**
 * Plans and sends the reverse of a run: every listing that the run changed, or may have changed, gets its earlier values
 * back, unless it was changed by others since.
 *
 * Errors: `RunFolderError` if the run folder can't be used or is another service's; further `withLock` and `runJob`.
 */
export function undo(folder: string, settings: RunSettings, host: RunHost): Promise<RunReport> {
  return runFromFolder(
    { command: 'undo', folder, settings },
    host,
    async ({ plan, journal, sentNothing }) => {
      const { clock, cwd, disk } = host.ports;
      const ageing = { now: clock.now(), lastActiveAt: readLastActivity(resolve(cwd, folder), disk) };
      const restorations = sentNothing ? [] : await inSlices(toRestorations(plan, journal, ageing));
      return {
        input: {
          sheet: {
            ...NO_SHEET,
            undone_job: jobOfPlan(plan.head) ?? undefined,
            undone_runs: [plan.head.created_at],
          },
          ...(await openUndoRows(restorations, plan.head.shape)),
          notices: [
            ...noticeNothingSent(plan, { journal, sentNothing }),
            ...noticeCutBefore(plan.head, { settings, ports: host.ports }),
            ...noticeApplies(plan, folder, { ...host.ports, given: settings.given }),
          ],
        },
        restoring: true,
      };
    },
  );
}

/** Having nothing to take back is fine, but the user expected something. */
function noticeNothingSent(
  { head }: PlanFile,
  { journal, sentNothing }: Pick<OpenRun, 'journal' | 'sentNothing'>,
): readonly string[] {
  if (head.dry_run) return ['That run was a dry run and sent nothing'];
  if (sentNothing) return ['That run sent nothing'];
  return journal ? [] : [NO_JOURNAL];
}

/** What an `apply` sent of the same plan is for an undo of that `apply`. */
function noticeApplies(
  { sha256 }: PlanFile,
  folder: string,
  { cwd, disk, given }: Pick<RunPorts, 'cwd' | 'disk'> & Pick<RunSettings, 'given'>,
): readonly string[] {
  const parents = [dirname(resolve(cwd, folder)), resolve(cwd, RUNS_FOLDER)];
  return findApplies(sha256, parents, disk).map((path) => {
    const name = relative(cwd, path);
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
export async function openUndoRows(
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
