import { UsageError } from '../../domain/errors.ts';
import type { Channel, Strategy } from '../../domain/listing.ts';
import { describeChannels } from '../../resolve/suggest-channel.ts';
import type { Run } from '../job/run.ts';

export interface AccountFacts {
  readonly strategies: readonly Strategy[];
  readonly channels: readonly Channel[];
  readonly stop?: unknown;
}

/**
 * Fetches the lists of strategies and channels, each at most once a run and only if rows need it: a run without
 * strategies must not fail because they can't be fetched.
 */
export async function readAccountFacts({
  job: { input, matching },
  tools: { service },
  ports: { signal },
}: Run): Promise<AccountFacts> {
  const { channel } = matching.filters;
  const { setsStrategy, namesChannel } = input.rows.facts;
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
