import { type Day, dayAfter, formatDay } from '../../domain/day.ts';
import { MONEY_FIELDS } from '../../domain/fields.ts';
import { quoteWord, type Shell } from '../../domain/quote-word.ts';
import { clip } from '../../report/text/printable.ts';
import {
  type Claim,
  inNearestYear,
  isLikeNote,
  isSameNote,
  type NotesJson,
  type NoteUse,
  readCells,
  readClaims,
  readUnit,
  withAnyNumbers,
} from '../../sheet/note-claims.ts';
import type { Reading } from '../../sheet/scan-sheet.ts';
import type { DatedOptions } from '../../sheet/sheet-options.ts';
import type { SettledColumns, SheetColumn } from './sheet-columns.ts';
import type { NoteLine, SaidByRows, SheetDigest } from './tally-sheet.ts';
import type { Unsettled } from './unsettled-columns.ts';

interface NoteOptions
  extends Pick<DatedOptions, 'asOf' | 'costPer' | 'moneyUnit' | 'currency' | 'notes' | 'redact'>,
    Advised {
  readonly last?: SettledColumns | undefined;
  readonly columns: readonly SheetColumn[];
  /** Only listings of one platform or channel are looked at. */
  readonly isOfOneMarket?: boolean | undefined;
}

export interface JudgedNotes {
  /** What stops a run. */
  readonly message: string | undefined;
  /** Flags and their values, which read the amounts as these lines say. */
  readonly readAs: Readonly<Record<string, string>>;
  /** The lines that contradict what is settled, and that nobody has agreed to, with all that is against each. */
  readonly open: NotesJson;
  /** The other lines that nobody has agreed to: no list of phrases ends, and each may say something of the amounts. */
  readonly unsettled: readonly Unsettled[];
  /** The first day on which a line that holds now is contradicted. */
  readonly changesOn: Day | undefined;
  /** What is settled of the lines, for the next run; `undefined` if nothing ever was. */
  readonly settled: NotesJson | undefined;
}

/**
 * Lines above, below and among the rows that say about the amounts something else than what is settled: for a hundred pieces, in cents, in
 * another currency, with tax, from a later day on. What such a line says counts as if each heading said it. A line that somebody has agreed to
 * although something was against it passes, and one that was the reason for a setting has to be there as long as the setting is. Any other line
 * beside the table is one that nobody has settled (`Figures in thousands`, `Superseded`); once it was seen, it may be contradicted later.
 */
export function judgeNotes(
  { columns, table, decimalSigns }: Pick<Reading, 'columns' | 'table' | 'decimalSigns'>,
  { notes, said }: Pick<SheetDigest, 'notes' | 'said'>,
  options: NoteOptions,
): JudgedNotes {
  const amounts = toAmounts(columns, said, options);
  const before = Object.entries(options.last?.notes ?? {});
  const known = [...joinUses([...before, ...(options.notes ?? [])])];
  const reasons = [...(options.notes ?? before)].flatMap(([text, how]) => (how === 'used' ? [text] : []));
  const isUsed = (claim: Claim): boolean => describeUse(claim, options) !== undefined;
  /** Not `per case`, which has no number, if the number that is set was given for another line. */
  const isAnswered = (claim: Claim, text: string): boolean =>
    isUsed(claim) &&
    (claim.kind !== 'pieces' ||
      reasons.some((other) => isSameNote(text, other)) ||
      !reasons.flatMap(readClaims).some((other) => other.kind === 'pieces' && isUsed(other)));
  const settled = new Map(known.filter(([, how]) => how !== 'used'));
  const isIgnored = (text: string, { kind }: Pick<Claim, 'kind'>): boolean =>
    known.some(([other, how]) => isAgreed(how, kind) && isSameNote(text, other, kind));
  const open = new Map<string, string[]>();
  const found: string[] = [];
  const flags: (readonly [string, string])[] = [];
  const unsettled: Unsettled[] = [];
  const beside: readonly NoteLine[] = [
    ...table.above.map((line) => ({ ...line, isBeside: true })),
    ...notesInHeader(table, options),
    ...notes,
  ];
  const ends: Day[] = [];
  const [decimalSign] = decimalSigns.values();
  const lines = beside.map((line) => readLine(line, columns, options));
  for (const { line, text, claims, isBeside, isAboveRows } of lines) {
    for (const claim of claims)
      if (claim.kind === 'until' && !isIgnored(text, claim))
        ends.push(...claim.days.filter((until) => until >= options.asOf));
    const contradictions = claims.flatMap((claim) =>
      isAnswered(claim, text) ? [] : (contradictionOf(claim, amounts) ?? []),
    );
    const against = contradictions.filter((each) => !isIgnored(text, each));
    const kinds = [...new Set(contradictions.map(({ kind }) => kind))];
    if (kinds.length === 0) {
      // A line that is only `*` says nothing, and kept by its text it would settle all others.
      const isNews =
        isBeside &&
        text !== ANY_LINE &&
        !known.some(([other]) => other === ANY_LINE || isLikeNote(text, other, decimalSign));
      const use = claims.some(isUsed) ? 'used' : 'seen';
      if (use === 'used' || isNews) settled.set(text, use);
      const place = `is in line ${line}${isAboveRows ? ', with rows below it that are read under the first header' : ''}`;
      if (isNews) unsettled.push({ header: text, line, why: `${place}${differing(text, known, options)}` });
    } else if (against.length === 0) {
      // What it may say another night, nobody has seen.
      if (settled.get(text) === 'ignored') settled.set(text, kinds);
    } else {
      const why = new Set(against.map((each) => each.why));
      open.set(text, kinds);
      flags.push(...against.flatMap(({ flag }) => (flag ? [flag] : [])));
      found.push(`line ${line} says "${clip(text, MAX_NOTE)}", and ${[...why].join('; and ')}`);
    }
  }
  const used = new Set(lines.flatMap(({ claims }) => claims.filter(isUsed)).map(({ kind }) => kind));
  for (const text of reasons) {
    const gone = readClaims(text).find((claim) => isUsed(claim) && !used.has(claim.kind));
    if (!gone) continue;
    found.push(`no line says "${clip(text, MAX_NOTE)}" any more, and ${describeUse(gone, options)}`);
    if (gone.kind === 'pieces') flags.push(['--cost-per', '1']);
  }
  return {
    message: found.length === 0 ? undefined : found.slice(0, MAX_FOUND).join('; '),
    readAs: Object.fromEntries(flags),
    open: Object.fromEntries(open),
    unsettled,
    changesOn: ends.length === 0 ? undefined : dayAfter(Math.min(...ends)),
    settled: known.length === 0 && settled.size === 0 ? undefined : Object.fromEntries(settled),
  };
}

