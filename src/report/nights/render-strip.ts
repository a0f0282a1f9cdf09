import type { RunRecord } from '../../domain/run-record.ts';
import { html, type Markup } from '../page/markup.ts';
import { countStates } from '../screen/describe-nights.ts';
import { describeAttention, describeRunEnd } from '../screen/describe-run-end.ts';
import { type JobNights, NIGHTS, type Night } from '../tally/arrange-nights.ts';
import { STATE_SIGNS } from '../tally/night-state.ts';
import { count } from '../text/words.ts';

interface Style {
  /** The reports that are still there. */
  readonly reports: ReadonlyMap<RunRecord, string>;
  /** Of the strip, for readers that don't see it. */
  readonly name: string;
}

/** A strip of ninety nights: each with a sign for how it ended, and a link to the run's report if that is still there. */
export function renderStrip({ nights }: Pick<JobNights, 'nights'>, { reports, name }: Style): Markup {
  return html`<ol class="strip" aria-label="${NIGHTS} nights${name === '' ? '' : ` of ${name}`}, the oldest first">${nights.map(
    (night) => renderNight(night, night.run && reports.get(night.run)),
  )}</ol>`;
}

function renderNight(night: Night, report: string | undefined): Markup {
  const { state } = night;
  const about = describeNight(night);
  const sign = html`<span aria-hidden="true">${STATE_SIGNS[state].sign}</span><span class="vh">${about}</span>`;
  return report === undefined
    ? html`<li class="night ${state}" title="${about}">${sign}</li>`
    : html`<li class="night ${state}"><a href="${report}" title="${about}: open the report">${sign}</a></li>`;
}

/** `2026-11-20: done, 212 updated`. */
function describeNight({ date, state, run, runs }: Night): string {
  const { word } = STATE_SIGNS[state];
  if (!run || state === 'open') return `${date}: ${word}`;
  const updated = run.counts?.by_status.updated ?? 0;
  const attention = describeAttention(run);
  const facts = [
    `${date}: ${word}`,
    ...(state === 'failed' || state === 'stopped' ? [describeRunEnd(run)] : [`${updated} updated`]),
    ...(state === 'attention' && attention !== '' ? [`${attention} in need of it`] : []),
    ...(runs > 1 ? [count(runs, 'run')] : []),
  ];
  return facts.join(', ');
}

/** What the signs of a strip mean, with how many nights have each. */
export function renderLegend(jobs: readonly Pick<JobNights, 'nights'>[]): Markup {
  const states = jobs.flatMap(({ nights }) => nights.map(({ state }) => state));
  return html`<ul class="legend" aria-label="What the signs mean">${countStates(states).map(
    ([state, number]) =>
      html`<li><span class="sign night ${state}" aria-hidden="true">${STATE_SIGNS[state].sign}</span> ${STATE_SIGNS[state].word} <b>${number}</b></li>`,
  )}</ul>`;
}
