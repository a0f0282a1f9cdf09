import type { Doubt, Drift, Issue } from './book.ts';
import type { JudgedRow, State } from './judge-rows.ts';
import type { Delivery } from './sheet.ts';

type Json = Readonly<Record<string, unknown>>;

/** A line of the history as a text that is the same for the same line. */
export function toText(line: object): string {
  return JSON.stringify(
    Object.fromEntries(Object.entries(line).sort(([one], [other]) => (one < other ? -1 : 1))),
  );
}

/** A line of the file of changes likewise: of its time only whether it is known. */
export function toChangeText({ at, ...line }: Json): string {
  return toText({ ...line, at: at === null ? null : 'known' });
}

interface Between {
  readonly before: State;
  readonly after: State;
  /** Only changes of these listings. */
  readonly only?: ReadonlySet<string> | undefined;
}

/** What the account holds now and did not before. What the sheet does not set, a strategy has computed. */
export function changeLines(
  run: string,
  { rows }: Delivery,
  { before, after, only }: Between,
): readonly string[] {
  return [...after].flatMap(([key, is]) => {
    const [id = '', field = ''] = key.split(' ');
    const was = before.get(key);
    if (was === is || (only && !only.has(id))) return [];
    const row = rows.find((each) => each.id === id);
    const isSent = row !== undefined && field in row.values;
    const where = { line: row?.line, sku: row?.sku, listing_id: id, currency: 'usd', field };
    return [toChangeText({ run, ...where, was, is, ...(!isSent && { by: 'strategy' }) })];
  });
}

/** What a run noticed that somebody else, or a strategy, has changed. */
export function noticedLine(run: string, { line, sku, listing_id, field, ...drift }: Drift): string {
  const { verdict, agreed: was, live: is } = drift;
  const by = verdict === 'recomputed' ? 'strategy' : 'others';
  return toChangeText({ run, line, sku, listing_id, currency: null, field, was, is, by });
}

/** What became of a doubt, once a run saw the listing; `undefined`: nothing has changed by it. */
export function foundLine(
  { computed, ...doubt }: Doubt,
  { state, doubts }: { readonly state: State; readonly doubts: readonly Doubt[] },
): string | undefined {
  const holds = ({ listing_id, field, was, is }: Doubt): boolean =>
    was !== is && state.get(`${listing_id} ${field}`) === is;
  const live = state.get(`${doubt.listing_id} ${doubt.field}`);
  const sent = doubts.filter(({ run, listing_id }) => run === doubt.run && listing_id === doubt.listing_id);
  // A strategy computes upon what was sent, if that has arrived.
  const isOurs = computed ? sent.every((each) => each.computed || holds(each)) : live === doubt.is;
  const about = doubts.filter(
    ({ listing_id, field }) => listing_id === doubt.listing_id && field === doubt.field,
  );
  const isLast = about.at(-1)?.run === doubt.run;
  if (live === doubt.was || !isOurs || !isLast) return undefined;
  return toChangeText({ ...doubt, at: null, is: live, ...(computed && { by: 'strategy' }) });
}

/** The lines of `agreed.ndjson` about what is open. */
export function openLines({
  issues,
  drifts,
  doubts,
}: {
  readonly issues: readonly Issue[];
  readonly drifts: readonly Drift[];
  readonly doubts: readonly Doubt[];
}): readonly string[] {
  return [
    ...issues.map((issue) => toText({ kind: 'attention', ...issue })),
    ...drifts.map((drift) => toText({ kind: 'drift', ...drift })),
    ...doubts.map(({ computed, ...doubt }) =>
      toText({ kind: 'doubt', ...doubt, ...(computed && { computed }) }),
    ),
  ];
}

export function countVerdicts(drifts: readonly Drift[]): Json {
  const count = (verdict: string): number => drifts.filter((drift) => drift.verdict === verdict).length;
  return { drifted: count('drifted'), contested: count('contested'), recomputed: count('recomputed') };
}

/** What a run that is gone may have changed: these rows it was to send, and nobody knows whether it has. */
export function doubtsOf(run: string, rows: readonly JudgedRow[], state: State): readonly Doubt[] {
  return rows.flatMap(({ row: { id = '', line, sku, values }, differences }) => {
    const where = { run, line, sku, listing_id: id, currency: 'usd' };
    const sent = differences.map(({ field, live, sheet }) => ({
      ...where,
      field,
      was: live,
      is: sheet,
      computed: false,
    }));
    const isComputed =
      state.get(`${id} strategy`) !== null && differences.some(({ field }) => field === 'cost');
    // The bounds that a sheet has are sent along, so that no strategy computes them.
    const bounds = (['minimum_price', 'maximum_price'] as const).filter((field) => !(field in values));
    const computed = bounds.map((field) => {
      const was = state.get(`${id} ${field}`) ?? null;
      return { ...where, field, was, is: was, computed: true };
    });
    return [...sent, ...(isComputed ? computed : [])];
  });
}
