import { formatNumber } from '../../domain/count.ts';
import { DRIFT_VERDICTS, type DriftVerdict } from '../../domain/predict-outcome.ts';
import { STATUSES, type Status } from '../../domain/status.ts';
import { describeEntries, nounsOf } from '../text/words.ts';
import type { PageFacts } from './describe-page.ts';
import { STATUS_GROUPS, type StatusGroup, statusGroupOf } from './groupings.ts';
import { html, type Markup } from './markup.ts';
import type { PageDigest } from './page-tally.ts';

interface TilesInput {
  /** Lines of results.csv. */
  readonly total: number;
  readonly digest: Pick<PageDigest, 'reasons' | 'prices' | 'cleared'>;
}

/** What becomes of the rows, in three groups: what goes out, what stays, what needs a person. Each tile is a filter. */
export function renderTiles(facts: PageFacts, { total, digest }: TilesInput): Markup {
  if (total === 0) return html`<p class="note" id="tiles">There are no rows.</p>`;
  const entries = { outcomes: total, rows: facts.rows };
  const [, many] = nounsOf(entries);
  const phrase = describeEntries(entries);
  const groups = STATUS_GROUPS.map((group) => renderGroup(group, { facts, parts: partsOf(digest) }));
  return html`<nav id="tiles" class="tiles" aria-label="${many === 'rows' ? 'Rows' : 'Entries'} by status">${groups}</nav>${phrase === undefined ? undefined : html`<p class="note" id="entries">${phrase}</p>`}`;
}

/** Rows that are in a tile of their status too. */
interface Part {
  readonly filter: string;
  readonly name: string;
  readonly note: string;
  readonly style: string;
  readonly byStatus: ReadonlyMap<Status, number> | undefined;
}

/** A fall comes before a rise, since what is sold too cheap is lost. */
function partsOf({ reasons, prices, cleared }: TilesInput['digest']): readonly Part[] {
  return [
    ...DRIFT_VERDICTS.map((verdict) => ({
      filter: `reason=${verdict}`,
      name: verdict,
      note: DRIFT_NOTES[verdict],
      style: 'drift',
      byStatus: reasons.find(({ reason }) => reason === verdict)?.byStatus,
    })),
    {
      filter: 'price=fall',
      name: 'price has to fall',
      note: "maximum below today's",
      style: 'price',
      byStatus: prices.get('fall'),
    },
    {
      filter: 'price=rise',
      name: 'price has to rise',
      note: "minimum above today's",
      style: 'price',
      byStatus: prices.get('rise'),
    },
    {
      filter: 'size=cleared',
      name: 'cleared',
      note: 'a value is taken away',
      style: 'clears',
      byStatus: cleared,
    },
  ];
}

const DRIFT_NOTES: Readonly<Record<DriftVerdict, string>> = {
  drifted: 'changed by somebody else',
  contested: 'changed by both',
  recomputed: 'by a strategy',
};

const LABELS: Readonly<Record<StatusGroup, readonly [planned: string, done: string]>> = {
  goes_out: ['Goes out', 'Went out'],
  stays: ['Stays', 'Stayed'],
  needs_you: ['Needs your attention', 'Needs your attention'],
};

function renderGroup(
  group: StatusGroup,
  { facts, parts }: { readonly facts: PageFacts; readonly parts: readonly Part[] },
): Markup {
  const { alreadyCorrect } = facts;
  const label = LABELS[group][facts.isDryRun ? 0 : 1];
  const isIn = (status: Status): boolean => statusGroupOf(status, facts) === group;
  const shown = STATUSES.filter((status) => facts.byStatus[status] > 0 && isIn(status));
  const count = shown.reduce((sum, status) => sum + facts.byStatus[status], 0);
  const tiles = [
    ...shown.map((status) =>
      renderTile(facts.byStatus[status], {
        filter: `status=${status}`,
        name: facts.statusNames[status] ?? status,
        style: '',
        note:
          status === 'updated' && alreadyCorrect > 0
            ? `${formatNumber(alreadyCorrect)} already up to date`
            : undefined,
      }),
    ),
    ...parts.flatMap(({ filter, style, byStatus = new Map(), ...said }) => {
      const inGroup = [...byStatus].filter(([status]) => isIn(status));
      const rows = inGroup.reduce((sum, [, each]) => sum + each, 0);
      return rows === 0
        ? []
        : [renderTile(rows, { ...said, filter: `status=${group}&${filter}`, style: `part ${style}` })];
    }),
  ];
  const name =
    shown.length > 1
      ? html`<a href="#status=${group}" data-filter="status=${group}">${label} <b>${formatNumber(count)}</b></a>`
      : label;
  return html`<div class="tile-group ${group}" role="group" aria-labelledby="group-${group}"><p class="group-name" id="group-${group}">${name}</p><div class="tile-row">${count === 0 ? html`<p class="tile empty">nothing</p>` : tiles}</div></div>`;
}

function renderTile(
  count: number,
  {
    filter,
    name,
    style,
    note,
  }: Pick<Part, 'filter' | 'name' | 'style'> & { readonly note?: string | undefined },
): Markup {
  return html`<a href="#${filter}" data-filter="${filter}" class="tile ${style}"><b>${formatNumber(count)}</b> <span>${name}</span>${note === undefined ? undefined : html` <small>${note}</small>`}</a>`;
}
