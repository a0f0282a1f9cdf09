import { describeValue } from '../../domain/describe-value.ts';
import type { Field } from '../../domain/fields.ts';
import type { ListingId } from '../../domain/listing.ts';
import type { Disk } from '../../domain/ports.ts';
import type { RunRecord } from '../../domain/run-record.ts';
import type { SkuChange, SkuView } from '../../report/screen/history-views.ts';
import { type AgreedLine, valuesOf } from './agreed-values.ts';
import { type Doubt, findDoubts } from './find-doubts.ts';
import type { KeptRun } from './history-files.ts';
import { isUncertain } from './is-whole-run.ts';

interface Around extends Pick<SkuView, 'changes' | 'agreed'> {
  /** Listings of the SKU. */
  readonly ids: ReadonlySet<string>;
  readonly field: Field | undefined;
  /** The oldest first. */
  readonly runs: readonly KeptRun[];
  /** The lines of a run that name a listing. */
  readonly agreedIn: (run: KeptRun, id: string) => readonly AgreedLine[];
  readonly disk: Disk;
}

/** Says of each run which change nobody saw that it may have made, unless it is known from what came later that it made none. */
export function describeDoubts({
  ids,
  field,
  runs,
  agreedIn,
  changes,
  agreed,
  disk,
}: Around): readonly string[] {
  const order = new Map(runs.map(({ record }, at) => [record.id, at]));

  function isOpen({ id, field: of, was }: Doubt, run: RunRecord): boolean {
    const own = changes.filter((change) => change.listing_id === id && change.field === of);
    const placeOf = (change: SkuChange): number => order.get(change.run) ?? 0;
    const place = order.get(run.id) ?? 0;
    const earlier = own.findLast((change) => placeOf(change) < place);
    const later = own.find((change) => placeOf(change) > place);
    const now = agreed.find((each) => each.listing_id === id && each.field === of)?.value;
    const before = earlier ? earlier.is : was;
    return before === undefined || (later ? later.was : now) !== before;
  }

  return runs
    .filter(({ record }) => isUncertain(record))
    .flatMap((run) => {
      const unknown = [...ids].flatMap((id) =>
        agreedIn(run, id).flatMap((line) =>
          valuesOf(line, id).flatMap(([of, value]) =>
            value === undefined ? [{ id: id as ListingId, field: of }] : [],
          ),
        ),
      );
      const isAsked = (doubt: Doubt): boolean =>
        (field === undefined || doubt.field === field) &&
        (doubt.listing !== undefined || unknown.some((each) => each.field === doubt.field));
      const found = findDoubts(run.record, unknown, disk).filter(
        (doubt) => isAsked(doubt) && isOpen(doubt, run.record),
      );
      return [...new Set(found.map((doubt) => describeDoubt(doubt, run.record)))];
    });
}

function describeDoubt({ field, was, is }: Doubt, { id, verdict }: RunRecord): string {
  const how = verdict === 'killed' ? 'it was killed before it noted that' : 'it never saw that hold';
  if (was === undefined) return `The run "${id}" may have changed ${field}: ${how}, and its plan is gone`;
  const from = `from ${describeValue(field, was)}`;
  if (is === undefined) return `A strategy may have changed ${field} ${from} in the run "${id}": ${how}`;
  return `The run "${id}" may have changed ${field} ${from} to ${describeValue(field, is)}: ${how}`;
}
