import * as systemDisk from 'node:fs';
import { hostname } from 'node:os';
import { resolve } from 'node:path';
import { UsageError } from '../../domain/errors.ts';
import type { Secret } from '../../domain/secret.ts';
import { describeError } from '../../report/screen/describe-error.ts';
import type { RunEnding } from '../../report/tally/run-ending.ts';
import { printable } from '../../report/text/printable.ts';
import { notifyHook } from '../../run/notify/notify-hook.ts';
import { writeMetrics } from '../../run/notify/write-metrics.ts';
import { postHook } from '../../service/post-hook.ts';
import { readProxy } from '../../settings/read-proxy.ts';
import { INSECURE, isInsecure, readLeniently } from '../../settings/read-settings.ts';
import { NOTIFY_SETTINGS } from '../../settings/settings.ts';
import { formatOf, showWebhook } from '../../settings/webhook.ts';
import { lockFolderOf } from '../ports/lock-folder.ts';
import { systemClock } from '../ports/system-clock.ts';
import { findFailedNights } from './failed-nights.ts';
import type { EndedRun } from './observed-run.ts';
import { redactOf, toEnding } from './to-ending.ts';

/** Writes the metrics and posts the message about a night. What goes wrong there goes to standard error, also with `--quiet`. */
export async function notifyOthers(ended: EndedRun): Promise<void> {
  const { caller, error } = ended;
  const { cwd, sources, warn } = caller;
  const { metrics, webhook } = readLeniently(NOTIFY_SETTINGS, sources);
  const redact = redactOf(ended);
  // That the metrics file is something else may have ended the run.
  const said = error instanceof UsageError ? error.problems : [];
  const notice = (text: string): void => {
    if (!said.includes(text)) warn(redact(printable(text)));
  };
  try {
    const ending = toEnding(ended);
    const unwritten =
      metrics === undefined ? undefined : writeMetrics(resolve(cwd, metrics), ending, systemDisk);
    if (unwritten !== undefined) notice(unwritten);
    if (webhook) for (const text of await notifyWebhook(webhook, ending, ended)) notice(text);
  } catch (trouble) {
    notice(describeError(trouble));
  }
}

/** Enough for a slow service; an interrupted run has to end soon. */
const PATIENCE = { timeoutMs: 10_000, attempts: 3 } as const;
const LITTLE_PATIENCE = { timeoutMs: 5000, attempts: 1 } as const;

async function notifyWebhook(
  webhook: Secret,
  ending: RunEnding,
  ended: EndedRun,
): Promise<readonly string[]> {
  const { cwd, env, sources } = ended.caller;
  const { webhookFormat } = readLeniently(NOTIFY_SETTINGS, sources);
  const url = webhook.reveal();
  const { proxy, problems } = readProxy(sources.env.values, url);
  const against = [...problems, ...(isInsecure(sources) ? [INSECURE] : [])];
  const patience = ending.exitCode >= FIRST_SIGNAL_CODE ? LITTLE_PATIENCE : PATIENCE;
  return notifyHook(ending, {
    format: webhookFormat ?? formatOf(url),
    shown: showWebhook(url),
    redact: redactOf(ended),
    history: findFailedNights(ending, ended.caller),
    post: async (body) =>
      against[0] ??
      (await postHook(body, { url: webhook, proxy, ...patience, clock: systemClock, random: Math.random })),
    folder: lockFolderOf(env),
    cwd,
    host: hostname(),
    disk: systemDisk,
  });
}

const FIRST_SIGNAL_CODE = 129;
