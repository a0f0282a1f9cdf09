import { count, formatNumber } from '../../domain/count.ts';
import { FIELDS, type Field } from '../../domain/fields.ts';
import { STATUSES, type Status } from '../../domain/status.ts';
import { describeEntries, nounsOf } from '../text/words.ts';
import { nameStatuses } from '../view/run-view.ts';
import { filterLink, filterOf, renderChart } from './charts.ts';
import {
  FIELD_LABELS,
  MARGIN_BUCKETS,
  MOVE_BUCKETS,
  type MoveBucket,
  STATUS_GROUPS,
  type StatusGroup,
  statusGroupOf,
} from './groupings.ts';
import { html, type Markup } from './markup.ts';
import { type MoveCount, PARTS, type PageDigest } from './page-tally.ts';
import { isReviewed, type PagedRun } from './paged-run.ts';

/** What becomes of the rows, in three groups: what goes out, what stays, what needs a person. Each tile is a filter. `total`: lines of results.csv. */
export function renderTiles(
  run: PagedRun,
  { total, parts }: { readonly total: number; readonly parts: PageDigest['parts'] },
): Markup {
  if (total === 0) return html`<p class="note" id="tiles">There are no rows.</p>`;
  const entries = { outcomes: total, rows: run.report.sheet.rows };
  const [, many] = nounsOf(entries);
  const phrase = describeEntries(entries);
  const groups = STATUS_GROUPS.map((group) => renderGroup(group, { run, parts }));
  return html`<nav id="tiles" class="tiles" aria-label="${many === 'rows' ? 'Rows' : 'Entries'} by status">${groups}</nav>${phrase === undefined ? undefined : html`<p class="note" id="entries">${phrase}</p>`}`;
}

const LABELS: Readonly<Record<StatusGroup, readonly [planned: string, done: string]>> = {
  goes_out: ['Goes out', 'Went out'],
  stays: ['Stays', 'Stayed'],
  needs_you: ['Needs your attention', 'Needs your attention'],
};
const WAITS = 'Waits for a person';

function renderGroup(
  group: StatusGroup,
  { run: { report, view }, parts }: { readonly run: PagedRun; readonly parts: PageDigest['parts'] },
): Markup {
  const { byStatus: counts, alreadyCorrect } = report.digest;
  const names = nameStatuses(report);
  const grouping = { missingIsOk: report.missingIsOk, isReviewed: isReviewed(report) };
  const isIn = (status: Status): boolean => statusGroupOf(status, grouping) === group;
  const shown = STATUSES.filter((status) => counts[status] > 0 && isIn(status));
  const count = shown.reduce((sum, status) => sum + counts[status], 0);
  // What is held needs a person, and no attention.
  const held = group === 'needs_you' && shown.includes('held') ? counts.held : 0;
  const label = held > 0 && held === count ? WAITS : LABELS[group][view.isOpen ? 0 : 1];
  const waiting = held > 0 ? html`, ${WAITS.toLowerCase()} <b>${formatNumber(held)}</b>` : undefined;
  const tiles = [
    ...shown.map((status) =>
      renderTile(counts[status], {
        filter: `status=${status}`,
        name: names[status] ?? status,
        style: '',
        note:
          status === 'updated' && alreadyCorrect > 0
            ? `${formatNumber(alreadyCorrect)} already up to date`
            : undefined,
      }),
    ),
    ...PARTS.flatMap(({ filter, name, note, style }) => {
      const inGroup = [...(parts.get(filter) ?? [])].filter(([status]) => isIn(status));
      const rows = inGroup.reduce((sum, [, each]) => sum + each, 0);
      const tile = { filter: `status=${group}&${filter}`, name, note, style: `part ${style}` };
      return rows === 0 ? [] : [renderTile(rows, tile)];
    }),
  ];
  const name =
    shown.length > 1
      ? html`<a href="#status=${group}" data-filter="status=${group}">${label} <b>${formatNumber(count - held)}</b>${waiting}</a>`
      : label;
  return html`<div class="tile-group ${group}" role="group" aria-labelledby="group-${group}"><p class="group-name" id="group-${group}">${name}</p><div class="tile-row">${count === 0 ? html`<p class="tile empty">nothing</p>` : tiles}</div></div>`;
}

interface Tile {
  readonly filter: string;
  readonly name: string;
  readonly style: string;
  readonly note: string | undefined;
}

function renderTile(count: number, { filter, name, style, note }: Tile): Markup {
  return html`<a href="#${filter}" data-filter="${filter}" class="tile ${style}"><b>${formatNumber(count)}</b> <span>${name}</span>${note === undefined ? undefined : html` <small>${note}</small>`}</a>`;
}

