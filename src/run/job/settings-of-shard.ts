import type { RateSetting } from '../../domain/ports.ts';
import type { Shard } from '../../domain/shard.ts';
import { limitOfShard } from '../../plan/guards-of-shard.ts';
import { countOf } from '../../plan/limits.ts';
import type { RunSettings } from './job.ts';
import type { RampSettings } from './ramp-order.ts';

/**
 * The settings of a run over one shard: it gets its part of the rate, of the tolerated failures and of the steps of a ramp, so that
 * all shards together stay within what was set.
 */
export function settingsOfShard(settings: RunSettings, shard: Shard | undefined): RunSettings {
  if (!shard) return settings;
  const { service, maxFailures, ramp } = settings;
  return {
    ...settings,
    service: { ...service, ratePerSecond: rateOfShard(service.ratePerSecond, shard) },
    maxFailures: limitOfShard(maxFailures, shard),
    ramp: ramp && rampOfShard(ramp, shard),
  };
}

/** One listing that somebody has changed stops no shard. */
const FEWEST_OVERWRITTEN = 2;

/** Each shard deals its part of the sheet out to steps, and checks them itself. */
function rampOfShard({ steps, pauseMs, maxOverwritten }: RampSettings, shard: Shard): RampSettings {
  const part = countOf(limitOfShard({ kind: 'count', count: maxOverwritten }, shard), 0);
  return {
    steps: steps?.map((step) => limitOfShard(step, shard)),
    pauseMs,
    maxOverwritten: Math.min(maxOverwritten, Math.max(FEWEST_OVERWRITTEN, part)),
  };
}

/** If the rate is learned, each shard learns its own part: the service refuses requests beyond it. */
function rateOfShard(rate: RateSetting, { of }: Shard): RateSetting {
  return rate === 'auto' ? rate : rate / of;
}
