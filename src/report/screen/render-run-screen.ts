import { formatNumber } from '../../domain/count.ts';
import { clip, printable, printableLines } from '../text/printable.ts';
import { type Column, renderTableBelow, wrapHanging, wrapText } from '../text/render-table.ts';
import type { ScreenStyle } from '../text/screen-style.ts';
import { describeChange, withMinus } from '../text/words.ts';
import type { ChangesView, NoticesView, RunView, StopView } from '../view/run-view.ts';
import { type Cuts, fitScreen, renderSteps, USUAL_ROWS } from './fit-screen.ts';
import { renderAttention } from './render-attention.ts';
import { renderChangesInBrief } from './render-changes.ts';

/** A run for a terminal or a log: verdict, counts, changes, what needs attention, and what to do next, as far as there is room. */
export function renderRunScreen(run: RunView, style: ScreenStyle): string {
  const view = run.verdict.isUnapproved ? withoutOutcomes(run) : run;
  const { question = [] } = view;
  const rows = (style.rows ?? USUAL_ROWS) - question.length * ROWS_OF_QUESTION;
  const text = fitScreen(
    (cuts) => {
      const head = [...verdictLines(view, style), ...stopLines(view, style), ...countLines(view, style)];
      const body = [
        changeBlock(view.changes, style, cuts),
        renderAttention(view, style, cuts),
        noticeLines(view.notices, style, cuts),
      ];
      const closing = closingLines(view, style);
      return body.every((lines) => lines.length === 0) ? [[...head, ...closing]] : [head, ...body, closing];
    },
    { rows, width: style.width },
  );
  return withMinus(text, style.glyphs);
}

/** Of a run that had nothing to do: its rows are as the run that it was made of has left them. */
function withoutOutcomes(view: RunView): RunView {
  const verdict = { ...view.verdict, input: '' };
  const steps = view.steps.filter(({ kind }) => kind === 'approve');
  return {
    ...view,
    verdict,
    counts: [],
    changes: undefined,
    attention: undefined,
    facts: [],
    where: undefined,
    steps,
  };
}

/** A sentence to agree to takes two lines on most terminals. */
const ROWS_OF_QUESTION = 1.5;

/** What is asked after a plan, in lines. */
export function renderQuestion({ question = [] }: RunView): string {
  return question.map((line) => printable(line)).join('\n');
}

function verdictLines({ verdict }: RunView, { paint, width }: ScreenStyle): readonly string[] {
  const { kind, input, headline, caveat = '' } = verdict;
  const said = [input, headline].filter((part) => part !== '').join(', ');
  const title = wrapText(printable(said === '' ? kind : `${kind}: ${said}`), width);
  const warning = caveat === '' ? [] : wrapHanging(clip(printable(caveat)), width);
  return [...title.map((line) => paint('bold', line)), ...warning.map((line) => paint('yellow', line))];
}

/** What stopped a run, and what to do about it. */
function stopLines({ stop }: RunView, { paint, width }: ScreenStyle): readonly string[] {
  if (!stop) return [];
  return [
    ...linesOf(stop).flatMap((line) => wrapText(line, width).map((part) => paint('red', part))),
    ...wrapText(clip(printable(stop.hint ?? '')), width).filter((line) => line !== ''),
  ];
}

/** A line for each rule, if there are several. */
function linesOf({ title, lines }: StopView): readonly string[] {
  const texts = lines.map(({ text }) => clip(printableLines(text)));
  if (title === '') return texts;
  const codes = lines.flatMap(({ code }) => code ?? []);
  if (codes.length === 1) return [`${title} (${codes}): ${texts[0]}`, ...texts.slice(1)];
  return [
    `${title}:`,
    ...lines.map(({ code }, at) => `${code === undefined ? '' : `${code}: `}${texts[at]}`),
  ];
}

/** The counts that nothing else says. */
function countLines({ counts }: RunView, { paint, width = Number.POSITIVE_INFINITY }: ScreenStyle) {
  const shown = counts.filter(({ isSaid }) => !isSaid);
  const phrase = shown.map(({ count, name }) => `${formatNumber(count)} ${name}`).join(', ');
  const isUrgent = shown.some(({ needsAttention }) => needsAttention);
  return wrapText(phrase, width - INDENT)
    .filter((text) => text !== '')
    .map((line) => (isUrgent ? paint('yellow', `  ${line}`) : `  ${line}`));
}

const INDENT = 2;

/** More changes are summed up by field, which takes no more room than these. */
const FEW_CHANGES = 8;

function changeBlock(changes: ChangesView | undefined, style: ScreenStyle, cuts: Cuts): readonly string[] {
  if (!changes) return [];
  if (changes.digest.total > FEW_CHANGES || cuts.has('single_changes'))
    return renderChangesInBrief(changes, style, cuts);
  return [changes.title, ...renderTableBelow(changes.first, CHANGE_COLUMNS, { paint: style.paint })];
}

const CHANGE_COLUMNS: readonly Column<ChangesView['first'][number]>[] = [
  { title: 'line', align: 'right', text: ({ line }) => String(line) },
  { title: 'sku', text: ({ sku }) => sku },
  { title: 'field', text: ({ change }) => change.field },
  { title: 'before', align: 'right', text: ({ before }) => before },
  { title: 'after', align: 'right', text: ({ after }) => after },
  { title: 'change', align: 'right', text: ({ change }) => describeChange(change) },
];

const MAX_NOTICES = 8;
/** Where there is no room for more. */
const FEW_NOTICES = 2;

/** Notices, each whole: as many as there is room for, and how many more there are. */
function noticeLines(
  notices: NoticesView | undefined,
  { width = Number.POSITIVE_INFINITY, glyphs }: ScreenStyle,
  cuts: Cuts,
): readonly string[] {
  if (!notices) return [];
  const { texts, kept, file } = notices;
  const where = file === undefined ? '' : `, in ${file}`;
  if (cuts.has('every_notice') && kept === 0) return [`Notices   ${texts.length}${where}`];
  const most = Math.max(kept, cuts.has('most_notices') ? FEW_NOTICES : MAX_NOTICES);
  const shown = texts
    .slice(0, most)
    .flatMap((text) => wrapHanging(clip(printable(text)), width - INDENT))
    .map((line) => `  ${line}`);
  const rest = texts.length - most;
  return ['Notices', ...shown, ...(rest > 0 ? [`  ${glyphs.ellipsis} and ${rest} more${where}`] : [])];
}

/** As wide as the labels. */
const LABEL = 10;

function closingLines({ facts, where, steps }: RunView, style: ScreenStyle): readonly string[] {
  const { width = Number.POSITIVE_INFINITY } = style;
  return [
    ...facts.flatMap(([label, text]) => {
      const [first = '', ...more] = wrapText(printable(text), width - LABEL);
      return [label.padEnd(LABEL) + first, ...more.map((line) => ' '.repeat(LABEL) + line)];
    }),
    ...(where ? [where[0].padEnd(LABEL) + printable(where[1])] : []),
    ...renderSteps(steps, style),
  ];
}
