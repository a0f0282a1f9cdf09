import * as systemDisk from 'node:fs';
import { hostname } from 'node:os';
import { basename, resolve } from 'node:path';
import { PricesheetError } from '../../domain/errors.ts';
import { messageOf } from '../../domain/message-of.ts';
import type { Redact, Secret } from '../../domain/secret.ts';
import { formatShard } from '../../domain/shard.ts';
import type { RunEnding } from '../../report/tally/run-ending.ts';
import { printable } from '../../report/text/printable.ts';
import { readPlanHead } from '../../run/folder/read-plan.ts';
import { nameWithoutTime, RUN_FILES } from '../../run/folder/run-folder.ts';
import { describeAccount } from '../../run/job/account.ts';
import { notifyHook } from '../../run/notify/notify-hook.ts';
import { writeMetrics } from '../../run/notify/write-metrics.ts';
import { sheetFolderOf } from '../../run/sheet/sheet-folder.ts';
import { postHook } from '../../service/post-hook.ts';
import type { Context } from '../settings/context.ts';
import { isFile } from '../settings/is-file.ts';
import { KEY_FILE, readApiKey, redactKeys } from '../settings/read-api-key.ts';
import { readProxy } from '../settings/read-proxy.ts';
import { INSECURE, isInsecure, readLeniently } from '../settings/read-settings.ts';
import type { Sources } from '../settings/read-sources.ts';
import type { ValuesOf } from '../settings/setting.ts';
import { type NOTIFY_SETTINGS, SERVICE_SETTINGS, SHARD_SETTINGS } from '../settings/settings.ts';
import { formatOf, showWebhook } from '../settings/webhook.ts';
import { describeError } from '../terminal/describe-error.ts';
import { lockFolderOf } from '../terminal/lock-folder.ts';
import { systemClock } from '../terminal/system-clock.ts';
import type { ObservedRun } from './observed-run.ts';

type Ended = ObservedRun & { readonly exitCode: number; readonly error?: unknown };

/** Writes the metrics and posts the message about a run. What goes wrong there goes to standard error, also with `--quiet`. */
export async function notifyOthers(
  ended: Ended,
  { metrics, webhook, webhookFormat }: Partial<ValuesOf<typeof NOTIFY_SETTINGS>>,
  context: Context,
): Promise<void> {
  const { stdio, sources, printStderr } = context;
  // A dry run of `sync`, `apply` or `undo` is for the person who started it; a declined one has not run.
  const isLook = context.options['dryRun'] === true && ended.command !== 'diff';
  if (isLook || ended.report?.declined) return;
  const redact = redactAll(ended, webhook, sources);
  const notice = (text: string): void => printStderr(`${redact(printable(text))}\n`);
  try {
    const ending = toEnding(ended, redact, context);
    if (metrics !== undefined) {
      const unwritten = writeMetrics(resolve(stdio.cwd, metrics), ending, systemDisk);
      if (unwritten !== undefined) notice(unwritten);
    }
    if (webhook)
      for (const text of await notifyWebhook(ending, { webhook, webhookFormat, redact }, context))
        notice(text);
  } catch (error) {
    notice(describeError(error));
  }
}

interface Hook {
  readonly webhook: Secret;
  readonly webhookFormat: 'json' | 'slack' | undefined;
  readonly redact: Redact;
}

/** Enough for a slow service; an interrupted run has to end soon. */
const PATIENCE = { timeoutMs: 10_000, attempts: 3 } as const;
const LITTLE_PATIENCE = { timeoutMs: 5000, attempts: 1 } as const;

async function notifyWebhook(
  ending: RunEnding,
  { webhook, webhookFormat, redact }: Hook,
  { stdio, sources }: Context,
): Promise<readonly string[]> {
  const url = webhook.reveal();
  const { proxy, problems } = readProxy(sources.env.values, url);
  const against = [...problems, ...(isInsecure(sources) ? [INSECURE] : [])];
  const patience = ending.exitCode >= FIRST_SIGNAL_CODE ? LITTLE_PATIENCE : PATIENCE;
  return notifyHook(ending, {
    format: webhookFormat ?? formatOf(url),
    shown: showWebhook(url),
    redact,
    post: async (body) =>
      against[0] ??
      (await postHook(body, { url: webhook, proxy, ...patience, clock: systemClock, random: Math.random })),
    folder: lockFolderOf(stdio.env),
    cwd: stdio.cwd,
    host: hostname(),
    disk: systemDisk,
  });
}

const FIRST_SIGNAL_CODE = 129;

/** Removes the key, all texts that may be meant as the key, and the address of the webhook. */
function redactAll({ access }: Ended, webhook: Secret | undefined, sources: Sources): Redact {
  const redactions = [access?.apiKey.redact, webhook?.redact, redactKeys(sources)];
  return (text) => redactions.reduce((rest, redact) => redact?.(rest) ?? rest, text);
}

function toEnding(ended: Ended, redact: Redact, context: Context): RunEnding {
  const { stdio } = context;
  const { command, subject, report, exitCode, startedAt, error, access } = ended;
  const shard = report?.shard ?? readLeniently(SHARD_SETTINGS, context.sources).shard;
  const account = report?.account ?? accountOf(access ?? findAccess(context.sources));
  return {
    command,
    job: redact(jobOf(ended, context)),
    sheetFolder: isNamed(context)
      ? undefined
      : redact(sheetFolderOf(ended.subject, { cwd: stdio.cwd, disk: systemDisk })),
    subject: redact(subject),
    shard: shard && formatShard(shard),
    account,
    exitCode,
    startedAt,
    finishedAt: systemClock.now(),
    report,
    failure: report || error === undefined ? undefined : toFailure(error, redact),
  };
}

function toFailure(error: unknown, redact: Redact): NonNullable<RunEnding['failure']> {
  const code = error instanceof PricesheetError ? error.code : 'bug';
  const hint = error instanceof PricesheetError ? error.hint : undefined;
  return { code, rules: [], message: redact(messageOf(error)), hint: hint && redact(hint) };
}

/** A run that works from another one's folder belongs to the job of that one. */
function jobOf({ command, subject, report }: Ended, { job, stdio }: Context): string {
  if (command === 'sync' || command === 'diff') return report?.sheet.job ?? job ?? basename(subject);
  const folder = resolve(stdio.cwd, subject);
  const head = readPlanHead(resolve(folder, RUN_FILES.plan), systemDisk);
  return head?.sheet.job ?? nameWithoutTime(basename(folder));
}

function isNamed({ options }: Context): boolean {
  return typeof options['job'] === 'string';
}

function accountOf(access: Ended['access']): RunEnding['account'] {
  return access && describeAccount(access);
}

/** Address and key, if only other settings are wrong. A key that came through a pipe can't be read again. */
function findAccess(sources: Sources): Ended['access'] {
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
