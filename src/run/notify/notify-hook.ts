import { describeSystemError, systemCode } from '../../domain/describe-system-error.ts';
import { toJsonText } from '../../domain/json-text.ts';
import type { Disk } from '../../domain/ports.ts';
import type { Redact } from '../../domain/secret.ts';
import { VERSION } from '../../package/version.ts';
import { buildMessage } from '../../report/notify/build-message.ts';
import { decideNotification, type Failing } from '../../report/notify/decide-notification.ts';
import { renderSlack } from '../../report/notify/render-slack.ts';
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
  /** The folder of the locks; `undefined` if there is none. */
  readonly folder: string | undefined;
  readonly cwd: string;
  readonly host: string;
  readonly disk: Disk;
}

/**
 * Notifies the webhook if a job begins to fail, keeps failing, or recovers. A pending message is saved before it is
 * sent, so that the next run can send it. Returns notices; nothing else of a run depends on it.
 */
export async function notifyHook(ending: RunEnding, ports: HookPorts): Promise<readonly string[]> {
  const { format, post, shown, host, redact } = ports;
  const memory = openMemory(ending, ports);
  const { kind, failing, ifUndelivered, ifDelivered } = decideNotification(memory.before, ending);
  if (!failing) return [];
  const forgotten = memory.keep(ifUndelivered);
  if (!kind) return forgotten;
  const facts = { kind, failing, ending, host, version: VERSION };
  const why = await post(redact(toJsonText(format === 'slack' ? renderSlack(facts) : buildMessage(facts))));
  if (why !== undefined)
    return [
      ...forgotten,
      `Cannot notify the webhook ${shown} of how the run ended: ${why}; the next run will try again`,
    ];
  return [...new Set([...forgotten, ...memory.keep(ifDelivered)])];
}

interface Memory {
  readonly before: Failing | undefined;
  /** Returns a notice if nothing can be saved. */
  keep(failing: Failing | undefined): readonly string[];
}

function openMemory(ending: RunEnding, { folder, cwd, disk }: HookPorts): Memory {
  if (folder === undefined)
    return { before: undefined, keep: () => [`${NOT_SAVED}: there is no home folder to keep it in`] };
  const paths = hookStatePaths(ending, { folder, cwd });
  return {
    before: readHookState(paths, disk),
    keep: (failing) => {
      try {
        writeHookState(paths, failing, disk);
        return [];
      } catch (error) {
        if (systemCode(error) === undefined) throw error;
        return [`${NOT_SAVED}: cannot write "${paths[0]}": ${describeSystemError(error)}`];
      }
    },
  };
}

const NOT_SAVED = 'Cannot remember sent notifications, so each failure is reported as the first';
