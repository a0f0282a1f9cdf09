import { count } from '../../domain/count.ts';
import type { ConcurrencySetting, LearnedPace } from '../../domain/ports.ts';
import { MAX_IN_FLIGHT } from '../../service/request-gate.ts';

interface Pacing {
  readonly concurrency: ConcurrencySetting;
  /** How long the run took. */
  readonly tookMs: number;
}

/** A shorter run has nothing to gain. */
const WORTH_A_NOTICE_MS = 10_000;

/** Notices that the limit on concurrent requests or connections, and not the rate, set the pace: nothing else would show it. */
export function noticePace(
  { setting, concurrencyWanted, connectionsAccepted }: LearnedPace,
  { concurrency, tookMs }: Pacing,
): readonly string[] {
  if (connectionsAccepted !== undefined)
    return [
      `The service accepted no more than ${count(connectionsAccepted, 'connection')} at once and refused others; pass --concurrency ${connectionsAccepted}`,
    ];
  if (concurrencyWanted === undefined || tookMs < WORTH_A_NOTICE_MS) return [];
  const kept = `--concurrency ${concurrency === 'auto' ? `auto (at most ${MAX_IN_FLIGHT})` : concurrency} limited the speed`;
  if (setting === 'auto') return [`${kept}; a higher one may be faster`];
  const isEnoughAlone = concurrency !== 'auto' && concurrencyWanted <= MAX_IN_FLIGHT;
  const advice = isEnoughAlone ? 'leave it out' : `pass --concurrency ${concurrencyWanted}`;
  return [`${kept} to less than --rate ${setting}; ${advice}`];
}
