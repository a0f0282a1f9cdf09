import * as systemDisk from 'node:fs';
import { hostname } from 'node:os';
import { basename, resolve } from 'node:path';
import type { RunRecord } from '../../domain/documents/ledger.ts';
import { describeSystemError, LockedError, systemCode, UsageError } from '../../domain/errors.ts';
import { EXIT, FIRST_SIGNAL } from '../../domain/exit-codes.ts';
import { toJsonText } from '../../domain/json-text.ts';
import type { Disk } from '../../domain/ports.ts';
import { isLook } from '../../domain/run-record.ts';
import type { Secret } from '../../domain/secret.ts';
import { tryTo } from '../../domain/try-to.ts';
import { VERSION } from '../../package/version.ts';
import { buildMessage, renderSlack } from '../../report/notify/build-message.ts';
import {
  accountOf,
  decideMessage,
  describeFailed,
  isFailed,
  type RunEnding,
} from '../../report/notify/decide-message.ts';
import { renderMetrics } from '../../report/notify/render-metrics.ts';
import { describeError } from '../../report/screen/describe-error.ts';
import type { RunReport } from '../../report/tally/run-report.ts';
import { nameJob } from '../../report/text/failure-line.ts';
import { printable } from '../../report/text/printable.ts';
import { findHeldRows } from '../../report/view/list-next-steps.ts';
import { viewRun } from '../../report/view/run-view.ts';
import { type RightsDisk, replaceForAll } from '../../run/disk/write-whole.ts';
import { readPlanHead } from '../../run/folder/plan-file.ts';
import { jobOfPlan } from '../../run/folder/plan-schema.ts';
import { nameWithoutTime, RUN_FILES } from '../../run/folder/run-folder.ts';
import { describeAccount } from '../../run/job/account.ts';
import { addFailedRun } from '../../run/ledger/open-history.ts';
import { readLedgers, runsOf } from '../../run/ledger/read-ledger.ts';
import { runIdOf, toRecord } from '../../run/ledger/run-facts.ts';
import { writeIndex } from '../../run/page/write-index.ts';
import type { ServiceOptions } from '../../service/open-service.ts';
import { postHook } from '../../service/post-hook.ts';
import { showWebhook } from '../../settings/parse-setting.ts';
import { readApiKey, redactKeys } from '../../settings/read-api-key.ts';
import { isFile } from '../../settings/read-own-file.ts';
import { readProxy } from '../../settings/read-proxy.ts';
import { readLeniently } from '../../settings/read-settings.ts';
import { KEY_FILE } from '../../settings/setting.ts';
import { SYNC_SETTINGS } from '../../settings/settings.ts';
import type { Caller } from '../caller/caller.ts';
import { findWho, systemClock } from '../caller/machine.ts';
import { toFailure } from './event-stream.ts';

/** The facts of a run at its end, however far it came. */
export interface EndedRun {
  readonly command: RunReport['command'];
  /** The sheet or the run folder, as it was given. */
  readonly subject: string;
  /** The sheet that a pattern led to, or the run folder. */
  readonly path?: string | undefined;
  /** With the settings of the job, as far as it is known. */
  readonly caller: Caller;
  /** What identifies the account. */
  readonly access?: Pick<ServiceOptions, 'baseUrl' | 'apiKey'> | undefined;
  readonly report?: RunReport | undefined;
  readonly startedAt: number;
  readonly exitCode: number;
  readonly error?: unknown;
}

/**
 * Adds a night without a run folder to the history, writes the metrics and posts the message about a night. What goes wrong there goes to
 * standard error, also with `--quiet`.
 */
