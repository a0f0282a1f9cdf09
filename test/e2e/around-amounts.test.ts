import { describe, expect, it } from 'vitest';
import { tableOf, wordsOf } from '../support/listed.ts';
import { openStage } from '../support/open-stage.ts';

const SKUS = ['P-1', 'P-2', 'P-3', 'P-4'];
const NO_AMOUNTS = { cost: null, minimum_price: null, maximum_price: null, manual_price: null };
const DAY = ['--as-of', '2026-11-27'];

/** Four listings without amounts, so that nothing but the sheet says what is right, and a folder to run in. */
async function openShop() {
  const listings = SKUS.map((sku) => ({ ...NO_AMOUNTS, sku, current_price: 1800 }));
  const { sandbox, write, sent, ...stage } = await openStage(listings);
  const run = async (...argv: readonly string[]) => {
    const { code, stdout, stderr } = await stage.run(...argv);
    return { code, said: stdout + stderr, posts: sent().length };
  };
  return {
    write: (lines: string) => write(`${lines.replaceAll(' / ', '\n')}\n`, 'prices.csv'),
    sync: () => run('sync', 'prices.csv', '--quiet', ...DAY),
    diff: () => run('diff', 'prices.csv', ...DAY),
    settle: (answer: string) => run('check', 'prices.csv', '--save-mapping', ...DAY, ...wordsOf(answer)),
    amounts: () =>
      sandbox
        .snapshot()
        .listings.flatMap(({ sku, ...values }) =>
          (Object.keys(NO_AMOUNTS) as (keyof typeof NO_AMOUNTS)[])
            .filter((field) => values[field] !== null)
            .map((field) =>
              `${sku} ${field} ${((values[field] ?? 0) / 100).toFixed(2)}`.replace(' cost ', ' '),
            ),
        )
        .join(', '),
  };
}

/** A change: `find>put` once, or `+Header=cell` for a column at the end. */
function changed(lines: string, change: string): string {
  const [, header, cell] = /^\+(.*)=(.*)$/.exec(change) ?? [];
  const [delimiter = ','] = /[;\t,|]/.exec(lines) ?? [];
  if (header !== undefined)
    return lines
      .split(' / ')
      .map((line, n) => `${line}${delimiter}${n === 0 ? header : cell}`)
      .join(' / ');
  const [find = '', put = ''] = change.split('>');
  if (!lines.includes(find)) throw new Error(`no "${find}"`);
  return lines.replace(find, put);
}

interface Seen {
  /** With ` / ` between its lines. */
  readonly sheet: string;
  /** What nobody has settled of it. */
  readonly named: string;
  /** The flags that settle it. */
  readonly answer: string;
  /** All amounts that are right then. */
  readonly sent: string;
  /** What is different another night, and stops it. */
  readonly change: string;
  /** What names that. */
  readonly news: string;
}

/** Three lines for each sheet: itself, how it is settled, and how it changes. */
function seen(table: string): readonly Seen[] {
  const lines = table.trim().split('\n');
  return lines.flatMap((sheet, at) => {
    if (at % 3 !== 0) return [];
    const [named = '', answer = '', sent = ''] = (lines[at + 1] ?? '').split('|').map((text) => text.trim());
    const [change = '', news = ''] = (lines[at + 2] ?? '').split('|').map((text) => text.trimStart());
    return [{ sheet, named, answer, sent, change: change.replace(/ $/, ''), news }];
  });
}

