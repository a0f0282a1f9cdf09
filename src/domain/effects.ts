import { COMPUTED_FIELDS, type FieldValues } from './fields.ts';
import type { Reason, Reasons } from './reasons.ts';
import type { Remark } from './row.ts';
import { applyChanges, type Change, mayRecompute, type Settlement, type Update } from './stages.ts';
import { hasTrait, type Status } from './status.ts';

/** An update of a run, with how it was settled; one without a status may have been sent before its run was killed. */
export interface SentUpdate extends Partial<Settlement> {
  readonly entry: Update;
}

/** What an update did to its listing, and what it may have done unseen, or may do yet. */
export interface Effects {
  /** What is the update's doing as far as anybody saw: values that were sent, and bounds computed upon them. */
  readonly known: readonly Change[];
  /** Sent values of which nobody saw whether they took effect, or that may still arrive. */
  readonly unseen: readonly Change[];
  /** Bounds that a strategy may compute upon these; what they become is unknown. */
  readonly bounds: readonly Change[];
}

const NO_EFFECTS: Effects = { known: [], unseen: [], bounds: [] };

/** What there is to take back of an update. `before` in all changes is what comes back. */
export function effectsOf({ entry, status, reason = '', observed, ...tried }: SentUpdate): Effects {
  const { changes: sent, resolved } = entry;
  const { values: before } = resolved.listing;
  const held = applyChanges(before, observed ?? []);
  const isSettled = status !== undefined;
  if (isSettled && (!hasTrait(status, 'maybe_applied') || isNotOurChange({ status, ...tried })))
    return NO_EFFECTS;
  if (!isSettled || !observed || isUnseen(sent, { status, reason, observed, ...tried }))
    return { known: [], unseen: withBefore(sent, held), bounds: computableBounds(sent, held) };
  const sighting = { status, before, observed };
  const rest = tried.mayArrive ? findRest(sent, sighting) : NO_EFFECTS;
  return { ...rest, known: findEffects(sent, sighting) };
}

interface Sighting {
  readonly status: Status;
  /** All that the listing held before the update. */
  readonly before: FieldValues;
  /** Every field that was seen to differ from before. */
  readonly observed: readonly Change[];
}

/**
 * What an update did to a listing, as far as it is the update's doing: the values that were sent, and bounds that a
 * strategy computed upon them. Any other field that differs was changed by somebody else, and is theirs.
 */
export function findEffects(
  sent: readonly Change[],
  { status, before, observed }: Sighting,
): readonly Change[] {
  const seen = seenOf(sent, observed);
  const own = status === 'conflict' ? findTaken(sent, seen) : merge(sent, seen);
  const strategy = strategyInForce(sent, { seen, before });
  const computed = mayRecompute(own, strategy) ? observed.filter(isComputed) : [];
  return merge(own, computed);
}

/**
 * What is left of an update that took effect in part, where another attempt at it may still arrive: sent values that were not
 * seen, and bounds that a strategy may compute upon them. `before` is what the listing held or somebody else has set meanwhile.
 */
export function findRest(
  sent: readonly Change[],
  { status, before, observed }: Sighting,
): { readonly unseen: readonly Change[]; readonly bounds: readonly Change[] } {
  const seen = seenOf(sent, observed);
  const known = new Set((status !== 'conflict' ? seen : findTaken(sent, seen)).map(({ field }) => field));
  const held = applyChanges(before, observed);
  const unseen = withBefore(
    sent.filter(({ field }) => !known.has(field)),
    held,
  );
  const { strategy } = applyChanges(before, sent);
  const bounds = mayRecompute(unseen, strategy) ? computableBounds(sent, before) : [];
  return { unseen, bounds };
}

interface Known extends Pick<Sighting, 'status'> {
  readonly reason: Reasons;
  readonly mayArrive?: boolean | undefined;
  readonly notApplied?: boolean | undefined;
  readonly observed?: readonly Change[] | null | undefined;
}

/**
 * Whether an update was sent and nobody saw its effect. What is known of its listing then is from before that effect, and may be
 * what somebody else has set.
 */
export function isUnseen(
  sent: readonly Change[],
  { status, reason, mayArrive, notApplied, observed }: Known,
): boolean {
  if (status !== 'conflict') return status === 'unconfirmed' && reason === 'answer_lost';
  if (mayArrive !== true) return false;
  return notApplied === true || findTaken(sent, seenOf(sent, observed ?? [])).length === 0;
}

/** Whether nothing that the listing holds is the update's doing, or may become it. What already held is left to others even then. */
export function isNotOurChange({
  status,
  mayArrive,
  notApplied,
}: Omit<Known, 'reason' | 'observed'>): boolean {
  return notApplied === true && (status === 'updated' || mayArrive !== true);
}

