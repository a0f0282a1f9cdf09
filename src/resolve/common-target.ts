import type { Channel } from '../domain/listing.ts';
import type { Target } from '../domain/row.ts';
import type { Tally } from '../domain/tally.ts';
import type { ScanFilters } from './scan/scan-meter.ts';

/** Finds the platform and the channel that every row names, if they all name the same. */
export class CommonTarget implements Tally<Target, Pick<Target, 'platform' | 'channel'>> {
  #first: Target | undefined;
  #hasPlatform = true;
  #hasChannel = true;

  add(target: Target): void {
    this.#first ??= target;
    this.#hasPlatform &&= target.platform === this.#first.platform;
    this.#hasChannel &&= target.channel === this.#first.channel;
  }

  result(): Pick<Target, 'platform' | 'channel'> {
    return {
      platform: this.#hasPlatform ? this.#first?.platform : undefined,
      channel: this.#hasChannel ? this.#first?.channel : undefined,
    };
  }
}

/** The filters that all rows share: no other listings are needed. A channel that the account doesn't have is not used as a filter. */
export function commonTarget(
  { platform, channel }: Pick<Target, 'platform' | 'channel'>,
  channels: readonly Channel[],
): ScanFilters {
  return {
    ...(platform === undefined ? {} : { platform }),
    ...(channels.some(({ id }) => id === channel) ? { channel } : {}),
  };
}
