import { MONEY_FIELDS } from '../../domain/fields.ts';
import { quoteWord, type Shell } from '../../domain/quote-word.ts';
import { clip } from '../../report/text/printable.ts';
import {
  type Claim,
  contradictionOf,
  isLikeNote,
  isSameNote,
  type NotesJson,
  readAs,
  readClaims,
  readUnit,
  type SettledAmounts,
} from '../../sheet/note-claims.ts';
import type { Reading } from '../../sheet/scan-sheet.ts';
import type { DatedOptions } from '../../sheet/sheet-options.ts';
import type { Settlement, SheetColumn } from './sheet-columns.ts';
import type { NoteLine, SaidByRows, SheetDigest } from './tally-sheet.ts';
import type { Unsettled } from './unsettled-columns.ts';

interface NoteOptions
  extends Pick<DatedOptions, 'asOf' | 'costPer' | 'moneyUnit' | 'currency' | 'notes' | 'redact'> {
  readonly last?: Settlement | undefined;
  readonly columns: readonly SheetColumn[];
  /** Only listings of one platform or channel are looked at. */
  readonly isOfOneMarket?: boolean | undefined;
}

export interface JudgedNotes {
  /** What stops a run. */
  readonly message: string | undefined;
  /** Flags and their values, which read the amounts as these lines say. */
  readonly readAs: Readonly<Record<string, string>>;
  /** The lines that contradict what is settled, and that nobody has agreed to. */
  readonly open: readonly string[];
  /** The other lines that nobody has agreed to: no list of phrases ends, and each may say something of the amounts. */
  readonly unsettled: readonly Unsettled[];
  /** What is settled of the lines, for the next run; `undefined` if nothing ever was. */
  readonly settled: NotesJson | undefined;
}

/**
 * Lines above, below and among the rows that say about the amounts something else than what is settled: for a hundred pieces, in cents, in
 * another currency, with tax, from a later day on. What such a line says counts as if each heading said it. A line that somebody has agreed to
 * passes, and one that was the reason for a setting has to be there as long as the setting is. Any other line beside the table is one that
 * nobody has settled: `Figures in thousands`, `Superseded`.
 */
export function judgeNotes(
  { columns, table }: Pick<Reading, 'columns' | 'table'>,
  { notes, said }: Pick<SheetDigest, 'notes' | 'said'>,
  options: NoteOptions,
): JudgedNotes {
  const amounts = toSettled(columns, said, options);
  const before = Object.entries(options.last?.notes ?? {});
  const known = [...new Map([...before, ...(options.notes ?? [])])];
  const reasons = [...(options.notes ?? before)].filter(([, how]) => how === 'used').map(([text]) => text);
  /** `per case`, which has no number, and the number that is set was given for another line. */
  const isOther = ({ kind }: Claim, text: string): boolean =>
    kind === 'pieces' &&
    reasons.some((other) =>
      readClaims(other).some((claim) => claim.kind === kind && isUsed(claim, options)),
    ) &&
    !reasons.some((other) => isSameNote(text, other, []));
  const settled = new Map<string, 'ignored' | 'used'>(known.filter(([, how]) => how === 'ignored'));
  const [open, found]: [string[], string[]] = [[], []];
  const flags: (readonly [string, string])[] = [];
  const unsettled: Unsettled[] = [];
  const beside: readonly NoteLine[] = [
    ...table.above.map((line) => ({ ...line, isBeside: true })),
    ...notesInHeader(table, options),
    ...notes,
  ];
  const lines = beside.map((line) => readLine(line, columns, options));
  for (const { line, text, claims, isBeside } of lines) {
    const isAnswered = (claim: Claim): boolean => isUsed(claim, options) && !isOther(claim, text);
    const against = claims.filter(
      (claim) => contradictionOf(claim, amounts) !== undefined && !isAnswered(claim),
    );
    const isSame = ([other]: readonly [string, unknown]): boolean => isSameNote(text, other, against);
    if (against.length === 0) {
      const isKnown = known.some(([other]) => other === ANY_LINE || isLikeNote(text, other));
      const isNews = isBeside && !isKnown;
      const use = claims.some((claim) => isUsed(claim, options)) ? 'used' : 'ignored';
      if (use === 'used' || isNews) settled.set(text, use);
      if (isNews) unsettled.push({ header: text, line, why: `is in line ${line}` });
    } else if (![...settled].filter(([, how]) => how === 'ignored').some(isSame)) {
      const why = new Set(against.map((claim) => contradictionOf(claim, amounts)));
      open.push(text);
      flags.push(...against.flatMap((claim) => readAs(claim, amounts)));
      found.push(`line ${line} says "${clip(text, MAX_NOTE)}", and ${[...why].join('; and ')}`);
    }
  }
  const used = lines.flatMap(({ claims }) => claims.filter((claim) => isUsed(claim, options)));
  for (const text of reasons) {
    const lost = readClaims(text).filter((claim) => isUsed(claim, options));
    const gone = lost.find(({ kind }) => used.every((claim) => claim.kind !== kind));
    if (!gone) continue;
    found.push(`no line says "${clip(text, MAX_NOTE)}" any more, and ${describeUse(gone, options)}`);
    if (gone.kind === 'pieces') flags.push(['--cost-per', '1']);
  }
  return {
    message: found.length === 0 ? undefined : found.slice(0, MAX_FOUND).join('; '),
    readAs: Object.fromEntries(flags),
    open,
    unsettled,
    settled: known.length === 0 && settled.size === 0 ? undefined : Object.fromEntries(settled),
  };
}

