import { OtherAccountError, UsageError } from '../../domain/errors.ts';
import type { Channel, Strategy } from '../../domain/listing.ts';
import type { Tally } from '../../domain/lists.ts';
import type { Log } from '../../domain/ports.ts';
import { listingOf, type PlanEntry, rowOf } from '../../domain/stages.ts';
import type { RunViolation } from '../../plan/check-run-guards.ts';
import { capitalize } from '../../report/text/words.ts';
import { describeChannels } from '../../resolve/match-row.ts';
import type { RowFacts } from '../../resolve/row-facts.ts';
import { openService, type Service, type ServiceOptions } from '../../service/open-service.ts';
import { SILENT_LOG } from '../folder/open-log.ts';
import { nameKeyPlace } from '../job/account.ts';
import type { Command, RunPorts, RunSettings } from '../job/run.ts';

export type AskPorts = Pick<RunPorts, 'clock' | 'random' | 'openTransport' | 'signal'> & {
  /** Logs every request; without it none is logged. */
  readonly log?: Log | undefined;
};

/** Queries the service by a client that can send only GET. Errors: those of `question`. */
export async function askService<T>(
  options: ServiceOptions,
  ports: AskPorts,
  question: (service: Service) => Promise<T>,
): Promise<T> {
  const service = openService(options, {
    ...ports,
    readOnly: true,
    log: ports.log ?? SILENT_LOG,
  });
  try {
    return await question(service);
  } catch (error) {
    throw nameKeyPlace(error, options.apiKey);
  } finally {
    await service.close();
  }
}

export interface AccountFacts {
  readonly strategies: readonly Strategy[];
  readonly channels: readonly Channel[];
  readonly stop?: unknown;
}

/**
 * Fetches the lists of strategies and channels, each at most once a run and only if rows need it: a run without
 * strategies must not fail because they can't be fetched. `channel`: the only one whose listings are wanted.
 */
export async function readAccountFacts(
  service: Pick<Service, 'listStrategies' | 'listChannels'>,
  { setsStrategy, namesChannel }: Pick<RowFacts, 'setsStrategy' | 'namesChannel'>,
  channel: string | undefined,
  signal: AbortSignal,
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
  { signal }: Pick<RunPorts, 'signal'>,
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

interface OtherKeyVerdict {
  /** The account is a different one: nothing may be sent, whatever is allowed. */
  readonly stop?: OtherAccountError;
  readonly violations: readonly RunViolation[];
  readonly notices: readonly string[];
}

interface Sending extends Pick<RunSettings, 'allow'> {
  readonly command: Command;
  /** Number of updates that would be sent. */
  readonly updates: number;
}

/**
 * Judges a run whose plan was made with another key. The key may have been rotated, or belong to another seller: the
 * listings show which, and a person has to agree before anything is sent.
 */
export function judgeOtherKey(count: KnownCount, { command, allow, updates }: Sending): OtherKeyVerdict {
  const { found, lookedUp } = count;
  if (!isSameAccount(count)) return { stop: otherAccount(count, command), violations: [], notices: [] };
  if (lookedUp === 0) return { violations: [], notices: [] };
  const message = `the run was made with another key; ${found} of the ${lookedUp} listings that were looked up are found with this one, under the same id and SKU`;
  const isOpen = updates > 0 && !allow?.has('other_key');
  return {
    violations: isOpen ? [{ rule: 'other_key', message }] : [],
    notices: [capitalize(message)],
  };
}

function otherAccount({ found, lookedUp }: KnownCount, command: Command): OtherAccountError {
  return new OtherAccountError(
    `Cannot ${command} the run: it was made with another key, and with this one ${found} of the ${lookedUp} listings that were looked up are found under the same id and SKU; it takes more than half of them`,
    { hint: 'Use a key of the account that the run was made for' },
  );
}

/**
 * If nothing else is against the plan, the person who is asked whether to send it can agree to the new key as well: rules that no one can be
 * asked about stay.
 */
export function askAboutOtherKey(violations: readonly RunViolation[], canAsk: boolean) {
  const isAsked = canAsk && violations.every(({ rule }) => rule === 'other_key');
  if (!isAsked) return { violations, toAgree: [] };
  return { violations: [], toAgree: violations.map(({ message }) => capitalize(message)) };
}

/** How many listings of a plan were looked up, and how many of them were found. */
export interface KnownCount {
  readonly lookedUp: number;
  readonly found: number;
}

/**
 * Counts the listings of another run's plan that are found again under the id and the SKU that they have there. Ids are
 * unique, so an account where most are found is the one that the plan was made for, whatever key opens it.
 */
export class KnownListings implements Tally<PlanEntry, KnownCount> {
  #lookedUp = 0;
  #found = 0;

  add(entry: PlanEntry): void {
    if (rowOf(entry).kind !== 'row') return;
    const isFound = listingOf(entry) !== undefined;
    const isMissing = entry.kind === 'unresolved' && entry.status === 'not_found';
    if (isFound) this.#found++;
    if (isFound || isMissing) this.#lookedUp++;
  }

  result(): KnownCount {
    return { lookedUp: this.#lookedUp, found: this.#found };
  }
}

/** Whether the listings are those of the account; if none had to be looked up, nothing speaks against it. */
export function isSameAccount({ lookedUp, found }: KnownCount): boolean {
  return lookedUp === 0 || found * 2 > lookedUp;
}
