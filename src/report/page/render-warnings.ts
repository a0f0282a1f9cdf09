import { formatNumber } from '../../domain/count.ts';
import type { Reason } from '../../domain/reasons.ts';
import { needsAttention } from '../../domain/status.ts';
import { severityRank } from '../tally/tally-issues.ts';
import { filterLink, filterOf } from './charts.ts';
import type { PageFacts } from './describe-page.ts';
import { html, type Markup } from './markup.ts';
import type { ReasonGroup } from './page-tally.ts';
import type { RowLook } from './render-row.ts';

/** A card for each reason, the most severe first: its meaning, count and advice. */
export function renderWarnings(
  reasons: readonly ReasonGroup[],
  { facts, look }: { readonly facts: PageFacts; readonly look: RowLook },
): Markup {
  const isUrgent = ({ reason, byStatus }: ReasonGroup) =>
    [...byStatus.keys()].some(
      (status) => needsAttention(status, facts.missingIsOk) || (status === 'held' && !isDecided(reason)),
    );
  const urgent = reasons.filter(isUrgent).toSorted((one, other) => rankOf(one) - rankOf(other));
  const others = reasons.filter((group) => !isUrgent(group));
  const notices = facts.view.notices?.texts ?? [];
  if (reasons.length === 0 && notices.length === 0) return html``;
  return html`<details id="warnings" class="fold" open><summary><h2>What to check</h2></summary>
${urgent.length === 0 ? html`<p class="note">No row needs attention.</p>` : html``}
<div class="warnings">${urgent.map((group) => renderReason(group, { facts, look }))}</div>
${
  notices.length === 0
    ? html``
    : html`<h3>Notices</h3><ul class="notices">${notices.map((notice) => html`<li>${notice}</li>`)}</ul>`
}
${
  others.length === 0
    ? html``
    : html`<h3>Nothing to do</h3><ul class="notices">${others.map(
        ({ reason, count }) =>
          html`<li>${filterLink(filterOf('reason', reason), headingOf(reason, look))} ${formatNumber(count)} <code>${reason}</code></li>`,
      )}</ul>`
}</details>`;
}

/** Somebody has looked at these rows, and did not approve them. */
function isDecided(reason: Reason): boolean {
  return reason === 'not_approved';
}

/** Of the worst of its rows, and last what only waits; among equals the most come first. */
function rankOf({ byStatus }: ReasonGroup): number {
  return Math.min(
    ...[...byStatus.keys()].map((status) => (status === 'held' ? LAST_RANK : severityRank(status))),
  );
}

const LAST_RANK = Number.MAX_SAFE_INTEGER;

function renderReason(
  { reason, count, byStatus, first }: ReasonGroup,
  { facts, look }: { readonly facts: PageFacts; readonly look: RowLook },
): Markup {
  const { todo, retry } = look.adviceOn(reason) ?? {};
  const command = retry && facts.commandFor(reason);
  return html`<article class="warning" data-reason="${reason}"><h3>${filterLink(filterOf('reason', reason), headingOf(reason, look))} <b>${formatNumber(count)}</b></h3>
<p class="example">Line ${first.line}${first.sku === '' ? '' : `, ${first.sku}`}: ${first.message}</p><p class="todo">${todo}</p>${command === undefined ? undefined : html`<p class="command"><code tabindex="0" data-copy>${command}</code></p>`}<p class="codes"><code>${reason}</code> ${[...byStatus.keys()].join(', ')}</p></article>`;
}

/** A plain sentence, as far as there is one. */
function headingOf(reason: Reason, { adviceOn }: RowLook): string {
  return adviceOn(reason)?.means.replace(/\.$/, '') || reason;
}
