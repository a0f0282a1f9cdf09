import type { FollowUp } from '../../domain/follow-up.ts';
import type { Outcome } from '../../domain/stages.ts';
import {
  followManualPrices,
  manualPriceSentBy,
  predictFollowUp,
  type SentManualPrice,
} from '../../execute/follow-manual-prices.ts';
import { eachInSlices } from '../disk/in-slices.ts';
import type { EntryStore } from '../folder/entry-store.ts';
import { progressOf, type Run } from '../job/run.ts';
import type { Sent } from '../job/run-state.ts';

/**
 * Says of each manual price that was sent whether its listing shows it: the service takes minutes, so the listings are read
 * again meanwhile. Statuses stay as they are. A run that was stopped waits for nothing.
 */
export async function followUp(sent: Sent, run: Run): Promise<Sent> {
  if (!run.job.settings.followUp || sent.settled.size === 0) return sent;
  try {
    const { known, pending } = await findManualPrices(sent, run.tools.entries);
    if (pending.length === 0 || sent.stop !== undefined) return withFollowUps(sent, known);
    run.tools.phases.begin('follow');
    const { readLatest, log } = run.tools;
    const followed = await followManualPrices(pending, {
      ...run.ports,
      onProgress: progressOf(run),
      readLatest,
    });
    const { verdicts, notices } = followed;
    log.info('manual prices followed up', { sent: known.size, waited: pending.length, notices });
    return withFollowUps(sent, new Map([...known, ...verdicts]), notices);
  } catch (stop) {
    return { ...sent, stop: sent.stop ?? stop };
  }
}

/** By position in the plan: what is known of each manual price at once, and which of them may still show. */
async function findManualPrices(
  { settled }: Sent,
  entries: EntryStore,
): Promise<{ readonly known: ReadonlyMap<number, FollowUp>; readonly pending: readonly SentManualPrice[] }> {
  const known = new Map<number, FollowUp>();
  const pending: SentManualPrice[] = [];
  await eachInSlices(entries.updates(), ([n, entry]) => {
    const settlement = settled.get(n);
    if (!settlement) return;
    const outcome: Outcome = { ...settlement, entry };
    const manualPrice = manualPriceSentBy(outcome);
    if (manualPrice === undefined) return;
    const verdict = predictFollowUp(outcome, manualPrice);
    known.set(n, verdict);
    const { id, sku } = entry.resolved.listing;
    if (verdict.kind === 'pending') pending.push({ n, listing: { id, sku }, manualPrice });
  });
  return { known, pending };
}

function withFollowUps(
  sent: Sent,
  followUps: ReadonlyMap<number, FollowUp>,
  notices: readonly string[] = [],
): Sent {
  const settled = new Map(sent.settled);
  for (const [n, verdict] of followUps) {
    const settlement = settled.get(n);
    if (settlement) settled.set(n, { ...settlement, followUp: verdict });
  }
  return { ...sent, settled, notices: [...notices, ...(sent.notices ?? [])] };
}