export async function endNight(ended: EndedRun): Promise<void> {
  const night = openNight(ended);
  if (!night.isNight) return;
  const { caller, error, report } = ended;
  // That the metrics file is something else may have ended the run.
  const said = error instanceof UsageError ? error.problems : [];
  const { redact, metrics, webhook } = night;
  const notice = (text: string | undefined): void => {
    if (text !== undefined && !said.includes(text)) caller.warn(redact(printable(text)));
  };
  try {
    if (!report) {
      keepNight(night);
      announce(night);
    }
    if (metrics !== undefined) notice(writeMetrics(resolve(caller.cwd, metrics), night, systemDisk));
    if (webhook) notice(await postMessage(webhook, night));
  } catch (trouble) {
    notice(describeError(trouble));
  }
}

/** Names the run that failed, before its report is shown. */
export function nameFailure(ended: EndedRun): void {
  announce(openNight(ended));
}

/** How a run ended, with what its settings say, as far as they can be understood. */
type Night = ReturnType<typeof openNight>;

function openNight(ended: EndedRun) {
  const { caller, access, command, subject, path, report, error } = ended;
  const { history = 'off', baseUrl, ...settings } = readLeniently(SYNC_SETTINGS, caller.sources);
  // The key, all texts that may be meant as the key, and the address of the webhook.
  const redactions = [access?.apiKey.redact, settings.webhook?.redact, redactKeys(caller.sources)];
  const redact = (text: string) => redactions.reduce((rest, each) => each?.(rest) ?? rest, text);
  const failure = report || error === undefined ? undefined : toFailure(error);
  // Standard input is not a path, and neither are all runs since a time.
  const isPath = command === 'undo' ? caller.options['since'] === undefined : subject !== '-';
  const jobOfHistory = jobOf(ended);
  return {
    ...ended,
    ...settings,
    redact,
    /** The folder of the histories; `undefined` if none is kept. */
    history: history === 'off' ? undefined : resolve(caller.cwd, history),
    jobOfHistory,
    isNight: isNight(ended),
    folder: redact(basename(caller.cwd)),
    job: redact(jobOfHistory ?? nameWithoutTime(basename(subject))),
    subject: redact(subject),
    path: isPath ? redact(resolve(caller.cwd, path ?? subject)) : undefined,
    account: report?.account ?? findAccount(ended, baseUrl),
    startedAt: report?.startedAt ?? ended.startedAt,
    finishedAt: report?.finishedAt ?? systemClock.now(),
    report,
    held: command === 'sync' && report ? findHeldRows(report, report) : undefined,
    failure: failure && {
      ...failure,
      message: redact(failure.message),
      hint: failure.hint && redact(failure.hint),
    },
  } as const;
}

/** What a person at a terminal knows of, and has to do with that person. */
const BY_PERSON: readonly unknown[] = ['interrupted', 'key_refused'];

/**
 * Whether a run is one of its job: not what a person at a terminal mistypes, declines or breaks off, nor a command about a run that isn't
 * there, nor a second one beside tonight's.
 */
function isNight({ command, subject, caller, report, error }: EndedRun): boolean {
  if (error instanceof LockedError && error.isTonight) return false;
  const isTyped = caller.isAtTerminal();
  if (report) return !report.declined && !(isTyped && BY_PERSON.includes(report.stop?.code));
  if (isTyped) return false;
  const plan = resolve(caller.cwd, subject, RUN_FILES.plan);
  return command === 'sync' || readPlanHead(plan, systemDisk) !== undefined;
}

/** Adds a night to the history that ended before it had a folder, so that it is not taken for one without a run. */
function keepNight(night: Night): void {
  const { history, redact, command, newest, webhook, jobOfHistory } = night;
  if (history === undefined) return;
  const { account = null, failure, exitCode, startedAt, finishedAt } = night;
  const record = toRecord({
    id: runIdOf(null, jobOfHistory ?? command, startedAt),
    command,
    job: jobOfHistory ?? null,
    account,
    by: findWho(),
    started_at: new Date(startedAt).toISOString(),
    finished_at: new Date(finishedAt).toISOString(),
    exit_code: exitCode,
    stopped: failure ? { code: failure.code, rules: [], message: failure.message } : null,
    folder: null,
  });
  // Nobody tries the newest file of a pattern, or wants a message, by mistake: a first night without a file is a night of a job.
  const begin = command === 'sync' && (newest === true || webhook !== undefined);
  if (!begin && isMistyped(night)) return;
  addFailedRun(record, { folder: history, begin, redact, disk: systemDisk });
  // What goes wrong is not worth a word beside the run's own error.
  writeIndex({ history, now: systemClock.now(), redact, disk: systemDisk });
}

