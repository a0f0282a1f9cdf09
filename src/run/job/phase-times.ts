import type { Clock, Requests } from '../../domain/ports.ts';
import type { PhaseName, PhaseTime } from '../../report/tally/phase-time.ts';

/** Measures the phases of a run, one after the other. */
export interface PhaseTimes {
  /** Ends the phase before it. A phase may come several times. */
  begin(phase: PhaseName): void;
  /** Ends the last phase. */
  result(): readonly PhaseTime[];
}

interface PhaseTimesOptions {
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly requests: Pick<Requests, 'counts' | 'pacedMs'>;
  /** How long reading the sheet took, which comes before all else. Units: milliseconds. */
  readonly readMs: number | undefined;
  readonly onBegin?: ((phase: PhaseName) => void) | undefined;
}

export function createPhaseTimes({ clock, requests, readMs, onBegin }: PhaseTimesOptions): PhaseTimes {
  const times = new Map<PhaseName, { ms: number; requests: number; pacedMs: number }>();
  if (readMs !== undefined) times.set('read', { ms: readMs, requests: 0, pacedMs: 0 });
  let current: PhaseName | undefined;
  let from = measure();

  function measure() {
    const { reads, writes } = requests.counts;
    return { ms: clock.monotonic(), requests: reads + writes, pacedMs: requests.pacedMs() };
  }

  function end(): void {
    const now = measure();
    if (current !== undefined) {
      const before = times.get(current) ?? { ms: 0, requests: 0, pacedMs: 0 };
      times.set(current, {
        ms: before.ms + now.ms - from.ms,
        requests: before.requests + now.requests - from.requests,
        pacedMs: before.pacedMs + now.pacedMs - from.pacedMs,
      });
    }
    from = now;
  }

  return {
    begin: (phase) => {
      end();
      if (phase !== current) onBegin?.(phase);
      current = phase;
    },
    result: () => {
      end();
      return [...times].map(([phase, time]) => ({ phase, ...time }));
    },
  };
}
