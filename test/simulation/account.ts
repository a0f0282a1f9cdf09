import { FIELDS, type Field } from '../../src/domain/fields.ts';
import { createAccount as createSandboxAccount } from '../../src/sandbox/account.ts';
import type { Catalogue, Listing, ListingPatch } from '../../src/sandbox/catalogue.ts';
import { Refusal } from '../../src/sandbox/errors.ts';
import { createRandom } from '../../src/sandbox/random.ts';
import { createService, type GoneCursors } from '../../src/sandbox/service.ts';

/** What an update can set. */
export type Values = Readonly<Record<Field, number | string | boolean | null>>;

/** Something that happened to a listing. */
export interface ListingEvent {
  readonly at: number;
  /** The process that sent the update; 0 for somebody else. */
  readonly by: number;
  /** As sent. */
  readonly sent: Readonly<Record<string, string>>;
  readonly after: Values;
}

export interface SimulatedAnswer {
  readonly httpStatus: number;
  readonly body: string;
}

export interface SimulatedRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly query: readonly (readonly [string, string])[];
}

/** The service's side of the simulation, which remembers all that ever happened to a listing. */
export interface SimulatedAccount {
  handle(
    request: SimulatedRequest,
    options: { readonly by: number; readonly ignored: ReadonlySet<string> },
  ): SimulatedAnswer;
  /** Somebody else changes a listing. */
  interfere(id: string, patch: ListingPatch): void;
  /** Somebody else imports a listing. */
  add(listing: Listing): void;
  /** Somebody else removes a listing. */
  remove(id: string): void;
  isGone(id: string): boolean;
  /** Updates of these listings are refused until further notice. */
  refuse(ids: ReadonlySet<string>): void;
  valuesOf(id: string): Values;
  /** What happened to a listing, oldest first. */
  historyOf(id: string): readonly ListingEvent[];
  /** What a listing held at the beginning. */
  firstOf(id: string): Values;
}

interface AccountOptions {
  readonly now: () => number;
  /** A page of the account holds no more than that, whatever is asked for. */
  readonly largestPage: number;
  readonly goneCursors: GoneCursors;
}

export function createSimulatedAccount(
  catalogue: Catalogue,
  { now, largestPage, goneCursors }: AccountOptions,
): SimulatedAccount {
  const account = createSandboxAccount(catalogue, { now, random: createRandom(1) });
  const service = createService(account, { nulls: 'empty', goneCursors });
  const first = new Map(catalogue.listings.map((listing) => [listing.id, pickValues(listing)]));
  const history = new Map<string, ListingEvent[]>();
  /** What they held at last. */
  const gone = new Map<string, Values>();
  let refused: ReadonlySet<string> = new Set();

  function note(id: string, by: number, sent: ListingEvent['sent']): void {
    const events = history.get(id) ?? [];
    events.push({ at: now(), by, sent, after: valuesOf(id) });
    history.set(id, events);
  }

  function valuesOf(id: string): Values {
    const last = gone.get(id);
    if (last) return last;
    const listing = account.listings.find(id);
    if (!listing) throw new Error(`There is no listing ${id}`);
    return pickValues(listing);
  }

  function limited(query: SimulatedRequest['query']): SimulatedRequest['query'] {
    if (query.some(([name]) => name === 'sku')) return query;
    return query.map(([name, value]) =>
      name === 'limit' ? [name, String(Math.min(largestPage, Number(value)))] : [name, value],
    );
  }

  return {
    handle: ({ method, path, query }, { by, ignored }) => {
      const id = path.startsWith('/listings/') ? path.slice('/listings/'.length) : undefined;
      try {
        if (id !== undefined && gone.has(id)) throw new Refusal(404, 'There is no such listing');
        if (id !== undefined && refused.has(id)) throw new Refusal(402, 'The marketplace said no');
        const twist = { ignored, hold: {} };
        const request = { method, path, query: limited(query) };
        const answer = service.handle(request, twist);
        if (id !== undefined) note(id, by, Object.fromEntries(query));
        return { httpStatus: 200, body: JSON.stringify(answer) };
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        return {
          httpStatus: error.status,
          body: JSON.stringify({ message: error.message, param: error.param }),
        };
      }
    },
    interfere: (id, patch) => {
      if (gone.has(id)) return;
      account.listings.patch(id, patch);
      note(id, 0, {});
    },
    add: account.listings.add,
    remove: (id) => {
      note(id, 0, {});
      gone.set(id, valuesOf(id));
      account.listings.remove(id);
    },
    isGone: (id) => gone.has(id),
    refuse: (ids) => {
      refused = ids;
    },
    valuesOf,
    historyOf: (id) => history.get(id) ?? [],
    firstOf: (id) => first.get(id) ?? valuesOf(id),
  };
}

function pickValues(listing: Listing): Values {
  return Object.fromEntries(FIELDS.map((field) => [field, listing[field]])) as Values;
}
