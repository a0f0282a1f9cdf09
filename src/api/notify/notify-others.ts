import * as systemDisk from 'node:fs';
import { hostname } from 'node:os';
import { resolve } from 'node:path';
import { UsageError } from '../../domain/errors.ts';
import type { Redact, Secret } from '../../domain/secret.ts';
import { describeError } from '../../report/screen/describe-error.ts';
import type { RunEnding } from '../../report/tally/run-ending.ts';
import { printable } from '../../report/text/printable.ts';
import { notifyHook } from '../../run/notify/notify-hook.ts';
import { writeMetrics } from '../../run/notify/write-metrics.ts';
import { postHook } from '../../service/post-hook.ts';
import { redactKeys } from '../../settings/read-api-key.ts';
import { readProxy } from '../../settings/read-proxy.ts';
import { INSECURE, isInsecure, readLeniently } from '../../settings/read-settings.ts';
import { NOTIFY_SETTINGS } from '../../settings/settings.ts';
import { formatOf, showWebhook } from '../../settings/webhook.ts';
import { lockFolderOf } from '../ports/lock-folder.ts';
import { systemClock } from '../ports/system-clock.ts';
import type { Caller } from '../request/caller.ts';
import type { EndedRun } from './observed-run.ts';
import { toEnding } from './to-ending.ts';

/** Writes the metrics and posts the message about a night. What goes wrong there goes to standard error, also with `--quiet`. */
export async function notifyOthers(ended: EndedRun): Promise<void> {
  const { caller, error } = ended;
  const { cwd, sources, warn } = caller;
  const { metrics, webhook, webhookFormat } = readLeniently(NOTIFY_SETTINGS, sources);
  const redact = redactAll(ended, webhook);
  // That the metrics file is something else may have ended the run.
  const said = error instanceof UsageError ? error.problems : [];
  const notice = (text: string): void => {
    if (!said.includes(text)) warn(redact(printable(text)));
  };
  try {
    const ending = toEnding(ended, redact);
    if (metrics !== undefined) {
      const unwritten = writeMetrics(resolve(cwd, metrics), ending, systemDisk);
      if (unwritten !== undefined) notice(unwritten);
    }
    if (webhook)
      for (const text of await notifyWebhook(ending, { webhook, webhookFormat, redact }, caller))
        notice(text);
  } catch (trouble) {
    notice(describeError(trouble));
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
  { cwd, env, sources }: Caller,
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
    folder: lockFolderOf(env),
    cwd,
    host: hostname(),
    disk: systemDisk,
  });
}

const FIRST_SIGNAL_CODE = 129;

/** Removes the key, all texts that may be meant as the key, and the address of the webhook. */
function redactAll({ access, caller }: EndedRun, webhook: Secret | undefined): Redact {
  const redactions = [access?.apiKey.redact, webhook?.redact, redactKeys(caller.sources)];
  return (text) => redactions.reduce((rest, redact) => redact?.(rest) ?? rest, text);
}
