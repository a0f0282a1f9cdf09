import { listingOf, type PlanEntry } from '../../domain/stages.ts';
import { readBackStep, type SeenUpdate, type StepReading } from '../../execute/read-back-step.ts';
import type { Run } from '../job/run.ts';
import { createBrokenRulesFinder } from './create-broken-rules-finder.ts';

/** At most this many updates are held in memory at once; pages of the account that show some of each are read for each. */
const AT_ONCE = 50_000;

/**
 * Reads the listings of updates back that were seen to hold. `positions`: in the order of the plan.
 *
 * Errors: as `readBackStep`.
 */
export async function readStepBack(positions: Float64Array, run: Run): Promise<StepReading> {
  const { tools, ports, events, job } = run;
  const total = positions.length;
  const readings: StepReading[] = [];
  events.onProgress({ phase: 'check', done: 0, total });
  for (let from = 0; from < total; from += AT_ONCE) {
    const entries = tools.entries.entries(positions.subarray(from, from + AT_ONCE));
    const updates = [...entries].flatMap(([n, entry]) => toSeenUpdate(n, entry) ?? []);
    const reading = await readBackStep(updates, {
      readLatest: tools.readLatest,
      findBrokenRules: createBrokenRulesFinder(job),
      signal: ports.signal,
      onRead: (done) => events.onProgress({ phase: 'check', done: from + done, total }),
    });
    readings.push(reading);
  }
  return {
    overwritten: readings.flatMap(({ overwritten }) => overwritten),
    unread: readings.reduce((sum, { unread }) => sum + unread, 0),
    failure: readings.findLast(({ failure }) => failure)?.failure,
  };
}

/** Of an update that another run has sent, only its changes are known. */
function toSeenUpdate(n: number, entry: PlanEntry): SeenUpdate | undefined {
  const listing = listingOf(entry);
  if (!listing || !('changes' in entry)) return undefined;
  if (entry.kind !== 'update') return { n, listing, sent: entry.changes };
  const { resolved, changes, pins } = entry;
  return { n, listing, sent: [...changes, ...pins], planned: { changes, resolved } };
}
