import type { Strategy } from '../../domain/listing.ts';

/** Display names of strategies by id; a name that several strategies have gets its platform. */
export function nameStrategies(strategies: readonly Strategy[]): ReadonlyMap<string, string> {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const { name } of strategies) (seen.has(name) ? repeated : seen).add(name);
  return new Map(
    strategies.map(({ id, name, platform }) => [id, repeated.has(name) ? `${name} (${platform})` : name]),
  );
}
