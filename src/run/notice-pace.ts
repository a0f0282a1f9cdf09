import type { LearnedPace } from '../domain/ports.ts';

/** Says of a run where the bound on requests in flight, and not the rate, set the pace: nobody would find that out alone. */
export function noticePace(
  { setting, concurrencyWanted }: LearnedPace,
  concurrency: number,
): readonly string[] {
  if (concurrencyWanted === undefined) return [];
  const kept = `The bound on requests in flight (--concurrency ${concurrency}) kept the pace below`;
  if (setting === 'auto') return [`${kept} what the service may take; a higher one goes faster`];
  return [
    `${kept} --rate ${setting}: the service takes its time to answer, and the rate takes --concurrency ${concurrencyWanted}`,
  ];
}
