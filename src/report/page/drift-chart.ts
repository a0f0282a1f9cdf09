import type { DriftNight } from '../tally/run-report.ts';
import { formatCount, formatNumber } from '../text/format-numbers.ts';
import { barHeight, CHART, dataTable } from './charts.ts';
import { html, type Markup } from './markup.ts';

/** Nights that there is room for, the newest. */
const MAX_NIGHTS = 30;

/**
 * How many fields somebody else had changed, night by night, the oldest on the left: as the sheet still said (`drifted`), and
 * where the sheet said something new too (`contested`). Nothing where no night had any.
 */
export function driftChart(nights: readonly DriftNight[]): Markup {
  const shown = nights.slice(-MAX_NIGHTS);
  const most = Math.max(...shown.map(({ drifted, contested }) => drifted + contested), 0);
  if (most === 0) return html``;
  const step = (CHART.width - 2 * CHART.left) / MAX_NIGHTS;
  const bars = shown.map(({ day, drifted, contested }, index) => {
    const x = CHART.left + index * step;
    const low = barHeight(drifted, most);
    const high = barHeight(contested, most);
    const total = drifted + contested;
    return html`<g><title>${`${day}: ${formatCount(drifted, 'field')} drifted, ${formatNumber(contested)} contested`}</title>
<rect class="bar drifted" x="${x + 1.5}" y="${CHART.bottom - low}" width="${step - 3}" height="${low}"/>
<rect class="bar contested" x="${x + 1.5}" y="${CHART.bottom - low - high}" width="${step - 3}" height="${high}"/>
${total === 0 ? html`` : html`<text class="n" x="${x + step / 2}" y="${CHART.bottom - low - high - 3}">${formatNumber(total)}</text>`}</g>`;
  });
  const first = shown[0]?.day ?? '';
  const last = shown.at(-1)?.day ?? '';
  return html`<figure class="chart" id="drift"><figcaption>Fields that somebody else had changed, by run: <span class="key drifted">drifted</span> <span class="key contested">contested</span></figcaption>
<svg viewBox="0 0 ${CHART.width} ${CHART.height}" role="img" aria-label="Fields that somebody else had changed, from ${first} to ${last}"><path class="axis" d="M${CHART.left} ${CHART.bottom + 0.5}H${CHART.width - 4}"/>
<text class="tick first" x="${CHART.left}" y="${CHART.bottom + 13}">${first}</text>${shown.length > 1 ? html`<text class="tick last" x="${CHART.left + shown.length * step}" y="${CHART.bottom + 13}">${last === first ? '' : last}</text>` : html``}
${bars}</svg>
${dataTable(
  'Fields that somebody else had changed since sheet and service last agreed on them',
  ['Run', 'Drifted', 'Contested', 'Recomputed by a strategy'],
  shown.map((night) => [
    html`${night.day}`,
    ...[night.drifted, night.contested, night.recomputed].map((fields) => html`${formatNumber(fields)}`),
  ]),
)}</figure>`;
}
