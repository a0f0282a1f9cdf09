import { expect } from 'vitest';
import { openStage } from './open-stage.ts';
import type { Ended } from './run-program.ts';

export const NIGHT_SKUS = Array.from({ length: 9 }, (_, n) => `SKU-${n + 1}`);

/** A folder and an account with nine listings of a cost of 6.00. */
export async function openNightShop() {
  const stage = await openStage(NIGHT_SKUS.map((sku) => ({ sku, cost: 600 })));
  return {
    ...stage,
    requests: () => stage.sandbox.requests.length,
    /** Runs a command line over a new sheet, or the one that is there. */
    run: (argv: readonly string[], sheet?: string) => {
      if (sheet !== undefined) stage.write(sheet);
      return stage.run(...argv);
    },
  };
}

const SIZES = 'klein groß rund flach tief hell dunkel matt glatt'.split(' ');

/** A sheet with columns that may say something of the cost, and one that is blank. */
export const NIGHT_SHEET = [
  'sku;cost;Lager;ME;Markt;gilt ab;EK neu;Titel',
  ...NIGHT_SKUS.map(
    (sku, n) => `${sku};6.30;${n % 2 ? 'Süd' : 'Nord'};ST;DE;01.02.2026;;Ein Becher ${SIZES[n]} aus Ton`,
  ),
  '',
].join('\n');

type Edit = (sheet: string) => string;

/** One column more at the end. */
function more(header: string, cell: string): Edit {
  return (sheet) => sheet.replace(/(?<=.)$/gm, `;${cell}`).replace(`;${cell}`, `;${header}`);
}

function put(find: string | RegExp, text: string): Edit {
  return (sheet) => sheet.replace(find, text);
}

/** What is different from the settled sheet, and what is named then; nothing, where the night goes through. */
const NIGHTS: Readonly<Record<string, readonly [edit: Edit, named?: string]>> = {
  nothing: [(sheet) => sheet],
  'other texts': [put(/Ein Becher (\S+) aus Ton/g, 'Eine Kanne, $1, mit Deckel')],
  'other rows': [put(/^SKU-[89].*\n/gm, '')],
  'another order of columns': [put(/^([^;]*);([^;]*);(.*)$/gm, '$3;$2;$1')],
  'a column of texts more': [put(/(Titel$|(?<=Becher )\S+ aus Ton$)/gm, '$1;Über $1 und mehr')],
  'a column of codes more': [put(/^(sku|SKU-(\d))(.*)$/gm, '$1$3;40063813339$2$2')],
  'another unit': [put(';ST;', ';DZ;'), '"ME"'],
  'another market': [put(';DE;', ';UK;'), '"Markt"'],
  'another warehouse': [put(';Süd;', ';Ost;'), '"Lager"'],
  'a column of dates more': [more('bis', '31.12.2025'), '"bis"'],
  'a column of units more': [more('per', '100'), '"per"'],
  'a column of ours more': [more('manual_price', '9.00'), '"manual_price"'],
  'a cost of another name': [put('cost', 'EK'), '"EK"'],
  'a market of another name': [put('Markt', 'Land'), '"Land"'],
  'a column less': [put(/^((?:[^;]*;){2})[^;]*;/gm, '$1'), '"Lager"'],
  'a blank column filled': [put(';;', ';7.20;'), '"EK neu"'],
  'a note above': [(sheet) => `Preise je 100 Stück\n${sheet}`, 'je 100'],
  'a row above the header': [(sheet) => `SKU-1;9.99;Nord;ST;DE;01.02.2026;;Ein Becher\n${sheet}`, 'line'],
};

interface Shop {
  readonly write: (sheet: string) => void;
  readonly sync: () => Promise<Ended>;
  readonly costs: () => readonly (number | null)[];
}

/** Plays nights that nobody watches after the sheet was settled: the settled one goes through between all others. */
export async function playSettledNights({ write, sync, costs }: Shop): Promise<void> {
  let cents = 630;
  for (const [name, [edit, named]] of Object.entries(NIGHTS)) {
    const before = costs();
    cents += 2;
    const sheet = edit(NIGHT_SHEET.replaceAll('6.30', (cents / 100).toFixed(2)));
    write(sheet);
    const { code, stdout, stderr } = await sync();
    const said = `${name}: ${stdout}${stderr}`;
    if (named === undefined) {
      expect(said).toBe(`${name}: `);
      expect(costs(), name).toEqual(NIGHT_SKUS.map((sku, n) => (sheet.includes(sku) ? cents : before[n])));
    } else {
      expect([2, 4], said).toContain(code);
      expect(said).toContain(named);
      expect(costs(), name).toEqual(before);
    }
  }
}
