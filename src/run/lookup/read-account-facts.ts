import { UsageError } from '../../domain/errors.ts';
import type { Channel, Strategy } from '../../domain/listing.ts';
import { describeChannels } from '../../resolve/match-row.ts';
import type { RowFacts } from '../../resolve/row-facts.ts';
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
    const isNamed = channel !== undefined;
    const channels = isNamed || namesChannel ? await service.listChannels({ signal }) : [];
    if (!isNamed || channels.some(({ id }) => id === channel)) return { strategies, channels };
    return { strategies, channels, stop: unknownChannel('--channel', channel, channels) };
  } catch (stop) {
    return { strategies: [], channels: [], stop };
  }
}

/** The strategies, for their names alone: a run that gets no answer at once shows ids. */
export async function readStrategyNames(
  service: Pick<Service, 'listStrategies'>,
  { signal }: Pick<AskedFacts, 'signal'>,
): Promise<readonly Strategy[]> {
  try {
    return await service.listStrategies({ signal, attempts: 1 });
  } catch {
    // What makes every request fail ends the run at the next one that it needs.
    return [];
  }
}

/** A fee of a channel that is misspelt would count nowhere. */
function unknownChannel(where: string, channel: string, channels: readonly Channel[]): UsageError {
  return new UsageError([
    `${where} "${channel}" is not a channel of this account; ${describeChannels(channel, channels)}`,
  ]);
}