/** A sheet that is not there, of a job that has no run: what was there on other nights is missed. */
function isMistyped({ command, caller, subject, history = '', jobOfHistory, redact }: Night): boolean {
  if (command !== 'sync' || subject === '-' || systemDisk.existsSync(resolve(caller.cwd, subject)))
    return false;
  return findRunsOf(history, redact(jobOfHistory ?? '')).length === 0;
}

/** Names account and job, and says of a night that nobody watches for how long the job fails. Says nothing of it without an earlier night. */
function announce(night: Night): void {
  const { command, caller, redact, folder, job } = night;
  const isWatched = command !== 'sync' || caller.isAtTerminal() || !isFailed(night);
  const earlier = isWatched || !night.isNight ? [] : findEarlier(night);
  caller.onFailure?.(redact(earlier.length === 0 ? nameJob(folder, job) : describeFailed(night, earlier)));
}

/**
 * The runs of the job before this one, the newest first; none if it has no history, or that can't be read. Of a job on several accounts
 * those of this one's, and what failed under a key of no account since any of them succeeded.
 */
function findEarlier(night: Night): readonly RunRecord[] {
  const { history, redact, jobOfHistory, startedAt, command, exitCode } = night;
  if (history === undefined) return [];
  const runs = findRunsOf(history, redact(jobOfHistory ?? '')).filter(
    (run) => !isLook(run) && run.command === command,
  );
  // The newest is this one, unless it could not be added.
  const isThis = (runs[0]?.started_at ?? '') >= new Date(startedAt).toISOString();
  const earlier = isThis ? runs.slice(1) : runs;
  const succeeded = earlier.filter(({ exit_code }) => !isFailed({ exitCode: exit_code }));
  // A key that no run has succeeded with may be mistyped, and is of no account.
  const accounts = new Set(succeeded.map(keyOf));
  const own = accountOf(night)?.key_fingerprint;
  if (own === undefined || (isFailed({ exitCode }) && !accounts.has(own))) return earlier;
  const since = succeeded[0]?.started_at ?? '';
  return earlier.filter((run) => {
    const key = keyOf(run);
    return key === own || (!accounts.has(key) && run.started_at > since);
  });
}

function keyOf({ account, exit_code }: RunRecord): string | undefined {
  return exit_code === EXIT.keyRefused ? undefined : account?.key_fingerprint;
}

/** None where they can't be read: nothing of a run depends on it, and a command that shows the history says what is wrong with it. */
function findRunsOf(history: string, job: string): readonly RunRecord[] {
  const ledgers = tryTo(() => readLedgers(history, {}, systemDisk)) ?? [];
  return runsOf(ledgers.filter((ledger) => (ledger.job ?? '') === job));
}

/** Enough for a slow service; an interrupted run has to end soon. */
const PATIENCE = { timeoutMs: 10_000, attempts: 3 } as const;
const LITTLE_PATIENCE = { timeoutMs: 5000, attempts: 1 } as const;

/** Posts the message that is due, if one is. Returns why it did not arrive, if it did not. */
async function postMessage(webhook: Secret, night: Night): Promise<string | undefined> {
  const due = decideMessage(night, findEarlier(night));
  if (!due) return undefined;
  const url = webhook.reveal();
  const { report, caller, redact, exitCode, webhookFormat = formatOf(url) } = night;
  const render = webhookFormat === 'slack' ? renderSlack : buildMessage;
  const view = report && viewRun(report, report);
  const facts = { ...due, ending: night, view, host: hostname(), version: VERSION };
  const { proxy, problems } = readProxy(caller.sources.env.values, url);
  const patience = exitCode >= FIRST_SIGNAL ? LITTLE_PATIENCE : PATIENCE;
  const post = { url: webhook, proxy, ...patience, clock: systemClock, random: Math.random };
  const why = problems[0] ?? (await postHook(redact(toJsonText(render(facts))), post));
  return why && `Cannot notify the webhook ${showWebhook(url)} of how the run ended: ${why}`;
}

