import type { LearnedPace } from '../../domain/ports.ts';

interface Pacing {
  /** Requests in flight at once. */
  readonly concurrency: number;
  /** How long the run took. */
  readonly tookMs: number;
}

/** A shorter run has nothing to gain. */
const WORTH_A_NOTICE_MS = 10_000;

/** Notices that the limit on concurrent requests, and not the rate, set the pace: nothing else would show it. */
export function noticePace(
  { setting, concurrencyWanted }: LearnedPace,
  { concurrency, tookMs }: Pacing,
): readonly string[] {
  if (concurrencyWanted === undefined || tookMs < WORTH_A_NOTICE_MS) return [];
  const kept = `--concurrency ${concurrency} limited the speed`;
  if (setting === 'auto') return [`${kept}; a higher one may be faster`];
  return [`${kept} to less than --rate ${setting}; pass --concurrency ${concurrencyWanted}`];
}
