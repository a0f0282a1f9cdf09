import { formatNumber } from '../../domain/count.ts';
import { html, type Markup } from './markup.ts';

/** How many listings are in each of some parts, as bars beside each other. */
interface Chart {
  readonly id: string;
  readonly title: string;
  /** What the bars of each part count. One without a colour has that of the part. */
  readonly series: readonly { readonly name: string; readonly colour?: string }[];
  readonly parts: readonly Part[];
}

interface Part {
  /** Shows its rows. */
  readonly filter: string;
  readonly label: string;
  /** What is said below its bars. */
  readonly tick: string;
  /** One for each series. The last one is written above its bar. */
  readonly counts: readonly number[];
  readonly colour?: string;
}

/** Numbers of pixels in a chart's own space. */
const WIDTH = 380;
const TOP = 16;
const BOTTOM = 98;

/** A chart, with a table of the same figures. */
export function renderChart({ id, title, series, parts }: Chart): Markup {
  const most = Math.max(1, ...parts.flatMap(({ counts }) => counts));
  const step = WIDTH / parts.length;
  const keys = series.flatMap(({ name, colour }) =>
    colour === undefined ? [] : [html`<span class="key ${colour}">${name}</span>`],
  );
  const bars = parts.map(({ filter, label, tick, counts, colour: own = '' }, at) => {
    const width = (step - 4) / counts.length;
    const leftOf = (bar: number): number => at * step + 2 + bar * width;
    const heights = counts.map((count) => heightOf(count, most));
    const last = counts.length - 1;
    const about = series.map(({ name }, bar) => `${formatNumber(counts[bar] ?? 0)} ${name}`).join(', ');
    const rects = heights.map(
      (height, bar) =>
        html`<rect class="bar ${series[bar]?.colour ?? own}" x="${round(leftOf(bar))}" y="${BOTTOM - height}" width="${round(width)}" height="${height}"/>`,
    );
    return html`<a href="#${filter}" data-filter="${filter}" aria-label="${title} ${label}: ${about}"><title>${label}: ${about}</title>
<rect class="hit" x="${round(at * step)}" y="${TOP}" width="${round(step)}" height="${BOTTOM - TOP}"/>${rects}
<text class="n" x="${round(leftOf(last) + width / 2)}" y="${BOTTOM - (heights[last] ?? 0) - 3}">${compact(counts[last] ?? 0)}</text></a>
<text x="${round((at + 0.5) * step)}" y="${BOTTOM + 13}">${tick}</text>`;
  });
  const rows = parts.map(
    ({ filter, label, counts }) =>
      html`<tr><th scope="row">${filterLink(filter, label)}</th>${counts.map((count) => html`<td class="num">${formatNumber(count)}</td>`)}</tr>`,
  );
  return html`<figure class="chart" id="${id}"><figcaption>${title}${keys}</figcaption>
<svg viewBox="0 0 ${WIDTH} ${BOTTOM + 20}" role="group" aria-label="${title}"><path class="axis" d="M0 ${BOTTOM + 0.5}H${WIDTH}"/>${bars}</svg>
<details class="data"><summary>Figures</summary><table class="plain"><caption>${title}, in listings</caption><thead><tr><td></td>${series.map(({ name }) => html`<th scope="col" class="num">${name}</th>`)}</tr></thead><tbody>${rows}</tbody></table></details></figure>`;
}

/** A bar of 1 can be seen too. */
function heightOf(count: number, most: number): number {
  return count === 0 ? 0 : Math.max(2, Math.round((count / most) * (BOTTOM - TOP)));
}

function round(number: number): string {
  return String(Math.round(number * 10) / 10);
}

/** Shape: nothing for 0, `940`, `1.2K`, `34K`, `1.2M`. */
function compact(number: number): string {
  return number === 0 ? '' : COMPACT.format(number);
}

const COMPACT = new Intl.NumberFormat('en', { notation: 'compact' });

/** A link that filters the table; without a script it leads nowhere. `filter` is written as in the fragment. */
export function filterLink(filter: string, text: string): Markup {
  return html`<a href="#${filter}" data-filter="${filter}">${text}</a>`;
}

/** A filter as a fragment has it, of any text. */
export function filterOf(name: string, value: string): string {
  return `${name}=${encodeURIComponent(value.replace(/\p{Cs}/gu, '\ufffd'))}`;
}