const DATES = seen(`
sku;cost;Gilt ab / P-1;6,30;01.03.2027 / P-2;6,40;01.01.2026
  Gilt ab | --map "valid_from=Gilt ab" | P-2 6.40
  +Bis=31.12.2025 | Bis
sku;Coste;Vigencia desde;Vigencia hasta / P-1;6,30;2026-01-01;2026-06-30 / P-1;6,60;2026-07-01;2026-12-31 / P-1;6,90;2027-01-01;
  Vigencia hasta | --map "valid_from=Vigencia desde,valid_to=Vigencia hasta" | P-1 6.60
  Vigencia hasta>Fin | Fin
sku,cost,data inizio validità / P-1,6.30,01/03/2027 / P-2,6.40,31/01/2026
  data inizio validità |  | P-2 6.40
  data inizio validità>Inizio | Inizio
MATNR;VERPR;DATAB;DATBI / P-1;6,30;20270301;99991231 / P-2;6,40;20260301;99991231
  DATAB |  | P-2 6.40
  +KONWA=MXN | KONWA
sku,cost,Start / P-1,6.30,46388 / P-2,6.40,46023
  Start | --map valid_from=Start | P-2 6.40
  46023>bald | bald
sku,cost,Effective / P-1,6.30,03/15/2027 / P-2,6.40,01/31/2026
  Effective | --map valid_from=Effective | P-2 6.40
  +Expires=06/30/2026 | Expires
sku,cost,As from / P-1,6.30,01/02/2027 / P-2,6.40,05/06/2026
  As from | --map "valid_from=As from" --date-order mdy | P-2 6.40
  +Until=05/05/2026 | Until
sku\tcost\tIngangsdatum / P-1\t6,30\t2027-01-01 / P-1\t6,20\t2026-01-01 / P-2\t6,40\t
  Ingangsdatum | --map valid_from=Ingangsdatum | P-1 6.20, P-2 6.40
  +Prijslijst=B | Prijslijst
`);

const UNITS = seen(`
Artikelnr;EK;ME / P-1;12,00;KAR / P-2;5,00;ST
  ME | --map unit=ME --units KAR=12 | P-1 1.00, P-2 5.00
  KAR>PAL | PAL
sku;cost;Verpakking / P-1;12,00;doos van 12 / P-2;5,00;stuk
  Verpakking | --map unit=Verpakking --units "doos van 12=12,stuk=1" | P-1 1.00, P-2 5.00
  doos van 12>tray | tray
sku,cost,単位 / P-1,12.00,箱 / P-2,5.00,個
  単位 | --map unit=単位 --units 箱=12,個=1 | P-1 1.00, P-2 5.00
  箱>袋 | 袋
Material,VERPR,PEINH / P-1,125.00,100 / P-2,5.00,1
  PEINH |  | P-1 1.25, P-2 5.00
  PEINH>BPRME | BPRME
sku,cost, / P-1,125.00,100 / P-2,5.00,1
  column C | --map cost_divisor=C | P-1 1.25, P-2 5.00
  +UOM=DZ | UOM
sku;cost;Conf. / P-1;12,00;6 / P-2;5,00;6
  Conf. | --map cost_divisor=Conf. | P-1 2.00, P-2 0.83
  P-1;12,00;6>P-1;12,00;cassa | cassa
sku;cost;Mindestmenge / P-1;12,00;12 / P-2;5,00;12
  Mindestmenge |  | P-1 12.00, P-2 5.00
  P-1;12,00;12>P-1;13,00;24 | Mindestmenge
`);

const CURRENCIES = seen(`
sku,cost,Divisa / P-1,6.30,MXN / P-2,6.40,USD
  Divisa | --where Divisa=USD | P-2 6.40
  Divisa>Curr | Divisa
sku,cost,Tax class / P-1,6.30,net / P-2,6.40,net
  Tax class |  | P-1 6.30, P-2 6.40
  6.40,net>6.50,gross | gross
`);

