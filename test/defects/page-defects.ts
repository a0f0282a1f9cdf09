import type { Defect } from './defect.ts';
import { RENDER_PAGE } from './test-files.ts';

/** A report that lets somebody say yes to what is not so, or that does more than to be looked at. */
export const PAGE_DEFECTS: readonly Defect[] = [
  {
    name: 'page-gives-old-values',
    file: 'src/page/to-sheet.ts',
    find: "columns: columnsOf(items), side: 'after' }",
    put: "columns: columnsOf(items), side: 'before' }",
    cost: 'The rows that somebody picked in the report are sent with the old prices, and undo what was done since.',
    caughtBy: [{ file: 'test/page/to-sheet.test.ts', name: 'sets each listing to what its row wishes for' }],
  },
  {
    name: 'page-forgets-the-unit',
    file: 'src/page/to-sheet.ts',
    find: "columns: columnsOf(items), side: 'after' }",
    put: "columns: columnsOf(items), moneyUnit: 'major', side: 'after' }",
    cost: 'In a folder whose sheets are in cents, the rows that somebody picked in the report are sent for a hundredth of their price.',
    caughtBy: [{ file: 'test/page/to-sheet.test.ts', name: 'is written as the sheet of the run was' }],
  },
  {
    name: 'page-runs-text',
    file: 'src/report/page/markup.ts',
    find: 'return printable(text).replace(/[&<>"\']/g, (sign) => NAMES[sign] ?? sign);',
    put: 'return printable(text);',
    cost: 'A title in an ERP’s export draws what it likes over the verdict that somebody says yes by.',
    caughtBy: [{ file: RENDER_PAGE, name: 'stays text everywhere' }],
  },
  {
    name: 'page-adds-up-currencies',
    file: 'src/report/page/page-tally.ts',
    find: "const currency = row.listing?.currency ?? '';",
    put: "const currency = 'all';",
    cost: 'Margins of dollars and yen are one figure, which looks fine whatever happens to the dollars.',
    caughtBy: [
      {
        file: 'test/report/page/page-tally.test.ts',
        name: 'adds up margins within a currency, and never over two',
      },
    ],
  },
  {
    name: 'page-hides-what-is-held',
    file: 'src/run/page/page-rows.ts',
    find: 'if (needsAttention(status, this.#options.missingIsOk)) return 0;',
    put: 'if (needsAttention(status, this.#options.missingIsOk)) return 2;',
    cost: 'On a large sheet the rows that were refused are the ones that the report leaves out.',
    caughtBy: [
      {
        file: 'test/run/page/page-rows.test.ts',
        name: 'carries what needs attention, then what changes, then the rest',
      },
    ],
  },
  {
    name: 'page-holds-the-key',
    file: 'src/run/page/page-rows.ts',
    find: 'if (redact(all) === all) return columns;',
    put: 'if (redact(all) !== all) return columns;',
    cost: 'A key that stands in a message leaves the house in a mail, where no search finds it since it is packed.',
    caughtBy: [{ file: 'test/run/page/page-rows.test.ts', name: 'holds no key, in whatever text it comes' }],
  },
  {
    name: 'page-takes-results-along',
    file: 'src/run/page/report-page.ts',
    find: 'this.#failure = error instanceof DiskError ? error : describeBug(error);',
    put: 'throw error;',
    cost: 'The report stumbles over one odd row, and after a night of sending there is no summary and no results.',
    caughtBy: [
      {
        file: 'test/run/steps/write-run-files.test.ts',
        name: 'leaves every other file where the page can’t be made',
      },
    ],
  },
  {
    name: 'price-filter-shows-all',
    file: 'src/page/row-index.ts',
    find: 'tests.push(({ row }) => row.price === price);',
    put: 'tests.push(({ row }) => row.price !== undefined);',
    cost: 'The tile says that two prices have to fall, and shows a thousand rows.',
    caughtBy: [{ file: 'test/page/row-index.test.ts', name: 'finds no price that has to fall' }],
  },
  {
    name: 'page-shows-an-earlier-search',
    file: 'src/page/row-index.ts',
    find: 'this.#last?.others === others && this.#last.q === q',
    put: 'this.#last?.others === others',
    cost: 'Somebody searches for one SKU and approves all that is shown, which are the rows of the search before.',
    caughtBy: [
      {
        file: 'test/page/row-index.test.ts',
        name: 'finds the same for what is typed letter by letter, taken back and typed anew',
      },
    ],
  },
  {
    name: 'page-orders-rows-away',
    file: 'src/page/row-index.ts',
    find: 'order[first + before] = at;',
    put: 'order[first] = at;',
    cost: 'Of rows that move equally far the table shows one again and again: nobody sees the others, and they go out.',
    caughtBy: [
      {
        file: 'test/page/row-index.test.ts',
        name: 'puts many rows in the order that a plain sort gives, equal ones in the order of the sheet',
      },
    ],
  },
  {
    name: 'money-compared-over-currencies',
    file: 'src/report/page/page-tally.ts',
    find: "row.listing?.currency ?? '', () => new MoveTally(",
    put: "'', () => new MoveTally(",
    cost: 'The biggest moves by money are all in yen.',
    caughtBy: [
      {
        file: 'test/report/page/page-tally.test.ts',
        name: 'keeps the biggest moves by money of each currency, which are others than by percent',
      },
    ],
  },
];