/** What is posted where nobody said which. */
function formatOf(url: string): 'json' | 'slack' {
  return /^hooks\.slack(?:-gov)?\.com$/.test(new URL(url).hostname) ? 'slack' : 'json';
}

/** What the sheet is called from run to run. A run that works from another one's folder belongs to the job of that one. */
function jobOf({ command, subject, report, caller }: EndedRun): string | undefined {
  const { job, cwd } = caller;
  if (command === 'sync') return report?.sheet.job ?? job;
  const folders = [resolve(cwd, subject), ...(report ? [report.folder] : [])];
  const heads = folders.map((folder) => readPlanHead(resolve(folder, RUN_FILES.plan), systemDisk));
  const head = heads.find((found) => found !== undefined);
  return (head && jobOfPlan(head)) ?? undefined;
}

/** Also if only other settings are wrong. A key that came through a pipe can't be read again. */
function findAccount({ access, caller }: EndedRun, baseUrl: string | undefined): RunEnding['account'] {
  if (access) return describeAccount(access);
  const { env, dotenv, cwd } = caller.sources;
  const files = [env, dotenv].map(({ values }) => values[KEY_FILE]);
  const isKeyAtRest = files.every((file) => !file || isFile(resolve(cwd, file)));
  if (baseUrl === undefined || !isKeyAtRest) return undefined;
  const { apiKey } = readApiKey(caller.sources);
  return apiKey && describeAccount({ baseUrl, apiKey });
}

/** A file of an earlier run begins with this. */
const BEGINNING = '# HELP pricesheet_';

/** Errors: `UsageError` if another file is there, which was named by mistake. */
export function refuseOtherFile(path: string, disk: Disk): void {
  try {
    readEarlier(path, disk);
  } catch (error) {
    // A disk that fails now is a notice at the end, if it still does then.
    if (error instanceof UsageError || systemCode(error) === undefined) throw error;
  }
}

/**
 * Writes the metrics of a run so that a collector finds a complete file at any time. Returns a notice if it could not be
 * written: nothing else of a run depends on it.
 */
export function writeMetrics(path: string, ending: RunEnding, disk: RightsDisk): string | undefined {
  try {
    const earlier = readEarlier(path, disk);
    // A rename would replace a device or a pipe with a file.
    if (earlier === undefined) return `${CANNOT} "${path}": it exists but is not a file`;
    replaceForAll(path, renderMetrics(ending, earlier), disk);
    return undefined;
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    if (systemCode(error) === undefined) throw error;
    const why = systemCode(error) === 'ENOENT' ? 'its folder is not there' : describeSystemError(error);
    return `${CANNOT} "${path}": ${why}`;
  }
}

const CANNOT = 'Cannot write the metrics file';

/** Far more than 500 jobs need. */
const MAX_BYTES = 16 * 1024 * 1024;

/** What is there; `undefined` if that is not a file. Errors: `UsageError` if it is another one; the system's own. */
function readEarlier(path: string, disk: Disk): string | undefined {
  const found = disk.statSync(path, { throwIfNoEntry: false });
  if (!found) return '';
  if (!found.isFile()) return undefined;
  const text = found.size > MAX_BYTES ? 'too large' : String(disk.readFileSync(path));
  if (text === '' || text.startsWith(BEGINNING)) return text;
  throw new UsageError([`${CANNOT} "${path}": it is there, and holds something else`], {
    hint: 'Name another file, such as pricesheet.prom: only one that is empty, or has the metrics of earlier runs, is replaced',
  });
}