const RIVALS = seen(`
sku;cost;Nieuwe kostprijs / P-1;6,30;7,10 / P-2;6,40;7,25
  Nieuwe kostprijs | --map "cost=Nieuwe kostprijs" | P-1 7.10, P-2 7.25
  Nieuwe kostprijs>Prijs 2027 | Nieuwe kostprijs
sku,cost,Discount % / P-1,10.00,5 % / P-2,11.00,10 %
  Discount % |  | P-1 10.00, P-2 11.00
  11.00,10 %>11.50,20 % | Discount %
sku,cost,landed cost / P-1,6.30,7.30 / P-2,6.40,7.40
  cost | --map "cost=landed cost" | P-1 7.30, P-2 7.40
  landed cost>landed | landed cost
sku;cost;Listino;Sconto / P-1;6,30;9,00;30 / P-2;6,40;9,20;30
  Listino |  | P-1 6.30, P-2 6.40
  +Prezzo netto=5,90 | Prezzo netto
sku,Last Cost,Average Cost,cost / P-1,6.30,6.10,6.00 / P-2,6.40,6.20,6.00
  Average Cost | --map "cost=Average Cost" | P-1 6.10, P-2 6.20
  Average Cost>Avg | Average Cost
Item No.,Qty On Hand,Min,Max,Unit Cost / P-1,7,8.00,18,6.50 / P-2,9,9.00,19,6.40
  "Min" | --map minimum_price=,maximum_price= | P-1 6.50, P-2 6.40
  +Floor=5.00 | Floor
`);

/** A column, its text for the rows that are ours, and one for those that are not. */
const MARKETS = tableOf(`
Marktplatz | amazon.de | amazon.co.uk
Pays | France | Belgique
Kanał | Allegro | Amazon
地域 | 日本 | 米国
MARKETPLACE_ID | ATVPDKIKX0DER | A1F83G8C2ARO7P
`).map(
  ([header = '', ours, other]): Seen => ({
    sheet: `sku;min;${header};max / P-1;9,00;${ours};19,00 / P-1;8,00;${other};18,00 / P-2;8,50;${other};18,50`,
    named: header,
    answer: `--where "${header}=${ours}"`,
    sent: 'P-1 minimum_price 9.00, P-1 maximum_price 19.00',
    change: `${header};max>Zone;max`,
    news: `"${header}"`,
  }),
);

const ROWS_FOR_EACH = tableOf(`
Magazijn | Noord | Zuid
Lieferant | 70001 | 70002
Preisgruppe | HEK | VK1
Qty break | 1 | 25
Staffel ab | 1 Stk | 50 Stk
`).map(
  ([header = '', ours, other]): Seen => ({
    sheet: `${header},sku,cost / ${other},P-1,5.00 / ${ours},P-1,6.30 / ${other},P-2,5.50 / ${ours},P-2,6.40`,
    named: header,
    answer: `--where "${header}=${ours}"`,
    sent: 'P-1 6.30, P-2 6.40',
    change: `${header}>Ort`,
    news: `"${header}"`,
  }),
);

const HEADS = seen(`
P-1,11 / P-2,12 / P-3,13 / sku,cost / P-4,14
  line 1 | --header-row none --map sku=A,cost=B | P-1 11.00, P-2 12.00, P-3 13.00, P-4 14.00
  sku,cost>cost,sku | line 4
P-1;11,00 / Total;23,00 / Artikelnr;EK / P-3;13,00
  line 1 | --header-row none --map sku=A,cost=B | P-1 11.00, P-3 13.00
  Artikelnr;EK>Artikelnr;EK je 100 | line 3
P-1\t11.50 / P-2\t12.00
  line 1 | --header-row none --map sku=A,cost=B | P-1 11.50, P-2 12.00
  P-1\t11.50>P-1\tDZ\t11.50 | "C" holds
Nr.,Artikelbez,Typ,Wert / 1,P-1,B,11.00 / 2,P-2,D,12.00
  Artikelbez | --map sku=B,cost=D | P-1 11.00, P-2 12.00
  Artikelbez,Typ>Typ,Artikelbez | Artikelbez
Art,EK,VK / P-1,A,11.00 / P-2,B,12.00 / P-3,C,13.00
  Art | --map sku=A,cost=C | P-1 11.00, P-2 12.00, P-3 13.00
  Art,EK,VK / > | line
Budget,500 / sku,cost / P-1,11 / P-2,12
  line 1 | --header-row 2 | P-1 11.00, P-2 12.00
  Budget,500 / > | line 2
P-3;7,20;DZ / sku;cost;unit / P-1;11,00;EA / P-2;24,00;DZ
  line 1 | --header-row none --map sku=A,cost=B,unit=C --units DZ=12 | P-1 11.00, P-2 2.00, P-3 0.60
  P-2;24,00;DZ>P-2;24,00;KAR | KAR
`);