/** Everything that shows the changes as a whole: how far they go, where they are, what they do to margins. */
export function renderCharts(digest: PageDigest, { strategyNames }: PagedRun['report']): Markup {
  const { moves, others, margins } = digest;
  if (moves.size === 0 && others.size === 0) return html``;
  const hasMargins = margins.after.size > 0;
  const charts = FIELDS.flatMap((field) => {
    const counts = moves.get(field);
    return counts ? [moveChart(field, counts)] : [];
  });
  return html`<details id="charts" class="fold" data-paper><summary><h2>Charts</h2></summary>
<div class="charts">${charts}${hasMargins ? marginChart(digest) : undefined}</div>
${othersLine(digest)}
${hasMargins ? html`<p class="note">Margins and strategies cover updates only: the plan does not record what other listings hold.${unsaidFees(digest.fees)}</p>` : undefined}
<div class="groups">${renderGroups(digest, strategyNames)}</div>
</details>`;
}

/** How far amounts of one field move: falls on the left, rises on the right. */
function moveChart(field: Field, counts: ReadonlyMap<MoveBucket, Readonly<MoveCount>>): Markup {
  const hasHeld = [...counts.values()].some(({ held }) => held > 0);
  return renderChart({
    id: `moves-${field}`,
    title: FIELD_LABELS[field],
    series: [...(hasHeld ? [{ name: 'held back', colour: 'held' }] : []), { name: 'changes' }],
    parts: MOVE_BUCKETS.map(({ id, label, tick }) => {
      const { going, held } = counts.get(id) ?? { going: 0, held: 0 };
      const colour = /^(?:up|down)/.exec(id)?.[0] ?? 'other';
      return {
        filter: `move=${field}:${id}`,
        label,
        tick,
        counts: hasHeld ? [held, going] : [going],
        colour,
      };
    }),
  });
}

/** Margins in percent of the cost, before and after. Fees count where somebody has said them. */
function marginChart({ margins: { before, after }, fees: { said, unsaid } }: PageDigest): Markup {
  const known = unsaid === 0 ? 'cost and fees' : 'the cost, and the fees where they are known';
  return renderChart({
    id: 'margins',
    title: `Margin of the minimum over ${said === 0 ? 'the cost' : known}, in % of the cost`,
    series: [
      { name: 'before', colour: 'was' },
      { name: 'after', colour: 'is' },
    ],
    parts: MARGIN_BUCKETS.map(({ id, label, tick }) => ({
      filter: `margin=${id}`,
      label,
      tick,
      counts: [before.get(id) ?? 0, after.get(id) ?? 0],
    })),
  });
}

/** Nothing is assumed where nothing is said. */
function unsaidFees({ said, unsaid }: PageDigest['fees']): string {
  if (said === 0 || unsaid === 0) return '';
  return ` ${count(unsaid, 'update has', 'updates have')} no known fee, so the margin there is over the cost alone.`;
}

function othersLine({ others }: PageDigest): Markup {
  if (others.size === 0) return html``;
  const phrase = [...others].map(([field, { going, held }], index) => {
    const text = `${FIELD_LABELS[field]} changes in ${count(going, 'listing')}${held > 0 ? `, held back in ${formatNumber(held)}` : ''}`;
    return html`${index === 0 ? '' : '; '}${filterLink(`field=${field}`, text)}`;
  });
  return html`<p class="note" id="other-changes">${phrase}.</p>`;
}

const MAX_GROUPS = 8;
const DIRECTIONS = ['up', 'down', 'other'] as const;

function renderGroups(
  { groups, platforms }: PageDigest,
  strategyNames: PagedRun['report']['strategyNames'],
): readonly Markup[] {
  return (['strategy', 'channel', 'currency'] as const).flatMap((by) => {
    const all = [...groups[by]].map(([key, group]) => ({
      key,
      group,
      total: group.up + group.down + group.other,
    }));
    if (all.length < 2) return [];
    all.sort((one, other) => other.total - one.total);
    const rows = all.slice(0, MAX_GROUPS).map(({ key, group }) => {
      const name = key === '' ? 'none' : (by === 'strategy' && strategyNames.get(key)) || key;
      const platform = by === 'channel' ? html` <small>${platforms.get(key)}</small>` : undefined;
      return html`<tr><th scope="row">${filterLink(filterOf(by, key), name)}${platform}</th>${DIRECTIONS.map((kind) => html`<td class="num">${formatNumber(group[kind])}</td>`)}</tr>`;
    });
    const left = all.length > MAX_GROUPS ? `, the ${MAX_GROUPS} largest of ${all.length}` : '';
    return [
      html`<table class="plain" id="by-${by}"><caption>Updates by ${by}${left}</caption>
<thead><tr><th scope="col">${by}</th>${DIRECTIONS.map((kind) => html`<th scope="col" class="num"><span class="key ${kind}">${kind}</span></th>`)}</tr></thead><tbody>${rows}</tbody></table>`,
    ];
  });
}