/** What is settled once somebody has agreed to the open ones, too. */
export function withOpenNotes({ settled, open }: JudgedNotes): NotesJson | undefined {
  return Object.keys(open).length === 0 ? settled : { ...settled, ...open };
}

/** By their text, the later before the earlier; but what was only seen gives way to what somebody has agreed to, wherever that is kept. */
function joinUses(uses: readonly (readonly [text: string, how: NoteUse])[]): ReadonlyMap<string, NoteUse> {
  const joined = new Map<string, NoteUse>();
  for (const [text, how] of uses) {
    const before = joined.get(text);
    if (typeof before === 'object' && typeof how === 'object')
      joined.set(text, [...new Set([...before, ...how])]);
    else if (before === undefined || how !== 'seen') joined.set(text, how);
  }
  return joined;
}

function isAgreed(how: NoteUse, against: Claim['kind']): boolean {
  return how === 'ignored' || (typeof how === 'object' && how.includes(against));
}

/** Of a line that differs from a settled one in its numbers alone, how it is settled for good. */
function differing(text: string, known: readonly (readonly [string, NoteUse])[], advised: Advised): string {
  const any = known.flatMap(([other]) => withAnyNumbers(text, other) ?? [])[0];
  return any === undefined
    ? ''
    : `, settled with other numbers; if no number in it ever changes an amount: ${settleText(any, advised)}`;
}

function settleText(text: string, { check, shell }: Advised): string {
  return `${check} --notes ${quoteWord(text, shell)} --save-mapping`;
}

interface Advised {
  /** The command that shows how the sheet is read. */
  readonly check: string;
  readonly shell: Shell;
}

/** The message with the command that settles lines which change no amount. */
export function adviseNotes({ message, open }: JudgedNotes, advised: Advised): string | undefined {
  const [text, ...others] = Object.keys(open);
  if (text === undefined) return message;
  return others.length === 0
    ? `${message}; if the line changes no amount, settle this text with: ${settleText(text, advised)}`
    : `${message}; if the lines change no amount, settle these texts at a terminal with: ${advised.check}`;
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
  readonly isAboveRows: boolean;
}

