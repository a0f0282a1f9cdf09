import type { OpenRow } from '../../domain/documents/history.ts';
import type { Approval, RunRecord } from '../../domain/documents/ledger.ts';
import { nameKill } from '../../domain/run-record.ts';
import { formatFollowing, type GivenFlags } from '../text/format-command.ts';
import { printable } from '../text/printable.ts';
import { count } from '../text/words.ts';

/** How a run of the history ended, in a few words: `done`, `exit 4, stopped by rows_dropped`. */
function describeRunEnd(run: RunRecord): string {
  const { exit_code: code, stopped, dry_run, counts } = run;
  if (code === null) return nameKill(run);
  const planned = dry_run && !stopped && `${counts?.by_status.planned ?? 0} planned`;
  const rules = stopped?.rules.join(', ');
  const isUnwritten = stopped?.code === 'disk';
  const why = rules ? `stopped by ${rules}` : isUnwritten ? 'a file could not be written' : ENDS[code];
  return [code === 0 ? 'done' : `exit ${code}`, planned, why].filter(Boolean).join(', ');
}

const ENDS: Readonly<Record<number, string>> = {
  1: 'it could not go on',
  2: 'wrong settings or sheet',
  3: 'rows need attention',
  4: 'stopped by a guard rule',
  5: 'the key was refused',
  6: 'too many failures',
  7: 'another run held the lock',
  8: 'answered with no',
  10: 'there are changes',
  129: 'interrupted',
  130: 'interrupted',
  143: 'interrupted',
};

/** A run in the cells of a table; one is empty if the run did not come to that. `isTakenBack`: whether it was, as a whole. */
export function describeRun(record: RunRecord, isTakenBack = false) {
  const { command, dry_run, counts, news, stopped, drift, sheet, undone_runs: undone = [] } = record;
  const attention = stopped ? undefined : counts?.attention;
  const fresh = attention && news?.fresh ? ` (${news.fresh} new)` : '';
  const [first = ''] = undone;
  const of = undone.length > 1 ? ` of ${undone.length} runs` : first && ` of ${describeTime(first)}`;
  return {
    'when (UTC)': describeTime(record.started_at),
    command: `${command}${of}${dry_run && command !== 'diff' ? ', dry run' : ''}`,
    SKUs: String(sheet?.figures?.skus ?? ''),
    updated: counts && !dry_run ? String(counts.by_status.updated ?? 0) : '',
    attention: attention === undefined ? '' : `${attention}${fresh}`,
    // What was not approved waits for nobody.
    held: stopped || record.approval ? '' : String(counts?.by_status.held || ''),
    drift: drift ? String(drift.drifted + drift.contested) : '',
    job: record.job ?? '',
    ended: `${describeRunEnd(record)}${isTakenBack ? ', taken back' : ''}`,
  };
}

/** Likewise a row that needs attention, or a field that somebody else changes. */
export function describeOpen({ since, nights, sku, job, line, what, why }: OpenRow) {
  return {
    'since (UTC)': describeTime(since),
    runs: String(nights),
    sku,
    job: job ?? '',
    line: String(line),
    what: `${what} (${why})`,
  };
}

/** The titles of a table, without columns that are empty, and the job only if there are several. */
export function titlesOf(rows: readonly Readonly<Record<string, unknown>>[]): readonly string[] {
  return [...new Set(rows.flatMap(Object.keys))].filter((title) => {
    const values = new Set(rows.map((row) => row[title] ?? ''));
    return values.size > 1 || (title !== 'job' && !values.has(''));
  });
}

/** What a run that has begun and not ended did is not in the history yet. `isAlive`: whether it still runs, where that is known. */
export function describeUnfinished(
  { started_at, folder }: { readonly started_at: string; readonly folder: string },
  isAlive?: boolean,
): string {
  const run = `A run that began at ${describeTime(started_at)} UTC`;
  if (isAlive) return `${run} is still running: ${folder}`;
  return isAlive === undefined
    ? `${run} has not ended: it is still running, or was killed; then apply finishes it: ${folder}`
    : `${run} was killed before it ended; apply finishes it: ${folder}`;
}

/** `2026-11-20 02:15`, in UTC as everywhere. */
export function describeTime(time: string): string {
  return time.slice(0, 'YYYY-MM-DDTHH:MM'.length).replace('T', ' ');
}

interface Leaving {
  /** What asked for it. */
  readonly signal: string;
  /** The run folder as the user would name it; `undefined` where there is none yet. */
  readonly folder: string | undefined;
  /** A whole plan is in it, so that its updates can be sent from there. */
  readonly isPlanned: boolean;
  readonly given: GivenFlags;
}

/** What a run prints when a second Ctrl-C ends it at once: where its files are, and how to continue. */
export function renderForcedExit({ signal, folder, isPlanned, given }: Leaving): string {
  if (folder === undefined) return `\n${signal}: exited at once; nothing was sent, run the command again\n`;
  const next = isPlanned
    ? `send the rest of this plan: ${formatFollowing(['apply', folder], given)}`
    : 'nothing was sent; run the same command again';
  return `\n${signal}: exited at once\nFolder    ${printable(folder)}\nNext      ${next}\n`;
}

/** Who approved what, in lines. No more is known of who than whose the file was. */
export function describeApproved(approval: Approval): readonly string[] {
  const { path, sha256, modified, owner, host, approved, of } = approval;
  const who = [owner === null ? null : `of ${owner}`, host === null ? null : `on ${host}`];
  const named = who.filter((each) => each !== null).join(' ');
  return [
    `${approved} of ${count(of, 'update')}, by the file ${path}${named === '' ? '' : ` ${named}`}, modified ${describeTime(modified)} UTC`,
    `SHA-256 ${sha256}`,
  ];
}
