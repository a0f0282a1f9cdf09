import { medianOf } from '../../domain/median.ts';
import type { RunRecord } from '../../domain/run-record.ts';
import { html, type Markup } from '../page/markup.ts';
import { moodOf, nameOf } from '../screen/describe-nights.ts';
import { countDrift, describeMinutes } from '../screen/describe-run-end.ts';
import type { JobNights, Night } from '../tally/arrange-nights.ts';
import { STATE_SIGNS } from '../tally/night-state.ts';
import { formatNumber } from '../text/format-numbers.ts';

/** A figure of each night. */
export interface NightFigure {
  readonly id: string;
  readonly label: string;
  /** `undefined`: the run did not come to it. */
  of(record: RunRecord): number | undefined;
}

export const NIGHT_FIGURES: readonly NightFigure[] = [
  { id: 'rows', label: 'Rows', of: ({ sheet }) => sheet?.rows },
  {
    id: 'updates',
    label: 'Updates',
    of: ({ counts, dry_run }) => (counts && !dry_run ? (counts.by_status.updated ?? 0) : undefined),
  },
  {
    id: 'attention',
    label: 'Attention',
    of: ({ counts, stopped }) => (stopped ? undefined : counts?.attention),
  },
  { id: 'drift', label: 'Drift', of: (record) => countDrift(record) },
  {
    id: 'requests',
    label: 'Requests',
    of: ({ requests }) => (requests ? requests.reads + requests.writes : undefined),
  },
  { id: 'minutes', label: 'Minutes', of: (record) => Number(describeMinutes(record)) },
];

/** Numbers of pixels in the pictures' own space. */
const STEP = 5;
const TOP = 6;
const BOTTOM = 74;
const HEIGHT = 92;

/** A bar for each night; nights whose run failed or was stopped have a mark below the line. */
export function nightChart({ id, label, of }: NightFigure, nights: readonly Night[], job: string): Markup {
  const values = nights.map(({ run }) => (run ? of(run) : undefined));
  const known = values.filter((value) => value !== undefined);
  const scale = scaleOf(known);
  const width = nights.length * STEP;
  const bars = nights.map(({ state, date }, at) => {
    const value = values[at];
    const x = at * STEP;
    const isBad = moodOf(state) === 'stopped';
    const miss = isBad
      ? html`<rect class="miss" x="${x}" y="${BOTTOM + 2}" width="${STEP - 1}" height="3"/>`
      : html``;
    if (value === undefined || value === 0) return miss;
    const isCut = value > scale;
    const height = Math.max(1.5, Math.round((Math.min(value, scale) / scale) * (BOTTOM - TOP) * 10) / 10);
    const gap = isCut ? html`<path class="gap" d="M${x - 1} ${TOP + 11}l${STEP + 1} -4"/>` : html``;
    return html`<rect class="bar night ${state}" x="${x}" y="${BOTTOM - height}" width="${STEP - 1}" height="${height}"><title>${date}: ${formatFigure(value)}, ${STATE_SIGNS[state].word}</title></rect>${gap}${miss}`;
  });
  const first = nights[0]?.date ?? '';
  const last = nights.at(-1)?.date ?? '';
  const about = describeFigures(known, values.at(-1));
  return html`<figure class="chart" data-figure="${id}"><figcaption>${label} <span class="about">${about}</span></figcaption>
<svg viewBox="0 0 ${width} ${HEIGHT}" role="img" aria-label="${label} of each night${job === '' ? '' : ` of ${job}`}: ${about}"><path class="axis" d="M0 ${BOTTOM + 0.5}H${width}"/>${bars}${labelHighest(values, scale)}<text class="tick first" x="0" y="${HEIGHT - 3}">${first.slice(5)}</text><text class="tick last" x="${width}" y="${HEIGHT - 3}">${last.slice(5)}</text></svg></figure>`;
}

/** Beyond twice what nine nights of ten have, bars are cut off: one night would make all others flat. */
const CUT = 2;

function scaleOf(known: readonly number[]): number {
  const sorted = known.filter((value) => value > 0).sort((one, other) => one - other);
  const most = sorted.at(-1) ?? 0;
  const high = sorted[Math.floor((sorted.length - 1) * 0.9)] ?? 0;
  return high > 0 && most > 1.5 * CUT * high ? CUT * high : Math.max(1, most);
}

/** Where bars are cut off, the figure of the highest. */
function labelHighest(values: readonly (number | undefined)[], scale: number): Markup {
  const most = Math.max(...values.map((value) => value ?? 0));
  if (most <= scale) return html``;
  const at = values.indexOf(most);
  const isLeft = at > values.length / 2;
  return html`<text class="tick ${isLeft ? 'last' : 'first'}" x="${isLeft ? at * STEP - 3 : (at + 1) * STEP + 2}" y="${TOP + 9}">${formatFigure(most)}</text>`;
}

/** `last 57, usually 41, at most 2,213`. */
function describeFigures(known: readonly number[], last: number | undefined): string {
  const usual = medianOf(known);
  if (usual === undefined) return 'no figures';
  const most = Math.max(...known);
  const now = last === undefined ? '' : `last ${formatFigure(last)}, `;
  if (most === Math.min(...known))
    return known.length === 1 ? formatFigure(most) : `always ${formatFigure(most)}`;
  return `${now}usually ${formatFigure(usual)}, at most ${formatFigure(most)}`;
}

/** With a digit behind the point only for what is not whole. */
function formatFigure(value: number): string {
  return Number.isInteger(value) ? formatNumber(value) : value.toFixed(1);
}

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