function readLine(
  { line, cells, isBelowHeader = false, isBeside = false, isAboveRows = false }: NoteLine,
  columns: Reading['columns'],
  { redact = (text) => text, asOf }: Pick<NoteOptions, 'redact' | 'asOf'>,
): Line {
  const texts = cells.map((cell) => redact(cell.trim())).filter((cell) => cell !== '');
  const { text, claims } = readCells(texts);
  const money = MONEY_FIELDS.map((field) => cells[columns.get(field)?.index ?? -1] ?? '');
  const units = isBelowHeader ? money.flatMap(readUnit) : [];
  const dated = claims.map((claim) =>
    'days' in claim ? { ...claim, days: claim.days.map((day) => inNearestYear(day, asOf)) } : claim,
  );
  return { line, text, claims: [...dated, ...units], isBeside, isAboveRows };
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

/** What a setting still does for which a claim is the reason; `undefined` if there is none. */
function describeUse(claim: Claim, { costPer = 1, moneyUnit, currency }: NoteOptions): string | undefined {
  if (claim.kind === 'pieces' && costPer > 1 && (claim.pieces ?? costPer) === costPer)
    return `the costs are still taken for ${costPer} pieces; if they are for one, pass --cost-per 1`;
  if (claim.kind === 'cents' && moneyUnit === 'cents')
    return 'the amounts are still taken for cents; if they are not, pass --money major';
  if (claim.kind === 'currency' && currency !== undefined && claim.currencies.has(currency))
    return `the amounts are still taken for ${currency.toUpperCase()}; if they are not, pass another --currency`;
  return undefined;
}

type Amounts = ReturnType<typeof toAmounts>;

/** What the amounts are taken for. */
function toAmounts(
  columns: Reading['columns'],
  said: SaidByRows,
  { asOf, costPer = 1, moneyUnit, currency, isOfOneMarket = false }: NoteOptions,
) {
  const money = MONEY_FIELDS.flatMap((field) => columns.get(field) ?? []);
  // Of a sheet without a single amount, what would be taken for its.
  const currencies = said.currencies.size > 0 ? [...said.currencies] : [undefined];
  return {
    ...said,
    pieces: said.pieces.size > 0 ? said.pieces : new Set([costPer]),
    arePerRow: columns.has('cost_divisor') || columns.has('unit'),
    inCents: moneyUnit === 'cents' || money.every(({ inCents }) => inCents),
    /** `undefined`: some are in the listing's own. */
    currencies: new Set(currencies.map((code) => code ?? currency)),
    asOf,
    isOfEveryMarket: said.isOfEveryMarket && !isOfOneMarket,
  };
}

interface Contradiction extends Pick<Claim, 'kind'> {
  /** What the amounts are taken for, and the way out. */
  readonly why: string;
  /** With its value, if it reads the amounts as the claim says, and nothing else is settled. */
  readonly flag?: readonly [name: string, value: string] | undefined;
}

/** What contradicts a claim; `undefined` if nothing does. */
function contradictionOf(claim: Claim, amounts: Amounts): Contradiction | undefined {
  const { pieces, currencies, asOf } = amounts;
  const readFor = `the sheet is read for ${formatDay(asOf)}; if the note is right,`;
  const say = (why: string): Contradiction => ({ kind: claim.kind, why });
  const advise = (why: string, flag: string, value?: string): Contradiction => ({
    ...say(`${why}; if the note is right, pass ${flag} ${value ?? 'N'}`),
    flag: value === undefined ? undefined : [flag, value],
  });
  switch (claim.kind) {
    case 'pieces':
      if (claim.pieces ? isAll(pieces, claim.pieces) : amounts.arePerRow && !pieces.has(1)) return undefined;
      return advise(`the costs are taken for ${listPieces(pieces)}`, '--cost-per', claim.pieces?.toString());
    case 'cents':
      return amounts.inCents ? undefined : advise('the amounts are not taken for cents', '--money', 'cents');
    case 'currency': {
      if ([...currencies].every((code) => code !== undefined && claim.currencies.has(code))) return undefined;
      const [code] = claim.currencies;
      return currencies.has(undefined)
        ? advise("the amounts are taken for those of the listings' own currency", '--currency', code)
        : say(`the amounts are taken for ${[...currencies].join(' and ').toUpperCase()}`);
    }
    case 'tax':
      return say(
        'the amounts are taken as they are, with the tax in them; if that is not right, export them without tax',
      );
    case 'discount':
      return say(
        'the amounts are taken as they are, without the discount; if that is not right, export them with it taken off',
      );
    case 'market':
      if (!amounts.isOfEveryMarket) return undefined;
      return say(
        'the amounts are for listings of every market; if the note is right, name the one that is meant with --platform or --channel',
      );
    case 'from':
      if (saysSame(amounts.begins, claim.days) || claim.days.every((from) => from <= asOf)) return undefined;
      return say(`${readFor} run it on or after that day, or map or add a column valid_from`);
    case 'until':
      if (saysSame(amounts.ends, claim.days) || claim.days.every((until) => until >= asOf)) return undefined;
      return say(`${readFor} get a sheet that holds today, or map or add a column valid_to`);
  }
}

function isAll<T>(values: ReadonlySet<T>, one: T): boolean {
  return values.size === 1 && values.has(one);
}

function listPieces(pieces: ReadonlySet<number>): string {
  if (isAll(pieces, 1)) return 'one piece';
  const [first, second, ...more] = [...pieces].sort((one, other) => one - other);
  return second === undefined
    ? `${first} pieces`
    : `${first}, ${second}${more.length > 0 ? ', …' : ''} pieces`;
}

/** Every row that counts says a day, and some rows say that of the note. */
function saysSame(ofRows: ReadonlySet<Day | undefined>, days: readonly Day[]): boolean {
  return !ofRows.has(undefined) && days.some((day) => ofRows.has(day));
}