const KINDS = {
  'days and periods': DATES,
  'units and numbers of pieces': UNITS,
  'currencies and taxes': CURRENCIES,
  'another cost beside the cost': RIVALS,
  'several markets': MARKETS,
  'rows for each place, supplier, list or quantity': ROWS_FOR_EACH,
  'where the table begins': HEADS,
};

describe.each(Object.entries(KINDS))('%s', (_kind, sheets) => {
  it.each(sheets)('$sheet', async ({ sheet, named, answer, sent, change, news }) => {
    const shop = await openShop();
    shop.write(sheet);
    for (const step of [shop.sync, shop.diff, shop.sync]) {
      const { code, said, posts } = await step();
      expect(said).toContain(named);
      expect(posts).toBe(0);
      if (step === shop.sync) expect([2, 4]).toContain(code);
    }
    expect(await shop.settle(answer)).toMatchObject({ code: 0 });
    const night = await shop.sync();
    expect(night).toMatchObject({ code: 0, said: '' });
    expect(shop.amounts()).toBe(sent);
    expect(await shop.sync()).toEqual(night);
    shop.write(changed(sheet, change));
    const other = await shop.sync();
    expect([2, 3, 4]).toContain(other.code);
    expect(other.said).toContain(news);
    expect(other.posts).toBe(night.posts);
  });
});

/** Columns that are blank, or not there, when the sheet is settled; what they hold another night, and what is right then. */
const LATER = `
EK neu | 7,30 | 7,40 | --map "cost=EK neu" | P-1 7.30, P-2 7.40
Preis gilt ab Tag | 01/02/2027 | 31/01/2026 | --map "valid_from=Preis gilt ab Tag" | P-1 6.30, P-2 6.80
UdM | CF | PZ | --map unit=UdM --units CF=2 | P-1 3.35, P-2 6.80
Lot | 2 | 1 | --map cost_divisor=Lot | P-1 3.35, P-2 6.80
Sklad | A | B | --where Sklad=B | P-1 6.30, P-2 6.80
Remise | 5 % | 5 % | | P-1 6.70, P-2 6.80
Gesperrt | X | | --where Gesperrt= | P-1 6.30, P-2 6.80
`;

it.each(
  LATER.trim()
    .split('\n')
    .flatMap((line) => [`blank | ${line}`, `missing | ${line}`]),
)('a column that was %s', async (line) => {
  const [was, header, one, two, answer = '', sent] = line.split('|').map((text) => text.trim());
  const shop = await openShop();
  shop.write(
    was === 'blank' ? `sku;cost;${header} / P-1;6,30; / P-2;6,40;` : 'sku;cost / P-1;6,30 / P-2;6,40',
  );
  await shop.settle('');
  const night = await shop.sync();
  expect(night).toMatchObject({ code: 0, said: '' });
  shop.write(`sku;cost;${header} / P-1;6,70;${one} / P-2;6,80;${two}`);
  for (const step of [shop.sync, shop.diff]) {
    const { said, posts } = await step();
    expect(said).toContain(`"${header}"`);
    expect(posts).toBe(night.posts);
  }
  expect(await shop.settle(answer)).toMatchObject({ code: 0 });
  expect(await shop.sync()).toMatchObject({ code: 0, said: '' });
  expect(shop.amounts()).toBe(sent);
});
