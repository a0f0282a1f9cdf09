import type { RateSetting } from '../../domain/ports.ts';
import type { Shard } from '../../domain/shard.ts';
import { limitOfShard } from '../../plan/guards-of-shard.ts';
import type { RunSettings } from './job.ts';

/**
 * The settings of a run over one shard: it gets its part of the rate and of the tolerated failures, so that all
 * shards together stay within what was set.
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

/** If the rate is learned, each shard learns its own part: the service refuses requests beyond it. */
function rateOfShard(rate: RateSetting, { of }: Shard): RateSetting {
  return rate === 'auto' ? rate : rate / of;
}