/**
 * What an update with an unseen effect may have done to a listing that held these values. Bounds that weren't sent are
 * included if a strategy may have computed them: `before` is what they were, and their present value is unknown.
 */
export function findPossibleEffects(sent: readonly Change[], held: FieldValues): readonly Change[] {
  return [...withBefore(sent, held), ...computableBounds(sent, held)];
}

function withBefore(sent: readonly Change[], held: FieldValues): readonly Change[] {
  return sent.map((change) => ({ ...change, before: held[change.field] }));
}

/**
 * Bounds that a strategy may compute upon these changes to a listing that holds these values, each as it is held. A bound
 * that is among the changes is not computed.
 */
export function computableBounds(changes: readonly Change[], held: FieldValues): readonly Change[] {
  const { strategy } = applyChanges(held, changes);
  if (!mayRecompute(changes, strategy)) return [];
  return COMPUTED_FIELDS.filter((field) => changes.every((change) => change.field !== field)).map(
    (field) => ({ field, before: held[field], after: held[field] }),
  );
}

/**
 * The strategy by which bounds may have been computed upon an update. One that was sent and not seen to change was not
 * taken over, be it a clear: then the one from before went on. A value that somebody else set is not the update's.
 */
function strategyInForce(
  sent: readonly Change[],
  { seen, before }: { readonly seen: readonly Change[]; readonly before: FieldValues },
): FieldValues['strategy'] {
  const isTaken = seen.some(({ field }) => field === 'strategy');
  return isTaken
    ? (applyChanges(before, sent).strategy ?? applyChanges(before, seen).strategy)
    : before.strategy;
}

function seenOf(sent: readonly Change[], observed: readonly Change[]): readonly Change[] {
  return observed.filter(({ field }) => sent.some((change) => change.field === field));
}

/** Sent values that were taken over. How a clear comes out is up to the service, so that whatever it left is its doing. */
function findTaken(sent: readonly Change[], seen: readonly Change[]): readonly Change[] {
  const requested = new Map(sent.map(({ field, after }) => [field, after]));
  return seen.filter(({ field, after }) => requested.get(field) === null || requested.get(field) === after);
}

function isComputed({ field }: Change): boolean {
  return COMPUTED_FIELDS.some((computed) => computed === field);
}

/** The fields of both, each as it is in `latest` if it is there. */
function merge(changes: readonly Change[], latest: readonly Change[]): readonly Change[] {
  const others = latest.filter(({ field }) => changes.every((change) => change.field !== field));
  return [
    ...changes.map((change) => latest.find(({ field }) => field === change.field) ?? change),
    ...others,
  ];
}

interface Settled {
  readonly status: Status;
  readonly attempts: number;
  readonly notApplied?: boolean | undefined;
  /** All that the listing held before. */
  readonly before: FieldValues;
  readonly observed: readonly Change[];
  /** Values that were sent along as they were. */
  readonly pins?: readonly Change[] | undefined;
}

/**
 * The changes by an update that were seen to hold, with the bounds that a strategy computed upon them. Of an update that is not
 * `updated` these are the values that the listing showed all the same.
 */
export function seenChanges(
  sent: readonly Change[],
  { status, attempts, notApplied, before, observed, pins = [] }: Settled,
): readonly Change[] {
  if (attempts === 0 || notApplied) return [];
  // An update of another status is only believed as far as it was seen.
  const seenAs = status === 'updated' ? status : 'conflict';
  const effects = findEffects(sent, { status: seenAs, before, observed });
  const requested = new Map([...sent, ...pins].map(({ field, after }) => [field, after]));
  // A bound that was sent and has another value may be computed, or somebody else's: nobody saw which.
  const isSure = ({ field, after }: Change): boolean => (requested.get(field) ?? after) === after;
  return effects.filter((effect) => effect.before !== effect.after && isSure(effect));
}

/** The reason of whatever an update that is still on its way may change. */
export const MAY_ARRIVE = 'may_arrive' satisfies Reason;

/**
 * How long an update whose answer was lost counts as being on its way. Gateways and queues give up after minutes; nobody
 * documents it, so that this is several times as long as any of them is known to take.
 */
export const MAY_ARRIVE_MS = 15 * 60 * 1000;

/** Until when an update of another run may still take effect, if it may. Units: epoch milliseconds. */
export function mayArriveUntil(settledAt: number, now: number): number | undefined {
  const until = settledAt + MAY_ARRIVE_MS;
  return now < until ? until : undefined;
}

/** Says it of a row that gives back what a listing held before such an update. */
export function remarkMayArrive(until: number): Remark {
  const minute = new Date(Math.ceil(until / 60_000) * 60_000).toISOString().slice(0, 16).replace('T', ' ');
  const message = `An update that the run sent may still arrive and change the listing again; undo the run once more after ${minute} UTC`;
  return { reason: MAY_ARRIVE, message, until: minute };
}
