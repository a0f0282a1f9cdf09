import { quoteWord, type Shell } from '../../../domain/quote-word.ts';
import type { CheckFacts } from '../../../report/screen/render-check-screen.ts';
import { clip } from '../../../report/text/clip.ts';
import { count } from '../../../report/text/words.ts';
import type { CheckReport } from '../../../run/check.ts';
import type { ColumnUse } from '../../../run/sheet/unsettled-columns.ts';
import { isPiece } from '../../../sheet/divisor-text.ts';
import { formatMapFlag } from '../../../sheet/header/format-map-flag.ts';
import { type Kept, nameLeftOut } from '../../../sheet/header/left-out.ts';
import { nameForMap } from '../../../sheet/header/name-for-map.ts';

/** What each column became, with a sample of it. */
export function describeColumns(
  { reading, unsettled, looks, map }: CheckReport,
  shell: Shell,
): CheckFacts['columns'] {
  const open = new Set(unsettled.map(({ name }) => name));
  return [...reading.columns].map(([name, { header, index, inCents, pieces }]) => {
    const example = looks[index]?.example ?? '';
    const sample = example === '' ? '' : `, such as "${clip(example, MAX_CELL)}"`;
    const unit = `${inCents ? ', in cents' : ''}${name === 'cost' && pieces ? `, for ${pieces} pieces` : ''}`;
    const leave = name === 'sku' ? '' : `; if it is not that: ${formatMapFlag([...map, [name, '']], shell)}`;
    return { header, meaning: `${name}${unit}${sample}${open.has(name) ? ` (not settled${leave})` : ''}` };
  });
}

const MAX_CELL = 30;

/** The columns that are not used: each that nobody has settled with the flag that uses it, and the others together. */
export function describeLeftOut(
  { reading, unsettled, leftOut, looks, map }: CheckReport,
  shell: Shell,
): readonly string[] {
  const { header } = reading.table;
  const open = unsettled.filter(({ name }) => name === undefined);
  const named = new Set(
    open.map(({ header: text, index }) => (index === undefined ? text : nameLeftOut(header, index))),
  );
  const settled = Object.keys(leftOut).filter((text) => !named.has(text));
  const others = reading.ignoredColumns.filter((text) => !named.has(text) && !settled.includes(text));
  return [
    ...open.map(({ header: text, index = -1, why, use, field }) => {
      if (field)
        return `"${text}" ${why} If so: ${formatMapFlag([...map, [field, nameForMap(header, index)]], shell)}`;
      if (use === undefined) return `"${text}" ${why}`;
      const { values = [] } = looks[index] ?? {};
      const { when, as } = USES[use];
      const own = nameForMap(header, index);
      const value = values.find((one) => !/[,=]/.test(one)) ?? 'VALUE';
      const flags = as
        ? formatMapFlag([...map, [as, own]], shell)
        : `--where ${quoteWord(`${own}=${value}`, shell)}`;
      const units = values.filter((one) => !isPiece(one)).map((one) => `${one}=N`);
      return `"${text}" ${why}; ${when}: ${flags}${use === 'unit' ? ` --units ${quoteWord(units.join(), shell)}` : ''}`;
    }),
    ...settled.map((text) => `"${text}" for good, ${describeKept(leftOut[text] ?? 'any')}`),
    ...(others.length === 0
      ? []
      : [`${count(others.length, 'column')} of texts and codes, or without content`]),
  ];
}

/** For how long a column is left out. */
function describeKept(kept: Kept): string {
  if (kept === 'any') return 'whatever it holds';
  if (kept === 'past-dates') return 'as long as it holds dates of the past';
  if (typeof kept === 'string') return `as long as it holds ${kept}`;
  const few = kept.slice(0, MAX_KEPT).map((value) => `"${clip(value, MAX_CELL)}"`);
  const more = kept.length > MAX_KEPT ? ` and ${kept.length - MAX_KEPT} other values` : '';
  return `as long as it holds nothing but ${few.join(', ')}${more}`;
}

const MAX_KEPT = 5;

const USES: Readonly<Record<ColumnUse, { readonly when: string; readonly as?: string }>> = {
  valid_from: { when: 'if the amounts count from then on', as: 'valid_from' },
  cost_divisor: { when: 'if a cost is for that many pieces', as: 'cost_divisor' },
  unit: { when: 'if that is what a cost is for', as: 'unit' },
  currency: { when: 'if that is the money of the row', as: 'currency' },
  amount: { when: 'if it is to be sent', as: 'FIELD' },
  where: { when: 'if only some rows count' },
};
