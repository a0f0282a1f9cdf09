import { needsAttention, type Status } from '../../domain/status.ts';
import { filterLink, filterOf } from './charts.ts';
import { html, type Markup } from './markup.ts';
import type { PageFacts } from './page-facts.ts';
import type { ReasonGroup } from './page-tally.ts';
import { adviceOn } from './reason-advice.ts';
import { grouped } from './words.ts';

/** What there is to look at, by its reason: what it means, how often, and what to do. */
export function renderWarnings(reasons: readonly ReasonGroup[], facts: PageFacts): Markup {
  const isUrgent = ({ byStatus }: ReasonGroup) =>
    [...byStatus.keys()].some((status) => needsAttention(status, facts.missingIsOk));
  const urgent = reasons.filter(isUrgent);
  const others = reasons.filter((group) => !isUrgent(group));
  const { notices } = facts;
  if (reasons.length === 0 && notices.length === 0) return html``;
  return html`<section id="warnings" aria-labelledby="warnings-title"><h2 id="warnings-title">What to look at</h2>
${urgent.length === 0 ? html`<p class="note">No row needs attention.</p>` : html``}
<div class="warnings">${urgent.map(renderReason)}</div>
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
          html`<li>${filterLink(filterOf('reason', reason), reason)} ${grouped(count)}${adviceOn(reason).means === '' ? '' : `: ${adviceOn(reason).means}`}</li>`,
      )}</ul>`
}</section>`;
}

function renderReason({ reason, count, byStatus, first }: ReasonGroup): Markup {
  const { means, todo } = adviceOn(reason);
  return html`<article class="warning" data-reason="${reason}"><h3>${filterLink(filterOf('reason', reason), reason)} <b>${grouped(count)}</b> <span>${statusesOf(byStatus)}</span></h3>
${means === '' ? html`` : html`<p>${means}</p>`}<p class="todo">${todo}</p><p class="example">Line ${first.line}${first.sku === '' ? '' : `, ${first.sku}`}: ${first.message}</p></article>`;
}

function statusesOf(byStatus: ReadonlyMap<Status, number>): string {
  return [...byStatus.keys()].join(', ');
}
