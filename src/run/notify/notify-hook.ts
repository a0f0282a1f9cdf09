import { describeSystemError, systemCode } from '../../domain/describe-system-error.ts';
import { toJsonText } from '../../domain/json-text.ts';
import type { Disk } from '../../domain/ports.ts';
import type { Redact } from '../../domain/secret.ts';
import { VERSION } from '../../package/version.ts';
import { buildMessage } from '../../report/notify/build-message.ts';
import { decideNotification, type Remembered } from '../../report/notify/decide-notification.ts';
import { renderSlack } from '../../report/notify/render-slack.ts';
import { type FailedNights, writeHeadline } from '../../report/notify/write-headline.ts';
import type { RunEnding } from '../../report/tally/run-ending.ts';
import { hookStatePaths, readHookState, writeHookState } from './hook-state.ts';

interface HookPorts {
  readonly format: 'json' | 'slack';
  /** The webhook, as people may see it. */
  readonly shown: string;
  /** Sends a text; returns why it did not arrive, if it did not. */
  readonly post: (body: string) => Promise<string | undefined>;
  /** Keeps the key out of what is sent. */
  readonly redact: Redact;
  /** What the history of the job says. */
  readonly history: FailedNights | undefined;
  /** The folder of the locks; `undefined` if there is none. */
  readonly folder: string | undefined;
  readonly cwd: string;
  readonly host: string;
  readonly disk: Disk;
}

/**
 * Notifies the webhook if a job begins to fail, keeps failing, or recovers, or if rows wait. A pending message is saved before it is
 * sent, so that the next run can send it. Returns notices; nothing else of a run depends on it.
 */
export async function notifyHook(ending: RunEnding, ports: HookPorts): Promise<readonly string[]> {
  const { format, post, shown, host, redact, history, folder, cwd, disk } = ports;
  const paths = folder === undefined ? undefined : hookStatePaths(ending, { folder, cwd });
  const before = paths ? readHookState(paths, disk) : {};
  const { kind, failing, ifUndelivered, ifDelivered } = decideNotification(before, ending);
  if (!kind && [before, ifUndelivered].every((state) => !state.failing && !state.waiting)) return [];
  const unsaved = save(paths, ifUndelivered, disk);
  if (!kind) return unsaved;
  const headline = writeHeadline({ kind, failing }, ending, history);
  const facts = { kind, failing, headline, ending, host, version: VERSION };
  const why = await post(redact(toJsonText(format === 'slack' ? renderSlack(facts) : buildMessage(facts))));
  if (why === undefined) return [...new Set([...unsaved, ...save(paths, ifDelivered, disk)])];
  return [
    ...unsaved,
    `Cannot notify the webhook ${shown} of how the run ended: ${why}; the next run will try again`,
  ];
}

/** Returns a notice if nothing can be saved. */
function save(
  paths: ReturnType<typeof hookStatePaths> | undefined,
  state: Remembered,
  disk: Disk,
): readonly string[] {
  if (!paths) return [`${NOT_SAVED}: there is no home folder to keep it in`];
  try {
    writeHookState(paths, state, disk);
    return [];
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    return [`${NOT_SAVED}: cannot write "${paths[0]}": ${describeSystemError(error)}`];
  }
}

const NOT_SAVED = 'Cannot remember sent notifications, so each failure is reported as the first';
