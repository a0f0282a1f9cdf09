import * as systemDisk from 'node:fs';
import { basename, resolve } from 'node:path';
import type { Redact } from '../../domain/secret.ts';
import type { RunEnding } from '../../report/notify/run-ending.ts';
import type { RunReport } from '../../report/tally/run-report.ts';
import { findHeldRows } from '../../report/view/held-rows.ts';
import type { StepOptions } from '../../report/view/list-next-steps.ts';
import { readPlanHead } from '../../run/folder/plan-file.ts';
import { jobOfPlan } from '../../run/folder/plan-schema.ts';
import { nameWithoutTime, RUN_FILES } from '../../run/folder/run-folder.ts';
import { describeAccount } from '../../run/job/account.ts';
import type { ServiceOptions } from '../../service/open-service.ts';
import { stepFlagsOf } from '../../settings/given-flags.ts';
import { KEY_FILE, readApiKey, redactKeys } from '../../settings/read-api-key.ts';
import { isFile } from '../../settings/read-own-file.ts';
import { readLeniently } from '../../settings/read-settings.ts';
import type { Sources } from '../../settings/read-sources.ts';
import { NOTIFY_SETTINGS, SERVICE_SETTINGS } from '../../settings/settings.ts';
import { systemClock } from '../ports/system-clock.ts';
import type { Caller } from '../request/caller.ts';
import { toFailure } from './with-events.ts';

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

/** Removes the key, all texts that may be meant as the key, and the address of the webhook. */
export function redactOf({ access, caller: { sources } }: EndedRun): Redact {
  const { webhook } = readLeniently({ webhook: NOTIFY_SETTINGS.webhook }, sources);
  const redactions = [access?.apiKey.redact, webhook?.redact, redactKeys(sources)];
  return (text) => redactions.reduce((rest, redact) => redact?.(rest) ?? rest, text);
}

/** Describes how a run ended, however far it came. */
export function toEnding(ended: EndedRun): RunEnding {
  const redact = redactOf(ended);
  const { caller, command, subject, report, exitCode, startedAt, error } = ended;
  const failure = report || error === undefined ? undefined : toFailure(error);
  return {
    command,
    folder: redact(basename(caller.cwd)),
    job: redact(jobOf(ended) ?? nameWithoutTime(basename(subject))),
    subject: redact(subject),
    path: isPath(ended) ? redact(resolve(caller.cwd, ended.path ?? subject)) : undefined,
    account: report?.account ?? findAccount(ended),
    exitCode,
    trace: caller.trace,
    startedAt: report?.startedAt ?? startedAt,
    finishedAt: report?.finishedAt ?? systemClock.now(),
    report,
    held: command === 'sync' && report ? findHeldRows(report, stepOptionsOf(report, caller)) : undefined,
    failure: failure && {
      ...failure,
      message: redact(failure.message),
      hint: failure.hint && redact(failure.hint),
    },
  };
}

/** A message is read in some other place than the working folder. */
export function stepOptionsOf({ folder }: RunReport, caller: Caller): StepOptions {
  return { ...stepFlagsOf(caller), folder };
}

/** Standard input is not one, and neither are all runs since a time. */
function isPath({ command, subject, caller: { options } }: EndedRun): boolean {
  return command === 'undo' ? options['since'] === undefined : subject !== '-';
}

/** What the sheet is called from run to run. A run that works from another one's folder belongs to the job of that one. */
export function jobOf({ command, subject, report, caller }: EndedRun): string | undefined {
  const { job, cwd } = caller;
  if (command === 'sync') return report?.sheet.job ?? job;
  const folders = [resolve(cwd, subject), ...(report ? [report.folder] : [])];
  const heads = folders.map((folder) => readPlanHead(resolve(folder, RUN_FILES.plan), systemDisk));
  const head = heads.find((found) => found !== undefined);
  return (head && jobOfPlan(head)) ?? undefined;
}

/** Also if only other settings are wrong. A key that came through a pipe can't be read again. */
function findAccount({ access, caller: { sources } }: EndedRun): RunEnding['account'] {
  if (access) return describeAccount(access);
  const { baseUrl } = readLeniently({ baseUrl: SERVICE_SETTINGS.baseUrl }, sources);
  if (baseUrl === undefined || !isKeyAtRest(sources)) return undefined;
  const { apiKey } = readApiKey(sources);
  return apiKey && describeAccount({ baseUrl, apiKey });
}

function isKeyAtRest({ env, dotenv, cwd }: Sources): boolean {
  return [env, dotenv].every(({ values }) => {
    const file = values[KEY_FILE];
    return !file || isFile(resolve(cwd, file));
  });
}
