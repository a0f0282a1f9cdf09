import * as systemDisk from 'node:fs';
import { basename, resolve } from 'node:path';
import type { Redact } from '../../domain/secret.ts';
import { findHeldRows } from '../../report/advice/held-rows.ts';
import type { RunEnding } from '../../report/tally/run-ending.ts';
import type { RunReport } from '../../report/tally/run-report.ts';
import { jobOfPlan } from '../../run/folder/job-of-plan.ts';
import { readPlanHead } from '../../run/folder/read-plan.ts';
import { nameWithoutTime, RUN_FILES } from '../../run/folder/run-folder.ts';
import { describeAccount } from '../../run/job/account.ts';
import { sheetFolderOf } from '../../run/sheet/sheet-folder.ts';
import { isFile } from '../../settings/is-file.ts';
import { KEY_FILE, readApiKey } from '../../settings/read-api-key.ts';
import { readLeniently } from '../../settings/read-settings.ts';
import type { Sources } from '../../settings/read-sources.ts';
import { SERVICE_SETTINGS } from '../../settings/settings.ts';
import { stepFlagsOf } from '../../settings/step-flags.ts';
import { textOption } from '../../settings/text-option.ts';
import { systemClock } from '../ports/system-clock.ts';
import type { Caller } from '../request/caller.ts';
import type { EndedRun } from './observed-run.ts';
import { toFailure } from './to-failure.ts';

/** Describes how a run ended, however far it came. */
export function toEnding(ended: EndedRun, redact: Redact, caller: Caller): RunEnding {
  const { cwd } = caller;
  const { command, subject, report, exitCode, startedAt, error, access } = ended;
  const account = report?.account ?? accountOf(access ?? findAccess(caller.sources));
  return {
    command,
    job: redact(nameJob(ended, caller)),
    sheetFolder: isNamed(caller)
      ? undefined
      : redact(sheetFolderOf(ended.subject, { cwd, disk: systemDisk })),
    subject: redact(subject),
    account,
    exitCode,
    trace: caller.trace,
    startedAt,
    finishedAt: systemClock.now(),
    report,
    held: command === 'sync' && report ? findHeldRows(report, toHeldOptions(report, caller)) : undefined,
    failure: report || error === undefined ? undefined : toFailure(error, redact),
  };
}

/** A message is read in some other place than the working folder. */
function toHeldOptions({ folder }: RunReport, caller: Caller) {
  return { ...stepFlagsOf(caller), folder };
}

/** A run that works from another one's folder belongs to the job of that one. */
function nameJob({ command, subject, report, job: found }: EndedRun, { job, cwd }: Caller): string {
  if (command === 'sync' || command === 'diff') return report?.sheet.job ?? found ?? job ?? basename(subject);
  const folder = resolve(cwd, subject);
  const head = readPlanHead(resolve(folder, RUN_FILES.plan), systemDisk);
  return (head && jobOfPlan(head)) ?? nameWithoutTime(basename(folder));
}

function isNamed({ options }: Caller): boolean {
  return textOption(options, 'job') !== undefined;
}

function accountOf(access: EndedRun['access']): RunEnding['account'] {
  return access && describeAccount(access);
}

/** Address and key, if only other settings are wrong. A key that came through a pipe can't be read again. */
function findAccess(sources: Sources): EndedRun['access'] {
  const { baseUrl } = readLeniently({ baseUrl: SERVICE_SETTINGS.baseUrl }, sources);
  if (baseUrl === undefined || !isKeyAtRest(sources)) return undefined;
  const { apiKey } = readApiKey(sources);
  return apiKey && { baseUrl, apiKey };
}

function isKeyAtRest({ env, dotenv, cwd }: Sources): boolean {
  return [env, dotenv].every(({ values }) => {
    const file = values[KEY_FILE];
    return !file || isFile(resolve(cwd, file));
  });
}
