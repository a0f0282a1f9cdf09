import { describeSystemError, systemCode } from '../../domain/describe-system-error.ts';
import { toJsonText } from '../../domain/json-text.ts';
import type { Disk } from '../../domain/ports.ts';
import type { Redact } from '../../domain/secret.ts';
import { VERSION } from '../../package/version.ts';
import { buildMessage, type MessageFacts } from '../../report/notify/build-message.ts';
import { decideNotification, type Failing } from '../../report/notify/decide-notification.ts';
import { isWaitingDue, type Waiting } from '../../report/notify/decide-waiting.ts';
import { renderSlack } from '../../report/notify/render-slack.ts';
import type { RunEnding } from '../../report/tally/run-ending.ts';
import { hookStatePaths, readHookState, writeHookState } from './hook-state.ts';
import { readWaiting, waitingStatePath, writeWaiting } from './waiting-state.ts';

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
  const memory = openMemory(ending, ports);
  const { kind, failing, ifUndelivered, ifDelivered } = decideNotification(memory.before, ending);
  if (!failing) return notifyOfWaiting(ending, memory, ports);
  const forgotten = memory.keep(ifUndelivered);
  if (!kind) return forgotten;
  const undelivered = await deliver({ kind, failing, ending }, ports);
  if (undelivered.length > 0) return [...forgotten, ...undelivered];
  return [...new Set([...forgotten, ...memory.keep(ifDelivered), ...keepWaiting(ending, memory)])];
}

/** A run that went well has nothing to say but that rows wait. */
async function notifyOfWaiting(
  ending: RunEnding,
  memory: Memory,
  ports: HookPorts,
): Promise<readonly string[]> {
  if (!isWaitingDue(memory.waiting, ending)) return ending.held ? [] : keepWaiting(ending, memory);
  const failing = { since: ending.finishedAt, failures: 0, exitCode: ending.exitCode };
  const undelivered = await deliver({ kind: 'waiting', failing, ending }, ports);
  return undelivered.length > 0 ? undelivered : memory.keepWaiting(ending);
}

function keepWaiting(ending: RunEnding, memory: Memory): readonly string[] {
  return ending.held || memory.waiting ? memory.keepWaiting(ending) : [];
}

/** Returns a notice if the message did not arrive. */
async function deliver(
  message: Pick<MessageFacts, 'kind' | 'failing' | 'ending'>,
  { format, post, shown, host, redact }: HookPorts,
): Promise<readonly string[]> {
  const facts = { ...message, host, version: VERSION };
  const why = await post(redact(toJsonText(format === 'slack' ? renderSlack(facts) : buildMessage(facts))));
  if (why === undefined) return [];
  return [`Cannot notify the webhook ${shown} of how the run ended: ${why}; the next run will try again`];
}

interface Memory {
  readonly before: Failing | undefined;
  readonly waiting: Waiting | undefined;
  /** Returns a notice if nothing can be saved. */
  keep(failing: Failing | undefined): readonly string[];
  /** Likewise, what the run's message said of rows that wait. */
  keepWaiting(ending: RunEnding): readonly string[];
}

function openMemory(ending: RunEnding, { folder, cwd, disk }: HookPorts): Memory {
  if (folder === undefined) {
    const keep = () => [`${NOT_SAVED}: there is no home folder to keep it in`];
    return { before: undefined, waiting: undefined, keep, keepWaiting: keep };
  }
  const paths = hookStatePaths(ending, { folder, cwd });
  const waitingPath = waitingStatePath(paths[0]);
  const save = (path: string, write: () => void): readonly string[] => {
    try {
      write();
      return [];
    } catch (error) {
      if (systemCode(error) === undefined) throw error;
      return [`${NOT_SAVED}: cannot write "${path}": ${describeSystemError(error)}`];
    }
  };
  return {
    before: readHookState(paths, disk),
    waiting: readWaiting(waitingPath, disk),
    keep: (failing) => save(paths[0], () => writeHookState(paths, failing, disk)),
    keepWaiting: ({ held, finishedAt }) =>
      save(waitingPath, () =>
        writeWaiting(waitingPath, held && { rows: held.rows, deliveredAt: finishedAt }, disk),
      ),
  };
}

const NOT_SAVED = 'Cannot remember sent notifications, so each failure is reported as the first';
