import { count } from '../../domain/count.ts';
import { SheetError } from '../../domain/errors.ts';
import type { Clock } from '../../domain/ports.ts';

/** A sheet's file as it is at a moment. */
export interface SeenFile {
  readonly path: string;
  /** Units: bytes. */
  readonly size: number;
  /** Units: epoch milliseconds. */
  readonly mtimeMs: number;
}

interface SettleOptions {
  /** The file must have been unchanged for that long. */
  readonly settleMs: number;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Called once if there is something to wait for. */
  readonly onWait?: ((message: string) => void) | undefined;
}

/** How much longer than the requested time an upload may take. */
const PATIENCE_MS = 10 * 60_000;

/**
 * Waits until a file, or the file that has become the newest meanwhile, is no longer written to. Its modification time is
 * believed unless it is in the future, or the file was seen to change.
 *
 * Errors: `SheetError` if it goes on changing; those of `look`; the signal's reason.
 */
export async function settleSheet<T extends SeenFile>(
  look: () => T,
  { settleMs, clock, signal, onWait }: SettleOptions,
): Promise<T> {
  const began = clock.monotonic();
  let [seen, sinceMs, hasChanged, isAnnounced] = [look(), began, false, false];
  for (;;) {
    signal.throwIfAborted();
    const now = clock.monotonic();
    const ageMs = hasChanged ? 0 : clock.now() - seen.mtimeMs;
    const leftMs = settleMs - Math.max(ageMs, now - sinceMs);
    if (leftMs <= 0) return seen;
    const patienceMs = settleMs + PATIENCE_MS - (now - began);
    if (patienceMs <= 0) throw stillChanging(seen, now - began);
    if (!isAnnounced) onWait?.(`Waiting until "${seen.path}" has been unchanged for ${seconds(settleMs)}`);
    isAnnounced = true;
    await clock.sleep(Math.min(leftMs, patienceMs), signal);
    const next = look();
    if (!isSame(next, seen)) {
      sinceMs = clock.monotonic();
      // Another file's time is as good as the first one's was.
      hasChanged = next.path === seen.path;
    }
    seen = next;
  }
}

function isSame(one: SeenFile, other: SeenFile): boolean {
  return one.path === other.path && one.size === other.size && one.mtimeMs === other.mtimeMs;
}

function seconds(ms: number): string {
  return count(Math.round(ms / 1000), 'second');
}

function stillChanging({ path }: SeenFile, waitedMs: number): SheetError {
  return new SheetError(
    `Cannot use the sheet "${path}": it was still being written after ${seconds(waitedMs)} of waiting`,
    { hint: 'Run again once the program that writes it has finished' },
  );
}
