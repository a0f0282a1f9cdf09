import { DRIFT_VERDICTS, type DriftVerdict } from '../../domain/drift-reasons.ts';
import type { PriceKind } from '../../domain/price-outcome.ts';
import { STATUSES, type Status } from '../../domain/status.ts';
import { formatNumber } from '../text/format-numbers.ts';
import { describeEntries, nounsOf } from '../text/words.ts';
import { html, type Markup } from './markup.ts';
import type { PageFacts } from './page-facts.ts';
import type { PageDigest } from './page-tally.ts';
import { countGroup, STATUS_GROUPS, type StatusGroup, statusGroupOf } from './status-groups.ts';

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
  return html`<nav id="tiles" class="tiles" aria-label="${many === 'rows' ? 'Rows' : 'Entries'} by status">${STATUS_GROUPS.map(
    (group) => renderGroup(group, { facts, digest }),
  )}</nav>${phrase === undefined ? html`` : html`<p class="note" id="entries">${phrase}</p>`}`;
}

const LABELS: Readonly<Record<StatusGroup, readonly [planned: string, done: string]>> = {
  goes_out: ['Goes out', 'Went out'],
  stays: ['Stays', 'Stayed'],
  needs_you: ['Needs you', 'Needs you'],
};

interface GroupInput {
  readonly facts: PageFacts;
  readonly digest: TilesInput['digest'];
}

function renderGroup(group: StatusGroup, { facts, digest }: GroupInput): Markup {
  const { byStatus, isDryRun } = facts;
  const count = countGroup(group, facts);
  const label = LABELS[group][isDryRun ? 0 : 1];
  const shown = STATUSES.filter((status) => byStatus[status] > 0 && statusGroupOf(status, facts) === group);
  const id = `group-${group}`;
  return html`<div class="tile-group ${group}${count === 0 ? ' none' : ''}" role="group" aria-labelledby="${id}"><p class="group-name" id="${id}">${
    shown.length > 1
      ? html`<a href="#status=${group}" data-filter="status=${group}">${label} <b>${formatNumber(count)}</b></a>`
      : html`${label}`
  }</p><div class="tile-row">${count === 0 ? html`<p class="tile empty">nothing</p>` : html``}${shown.map(
    (status) =>
      renderTile({ filter: `status=${status}`, count: byStatus[status], name: status, style: `s-${status}` }),
  )}${DRIFT_VERDICTS.map((verdict) => renderDrift(verdict, { group, facts, digest }))}${FORCED.map((kind) => renderForced(kind, { group, facts, digest }))}${renderCleared({ group, facts, digest })}</div></div>`;
}

interface Tile {
  readonly filter: string;
  readonly count: number;
  readonly name: string;
  readonly style: string;
  /** What it says below its name. */
  readonly note?: string;
}

function renderTile({ filter, count, name, style, note }: Tile): Markup {
  return html`<a href="#${filter}" data-filter="${filter}" class="tile ${style}"><b>${formatNumber(count)}</b> <span>${name}</span>${note === undefined ? html`` : html` <small>${note}</small>`}</a>`;
}

/** What a tile says of rows that are in a tile of their status too. */
const DRIFT_NOTES: Readonly<Record<DriftVerdict, string>> = {
  drifted: 'changed by somebody else',
  contested: 'changed by both',
  recomputed: 'by a strategy',
};

function renderDrift(verdict: DriftVerdict, { group, facts, digest }: PartInput): Markup {
  const found = digest.reasons.find(({ reason }) => reason === verdict);
  const count = countIn(group, found?.byStatus, facts);
  if (count === 0) return html``;
  return renderTile({
    filter: `status=${group}&reason=${verdict}`,
    count,
    name: verdict,
    style: 'part drift',
    note: DRIFT_NOTES[verdict],
  });
}

interface PartInput extends GroupInput {
  readonly group: StatusGroup;
}

function countIn(
  group: StatusGroup,
  byStatus: ReadonlyMap<Status, number> | undefined,
  facts: PageFacts,
): number {
  return [...(byStatus ?? [])]
    .filter(([status]) => statusGroupOf(status, facts) === group)
    .reduce((sum, [, rows]) => sum + rows, 0);
}

/** The prices that have to move at once; a fall comes first, since what is sold too cheap is lost. */
const FORCED = ['fall', 'rise'] as const satisfies readonly PriceKind[];

const FORCED_TILES: Readonly<Record<(typeof FORCED)[number], readonly [name: string, note: string]>> = {
  fall: ['price has to fall', "maximum below today's"],
  rise: ['price has to rise', "minimum above today's"],
};

function renderForced(kind: (typeof FORCED)[number], { group, facts, digest }: PartInput): Markup {
  const count = countIn(group, digest.prices.get(kind), facts);
  if (count === 0) return html``;
  const [name, note] = FORCED_TILES[kind];
  return renderTile({
    filter: `status=${group}&price=${kind}`,
    count,
    name,
    style: `part price ${kind}`,
    note,
  });
}

function renderCleared({ group, facts, digest }: PartInput): Markup {
  const count = countIn(group, digest.cleared, facts);
  if (count === 0) return html``;
  return renderTile({
    filter: `status=${group}&size=cleared`,
    count,
    name: 'cleared',
    style: 'part clears',
    note: 'a value is taken away',
  });
}
