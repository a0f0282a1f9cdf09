import type { RateSetting } from '../../domain/ports.ts';
import type { Shard } from '../../domain/shard.ts';
import { limitOfShard } from '../../plan/guards-of-shard.ts';
import type { RunSettings } from './job.ts';

/**
 * The settings of a run over one shard: of the rate and of the failures that are put up with it gets its part, so that all
 * shards together come to what was set.
 */
export function settingsOfShard(settings: RunSettings, shard: Shard | undefined): RunSettings {
  if (!shard) return settings;
  const { service, maxFailures } = settings;
  return {
    ...settings,
    service: { ...service, ratePerSecond: rateOfShard(service.ratePerSecond, shard) },
    maxFailures: limitOfShard(maxFailures, shard),
  };
}

/** Where the rate is learned each shard learns its part of it by itself: the service refuses whatever is too much. */
function rateOfShard(rate: RateSetting, { of }: Shard): RateSetting {
  return rate === 'auto' ? rate : rate / of;
}
