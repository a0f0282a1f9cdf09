import { UsageError } from '../../domain/errors.ts';
import type { Channel, Strategy } from '../../domain/listing.ts';
import type { RowFacts } from '../../resolve/row-facts.ts';
import { describeChannels } from '../../resolve/suggest-channel.ts';
import type { Service } from '../../service/open-service.ts';

export interface AccountFacts {
  readonly strategies: readonly Strategy[];
  readonly channels: readonly Channel[];
  readonly stop?: unknown;
}

interface AskedFacts {
  readonly rows: Pick<RowFacts, 'setsStrategy' | 'namesChannel'>;
  /** The only channel whose listings are wanted. */
  readonly channel: string | undefined;
  readonly signal: AbortSignal;
}

/**
 * Fetches the lists of strategies and channels, each at most once a run and only if rows need it: a run without
 * strategies must not fail because they can't be fetched.
 */
export async function readAccountFacts(
  service: Pick<Service, 'listStrategies' | 'listChannels'>,
  { rows: { setsStrategy, namesChannel }, channel, signal }: AskedFacts,
): Promise<AccountFacts> {
  try {
    const strategies = setsStrategy ? await service.listStrategies({ signal }) : [];
    const channels = channel !== undefined || namesChannel ? await service.listChannels({ signal }) : [];
    const unknown = channel !== undefined && !channels.some(({ id }) => id === channel);
    return { strategies, channels, stop: unknown ? unknownChannel(channel, channels) : undefined };
  } catch (stop) {
    return { strategies: [], channels: [], stop };
  }
}

function unknownChannel(channel: string, channels: readonly Channel[]): UsageError {
  return new UsageError([
    `--channel "${channel}" is not a channel of this account; ${describeChannels(channel, channels)}`,
  ]);
}
