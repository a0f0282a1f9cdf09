import { z } from 'zod';
import { type Probes, processMarkSchema } from '../job/process-mark.ts';

const holderSchema = processMarkSchema.extend({
  version: z.literal(1),
  /** Identifies this lock. A UUID, since it becomes part of a file name. */
  id: z.uuid(),
  /** ISO 8601. */
  since: z.string(),
  command: z.string(),
  /** The sheet or the run folder, as it was given. */
  subject: z.string(),
  /** Which job's it is; locks of earlier versions don't say. */
  job: z.string().optional(),
  cwd: z.string().optional(),
});

/** Who holds a lock. */
export type Holder = Readonly<z.infer<typeof holderSchema>>;

/** Whether a lock counts. `certain`: the process was seen to run; otherwise its heartbeat is recent. */
export type Standing =
  | { readonly kind: 'live'; readonly certain: boolean }
  | { readonly kind: 'stale'; readonly why: string };

interface Judgement {
  readonly probes: Probes;
  readonly now: number;
}

interface Sighting {
  /** `undefined` if the file doesn't say. */
  readonly holder: Holder | undefined;
  /** The last heartbeat, in epoch milliseconds. */
  readonly heartbeatAt: number;
}

/**
 * Whether the process that holds a lock still runs. On the same machine that is certain, whatever its heartbeat: a
 * machine that slept has none for hours, and its runs go on.
 */
export function judgeHolder({ holder, heartbeatAt }: Sighting, { probes, now }: Judgement): Standing {
  const { self } = probes;
  if (!holder || holder.host !== self.host) return judgeHeartbeat(heartbeatAt, now);
  if (differ(holder.boot, self.boot)) return { kind: 'stale', why: 'the machine was restarted since' };
  if (differ(holder.namespace, self.namespace)) return judgeHeartbeat(heartbeatAt, now);
  const found = probes.find(holder.pid);
  if (!found) return { kind: 'stale', why: 'its process is gone' };
  if (differ(holder.start, found.start))
    return { kind: 'stale', why: 'its process has ended and its id was reused' };
  const isKnown = holder.start !== null && found.start !== null;
  return isKnown ? { kind: 'live', certain: true } : judgeHeartbeat(heartbeatAt, now);
}

/** Both are known and differ. */
function differ(one: string | null, other: string | null): boolean {
  return one !== null && other !== null && one !== other;
}

const MAX_SILENCE_MS = 120_000;

/** A heartbeat in the future is from a clock that differs: better to wait for its run than to run beside it. */
function judgeHeartbeat(heartbeatAt: number, now: number): Standing {
  return now - heartbeatAt > MAX_SILENCE_MS
    ? { kind: 'stale', why: 'its heartbeat is more than 2 minutes old' }
    : { kind: 'live', certain: false };
}

/** `undefined` for anything that is not a holder. */
export function parseHolder(text: string): Holder | undefined {
  try {
    return holderSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