/** What is settled once somebody has agreed to the open ones, too. */
export function withOpenNotes({ settled, open }: JudgedNotes): NotesJson | undefined {
  if (open.length === 0) return settled;
  return { ...settled, ...Object.fromEntries(open.map((text) => [text, 'ignored' as const])) };
}

interface Advised {
  /** The command that shows how the sheet is read. */
  readonly check: string;
  readonly shell: Shell;
}

/** The message with the command that settles lines which change no amount. */
export function adviseNotes({ message, open }: JudgedNotes, { check, shell }: Advised): string | undefined {
  const [text] = open;
  if (text === undefined) return message;
  return open.length === 1
    ? `${message}; if the line changes no amount, settle it for all runs with: ${check} --notes ${quoteWord(text, shell)} --save-mapping`
    : `${message}; if the lines change no amount, settle them for all runs at a terminal with: ${check}`;
}

/** Among the settled ones: whatever else a program writes beside the table changes no amount. */
const ANY_LINE = '*';
const MAX_NOTE = 100;
const MAX_FOUND = 5;

interface Line {
  readonly line: number;
  readonly text: string;
  readonly claims: readonly Claim[];
  readonly isBeside: boolean;
}

function readLine(
  { line, cells, isBelowHeader = false, isBeside = false }: NoteLine,
  columns: Reading['columns'],
  { redact = (text) => text }: Pick<NoteOptions, 'redact'>,
): Line {
  const texts = cells.map((cell) => redact(cell.trim())).filter((cell) => cell !== '');
  const [label = '', value = '', ...others] = texts;
  const pair = others.length === 0 && value !== '' ? `${label.replace(/\s*[:=]$/, '')}: ${value}` : '';
  const text = readClaims(pair).length > 0 ? pair : texts.join(' ');
  const money = MONEY_FIELDS.map((field) => cells[columns.get(field)?.index ?? -1] ?? '');
  const units = isBelowHeader ? money.flatMap(readUnit) : [];
  const claims = [...[...new Set([...texts, text])].flatMap(readClaims), ...units];
  return { line, text, claims, isBeside };
}

/** What is written in the header's line over a column that has nothing else, and that nobody has named. */
function notesInHeader(
  { headerLine }: Reading['table'],
  { columns }: Pick<NoteOptions, 'columns'>,
): readonly NoteLine[] {
  return columns.flatMap(({ header, field, kind, kept }) =>
    /\s/.test(header) && field === undefined && kind === 'blank' && kept.length === 0
      ? [{ line: headerLine, cells: [header] }]
      : [],
  );
}

/** Whether a claim is right because of a setting, which it is the reason for. */
function isUsed(claim: Claim, { costPer = 1, moneyUnit, currency }: NoteOptions): boolean {
  if (claim.kind === 'pieces') return costPer > 1 && (claim.pieces ?? costPer) === costPer;
  if (claim.kind === 'cents') return moneyUnit === 'cents';
  return claim.kind === 'currency' && currency !== undefined && claim.currencies.has(currency);
}

function describeUse({ kind }: Claim, { costPer = 1, currency = '' }: NoteOptions): string {
  if (kind === 'pieces')
    return `the costs are still taken for ${costPer} pieces; if they are for one, pass --cost-per 1`;
  if (kind === 'cents') return 'the amounts are still taken for cents; if they are not, pass --money major';
  return `the amounts are still taken for ${currency.toUpperCase()}; if they are not, pass another --currency`;
}

function toSettled(
  columns: Reading['columns'],
  said: SaidByRows,
  { asOf, costPer = 1, moneyUnit, currency, isOfOneMarket = false }: NoteOptions,
): SettledAmounts {
  const money = MONEY_FIELDS.flatMap((field) => columns.get(field) ?? []);
  // Of a sheet without a single amount, what would be taken for its.
  const { pieces, currencies } = said;
  return {
    ...said,
    pieces: pieces.size > 0 ? pieces : new Set([costPer]),
    arePerRow: columns.has('cost_divisor') || columns.has('unit'),
    inCents: moneyUnit === 'cents' || money.every(({ inCents }) => inCents),
    currencies: new Set(
      [...(currencies.size > 0 ? currencies : [undefined])].map((code) => code ?? currency),
    ),
    asOf,
    isOfEveryMarket: said.isOfEveryMarket && !isOfOneMarket,
  };
}
