import type { Account } from './account.ts';
import type { ErrorBody, ListingChange } from './faults.ts';
import { listingIdOf } from './find-operation.ts';
import type { FaultSubject } from './match-fault.ts';
import type { Interference, Moment } from './plan-interference.ts';
import { Refusal } from './refusal.ts';
import { type Reply, renderCanned, renderJson, renderRefusal } from './render-reply.ts';
import type { Service } from './service.ts';
import type { ServiceRequest } from './service-request.ts';

/** What to do about a request: reset its connection, or send a reply in the manner of `interference`. */
export type Answer =
  | { readonly kind: 'reset' }
  | {
      readonly kind: 'reply';
      readonly reply: Reply;
      readonly interference: Pick<Interference, 'truncate' | 'drip'>;
    };

export interface AnswerContext {
  readonly account: Account;
  readonly service: Service;
  readonly errorBody: ErrorBody;
  /** Throws `Refusal` 401. */
  readonly authenticate: (header: string | undefined) => void;
  /** Returns the headers that advertise the rate limit. Throws `Refusal` 429. */
  readonly admit: () => Readonly<Record<string, string>>;
  readonly interfere: (subject: FaultSubject) => Interference;
  readonly wait: (ms: number) => Promise<void>;
}

type Given = ServiceRequest & { readonly authorization: string | undefined };

/**
 * Decides about one request: key, rate limit, faults before, the service, faults after. A client that hangs up meanwhile does not undo
 * anything, as with a service far away.
 */
export async function answerRequest(
  request: Given,
  subject: FaultSubject,
  context: AnswerContext,
): Promise<Answer> {
  const admitted = attempt(context, () => {
    context.authenticate(request.authorization);
    return { limitHeaders: context.admit() };
  });
  if ('status' in admitted)
    return { kind: 'reply', reply: admitted, interference: { truncate: undefined, drip: undefined } };
  const interference = context.interfere(subject);
  const before = await passMoment(interference.before, subject, context);
  if (before !== undefined && interference.lateMs !== undefined)
    void handleLate(request, interference, { lateMs: interference.lateMs, context });
  if (before === 'reset') return { kind: 'reset' };
  const handled =
    before ?? attempt(context, () => renderJson(context.service.handle(request, interference.twist)));
  const after = await passMoment(interference.after, subject, context);
  if (after === 'reset') return { kind: 'reset' };
  const reply = after ?? handled;
  const headers = { ...reply.headers, ...admitted.limitHeaders };
  return { kind: 'reply', reply: { ...reply, headers }, interference };
}

/** What a request is about. The listing id is given whether or not such a listing exists. */
export function toSubject({ method, path, query }: ServiceRequest, account: Account): FaultSubject {
  const listingId = listingIdOf(path);
  const asked = path === '/listings' ? query.find(([name]) => name === 'sku')?.[1] : undefined;
  const sku = listingId === undefined ? asked : account.listings.find(listingId)?.sku;
  return { method, path, query, sku, listingId };
}

/** The client is gone, so the result goes nowhere. */
async function handleLate(
  request: ServiceRequest,
  { twist }: Interference,
  { lateMs, context }: { readonly lateMs: number; readonly context: AnswerContext },
): Promise<void> {
  await context.wait(lateMs);
  attempt(context, () => renderJson(context.service.handle(request, twist)));
}

function attempt<T>({ errorBody }: AnswerContext, act: () => T): T | Reply {
  try {
    return act();
  } catch (error) {
    if (error instanceof Refusal) return renderRefusal(error, errorBody);
    throw error;
  }
}

async function passMoment(
  { changes, delayMs, outcome }: Moment,
  subject: FaultSubject,
  context: AnswerContext,
): Promise<'reset' | Reply | undefined> {
  for (const change of changes) makeChange(change, subject, context.account);
  if (delayMs > 0) await context.wait(delayMs);
  if (outcome === undefined || outcome === 'reset') return outcome;
  return outcome instanceof Refusal ? renderRefusal(outcome, context.errorBody) : renderCanned(outcome);
}

function makeChange(
  { listing, sku, set }: ListingChange,
  subject: FaultSubject,
  { listings }: Account,
): void {
  const named = listing !== undefined || sku !== undefined;
  const id = named ? listing : subject.listingId;
  const ids = id === undefined ? listings.idsOf((named ? sku : subject.sku) ?? '') : [id];
  for (const target of ids) listings.patch(target, set);
}
