import { html, type Markup } from '../page/markup.ts';
import { nameOf } from '../screen/describe-nights.ts';
import type { JobNights } from '../tally/arrange-nights.ts';
import { STATE_SIGNS } from '../tally/state-signs.ts';
import { formatFigure, NIGHT_FIGURES } from './night-charts.ts';

/** The figures of the pictures as a table, the newest night first. */
export function renderFigures(job: JobNights): Markup {
  const nights = job.nights.filter(({ state }) => state !== 'none').toReversed();
  return html`<details class="data figures"><summary>The figures of each night</summary>
<div class="scroll" tabindex="0" role="group" aria-label="The figures of each night of ${nameOf(job)}"><table><caption>The run that each night ended with</caption><thead><tr><th scope="col">Night</th><th scope="col">Ended</th>${NIGHT_FIGURES.map(({ label }) => html`<th scope="col" class="num">${label}</th>`)}</tr></thead><tbody>${nights.map(
    ({ date, state, run }) =>
      html`<tr><th scope="row">${date}</th><td>${STATE_SIGNS[state].word}</td>${NIGHT_FIGURES.map(
        (figure) => {
          const value = run && figure.of(run);
          return html`<td class="num">${value === undefined ? '' : formatFigure(value)}</td>`;
        },
      )}</tr>`,
  )}</tbody></table></div></details>`;
}
