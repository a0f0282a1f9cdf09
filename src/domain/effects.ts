import { COMPUTED_FIELDS, type FieldValues } from './fields.ts';
import type { Reason } from './reasons.ts';
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
export function effectsOf(update: SentUpdate): Effects {
  const { entry, status, observed, mayArrive } = update;
  const { changes: sent, resolved } = entry;
  const { values: before } = resolved.listing;
  if (status !== undefined && (!hasTrait(status, 'maybe_applied') || isNotOurChange(update)))
    return NO_EFFECTS;
  const held = applyChanges(before, observed ?? []);
  if (status === undefined || !observed || isUnseen(update))
    return { known: [], unseen: withBefore(sent, held), bounds: computableBounds(sent, held) };
  const sighting = { status, before, observed };
  const rest = mayArrive ? findRest(sent, sighting) : NO_EFFECTS;
  return { ...rest, known: findEffects(sent, sighting) };
}

/**
 * Whether an update was sent and nobody saw its effect. What is known of its listing then is from before that effect, and may be
 * what somebody else has set.
 */
function isUnseen({ entry, status, reason, mayArrive, notApplied, observed = [] }: SentUpdate): boolean {
  if (status !== 'conflict') return status === 'unconfirmed' && reason === 'answer_lost';
  if (mayArrive !== true) return false;
  return notApplied === true || findTaken(entry.changes, seenOf(entry.changes, observed)).length === 0;
}

/** Whether nothing that the listing holds is the update's doing, or may become it. What already held is left to others even then. */
function isNotOurChange({ status, mayArrive, notApplied }: SentUpdate): boolean {
  return notApplied === true && (status === 'updated' || mayArrive !== true);
}

/**
 * The changes by an update that were seen to hold, with the bounds that a strategy computed upon them. Of an update that is not
 * `updated` these are the values that the listing showed all the same.
 */
export function seenChanges(update: SentUpdate): readonly Change[] {
  const { entry, status, attempts = 0, notApplied, observed = [] } = update;
  if (status === undefined || attempts === 0 || notApplied) return [];
  const { changes: sent, pins, resolved } = entry;
  // An update of another status is only believed as far as it was seen.
  const seenAs = status === 'updated' ? status : 'conflict';
  const effects = findEffects(sent, { status: seenAs, before: resolved.listing.values, observed });
  const requested = new Map([...sent, ...pins].map(({ field, after }) => [field, after]));
  // A bound that was sent and has another value may be computed, or somebody else's: nobody saw which.
  const isSure = ({ field, after }: Change): boolean => (requested.get(field) ?? after) === after;
  return effects.filter((effect) => effect.before !== effect.after && isSure(effect));
}

/** Whether an update may have taken effect, or may yet, unseen. */
export function isInDoubt({ status, mayArrive }: SentUpdate): boolean {
  return status === undefined || status === 'unconfirmed' || mayArrive === true;
}

/** What an update may have changed unseen, with bounds that a strategy may have computed. A bound that was sent along as it was is none. */
export function unseenChanges(update: SentUpdate): readonly Change[] {
  if (!isInDoubt(update)) return [];
  const { entry, status, observed } = update;
  const { changes: sent, pins, resolved } = entry;
  const before = resolved.listing.values;
  const { unseen, bounds } =
    status !== undefined && observed
      ? findRest(sent, { status, before, observed })
      : { unseen: withBefore(sent, before), bounds: computableBounds(sent, before) };
  return [...unseen, ...bounds].filter(({ field }) => pins.every((pin) => pin.field !== field));
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
function findEffects(sent: readonly Change[], { status, before, observed }: Sighting): readonly Change[] {
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
function findRest(
  sent: readonly Change[],
  { status, before, observed }: Sighting,
): Pick<Effects, 'unseen' | 'bounds'> {
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

/** The reason of whatever an update that is still on its way may change. */
export const MAY_ARRIVE = 'may_arrive' satisfies Reason;

/**
 * How long an update of which nobody saw the effect counts as being on its way. Gateways and queues give up after minutes; nobody
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
