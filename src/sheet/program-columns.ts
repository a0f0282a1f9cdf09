import { type Column, type Columns, foldHeader, toColumn } from './header/column.ts';
import { namesIn } from './header/header-meanings.ts';

/** `V`: the moving price. `S`: the standard price. */
type Control = 'V' | 'S';

/** A column that says for each row which of two prices counts, and the columns of both. */
export interface PriceControl {
  readonly column: Column;
  /** Which of the two the cost was taken for. */
  readonly taken: Control;
  /** The column of the other price, if the sheet has it. */
  readonly other: Column | undefined;
}

/**
 * Which of its two prices SAP values a material at. The other one is kept beside it and may be years old.
 *
 * Source: table MBEW (VPRSV, VERPR, STPRS) and its labels in English and German; the material lists MM60 and MBEWH; the entity
 * A_ProductValuation of S/4HANA (InventoryValuationProcedure, MovingAveragePrice, StandardPrice).
 */
const CONTROLS = namesIn(`
  vprsv | price control | price control indicator | price ctrl | price ctl | prc ctrl | pr.ctrl | prctl | prc | pr |
  inventory valuation procedure | preissteuerung | preissteuerungskennzeichen | preisst | preisstg | prst
`);
const PRICES: Readonly<Record<Control, readonly string[]>> = {
  V: namesIn(`
    verpr | moving price | moving average price | moving avg price | mov avg price | mv avg price | mvg avg price |
    periodic unit price | gleitender preis | gleitender durchschnittspreis | gleit durchschnittspreis | gleitpreis | gld |
    gld preis
  `),
  S: ['stprs', 'standard price', 'standardpreis', 'std price', 'standpreis'],
};
const NAMES: Readonly<Record<Control, string>> = { V: 'the moving price', S: 'the standard price' };
const FIELDS: Readonly<Record<Control, string>> = { V: 'VERPR', S: 'STPRS' };

/** Finds the column beside a cost that says which price counts; `undefined` if there is none. */
export function findPriceControl(header: readonly string[], columns: Columns): PriceControl | undefined {
  const cost = columns.get('cost');
  const taken = cost && kindOf(cost.header);
  if (!taken || taken === 'control') return undefined;
  const used = new Set([...columns.values()].map(({ index }) => index));
  const find = (kind: ColumnKind): Column | undefined => {
    const index = header.findIndex((text, at) => !used.has(at) && kindOf(text) === kind);
    return index < 0 ? undefined : toColumn(header[index] ?? '', index);
  };
  const column = find('control');
  return column && { column, taken, other: find(otherThan(taken)) };
}

/** Made when the first header is read. */
let folded: ReadonlyMap<string, ColumnKind> | undefined;

type ColumnKind = Control | 'control';

function kindOf(header: string): ColumnKind | undefined {
  folded ??= new Map([
    ...CONTROLS.map((name) => [foldHeader(name), 'control'] as const),
    ...(['V', 'S'] as const).flatMap((control) =>
      PRICES[control].map((name) => [foldHeader(name), control] as const),
    ),
  ]);
  return folded.get(foldHeader(header));
}

function otherThan(control: Control): Control {
  return control === 'V' ? 'S' : 'V';
}

/** Whether a row uses the other price, not the one in the cost column. */
export function meansOther(cells: readonly string[], { column, taken }: PriceControl): boolean {
  return controlOf(cells[column.index] ?? '') === otherThan(taken);
}

/** The letter, alone or before its meaning, or the meaning alone; of anything else nothing can be said. */
function controlOf(text: string): Control | undefined {
  const tidy = text.trim().toLowerCase();
  if (/^s(?![\p{L}\p{N}])|^standard/u.test(tidy)) return 'S';
  return /^v(?![\p{L}\p{N}])|^(?:moving|gleit)/u.test(tidy) ? 'V' : undefined;
}

/** The position of a row's cost; `undefined` if the sheet has no column for the price that the row uses. */
export function costIndexOf(
  cells: readonly string[],
  { index, control }: { readonly index: number; readonly control: PriceControl | undefined },
): number | undefined {
  return control && meansOther(cells, control) ? control.other?.index : index;
}

/** Why a row has no usable cost: its price is in a column that the sheet does not have. */
export function explainMissingPrice(
  cells: readonly string[],
  { control: { column, taken }, cost }: { readonly control: PriceControl; readonly cost: Column },
): string {
  const meant = otherThan(taken);
  const said = `${column.header} "${cells[column.index]?.trim()}" says that ${NAMES[meant]} applies, but ${cost.header} is ${NAMES[taken]}`;
  return `${said}; export ${NAMES[meant]} (${FIELDS[meant]}) too, or leave ${column.header} out if ${cost.header} applies to every row`;
}

/** Between a parent's name and its child's, by the header under which a program writes both. */
const SEPARATORS: ReadonlyMap<string, string> = new Map([
  ['name', ' : '],
  ['item', ' : '],
  ['productservicename', ':'],
]);

/**
 * The separator if a column holds paths such as `Parent : Child`, of which the last part is the SKU; `undefined`
 * if it holds SKUs.
 */
export function skuPathOf(header: readonly string[], sku: Column | undefined): string | undefined {
  if (!sku) return undefined;
  return isQuickBooks(header) ? ':' : SEPARATORS.get(foldHeader(sku.header));
}

/** Source: https://cougarmtnservice.com/help/Appendix/QB_Req_IN.htm, and QuickBooks' help on IIF files. */
const QUICKBOOKS = ['Reorder Pt (Min)', 'COGS Account', 'Active Status', '!INVITEM'];

function isQuickBooks(header: readonly string[]): boolean {
  return header.some((text) => QUICKBOOKS.includes(text.trim()));
}
