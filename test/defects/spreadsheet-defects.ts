import type { Defect } from './defect.ts';
import { SPREADSHEETS } from './test-files.ts';

/** What comes back from a spreadsheet. */
export const SPREADSHEET_DEFECTS: readonly Defect[] = [
  {
    name: 'candidates-all-sent',
    file: 'src/resolve/match-row.ts',
    find: '  return candidates > 1;',
    put: '  return candidates > 99;',
    cost: 'A retry file that is fed back as it is changes every listing of a SKU, though one of them is meant.',
    caughtBy: [
      {
        file: SPREADSHEETS,
        name: 'sends nothing while several are left, however often the file is fed back',
      },
    ],
  },
  {
    name: 'candidates-of-other-rows-counted',
    file: 'src/sheet/count-candidates.ts',
    find: 'agree(one.currency, other.currency) &&',
    put: "agree(one.currency ?? 'usd', one.currency) &&",
    cost: 'Rows of one SKU in two currencies stop each other, however often the wrong ones are deleted.',
    caughtBy: [{ file: SPREADSHEETS, name: 'has its candidates counted for each row of the sheet' }],
  },
  {
    name: 'edited-status-taken-for-a-choice',
    file: 'src/sheet/parse-row.ts',
    find: "if (status === AMBIGUOUS || reason === SEVERAL_LISTINGS) return 'candidate';",
    put: "if (status === AMBIGUOUS) return 'candidate'; else return undefined;",
    cost: 'Somebody who notes "fixed" beside one of several rows sends the price to all of their listings.',
    caughtBy: [
      { file: SPREADSHEETS, name: 'sends nothing while several are left, if the status of one was changed' },
      { file: SPREADSHEETS, name: 'sends nothing while several are left, if the status of all was changed' },
    ],
  },
  {
    name: 'status-in-capitals-overlooked',
    file: 'src/sheet/parse-row.ts',
    find: "cells[at]?.trim().toLowerCase() ?? ''",
    put: "cells[at]?.trim() ?? ''",
    cost: 'A retry file that somebody has put into capitals changes every listing of a SKU.',
    caughtBy: [
      {
        file: SPREADSHEETS,
        name: 'sends nothing while several are left, if their remarks are in capitals',
      },
    ],
  },
  {
    name: 'unreadable-candidate-not-counted',
    file: 'src/sheet/parse-row.ts',
    find: '      ...(offer && { offer }),',
    put: '      ...(offer && {}),',
    cost: 'A typing mistake in one of two rows that are left sends the other one, which nobody has chosen.',
    caughtBy: [
      { file: SPREADSHEETS, name: 'sends nothing while several are left, if one of them can not be read' },
    ],
  },
  {
    name: 'row-of-all-narrowed',
    file: 'src/report/files/render-retry.ts',
    find: "return status !== 'ambiguous' && isOfSeveral(line) ? '' : ",
    put: "return status !== 'ambiguous' && isOfSeveral(-line) ? '' : ",
    cost: 'A cost that is corrected in retry.csv stays wrong in every listing of the SKU that took it at once.',
    caughtBy: [
      {
        file: SPREADSHEETS,
        name: 'leaves a row that was meant for all listings as it is: what is repaired reaches all of them',
      },
    ],
  },
  {
    name: 'any-sku-beside-an-id',
    file: 'src/resolve/match-row.ts',
    find: 'const damage = findSkuDamage(sku, listing.sku);',
    put: "const damage = findSkuDamage(sku, listing.sku) ?? { isExact: true, how: 'it is' };",
    cost: 'A column of ids that was sorted without the others gives every listing the cost of another product.',
    caughtBy: [{ file: SPREADSHEETS, name: 'is never the SKU of another listing, with --resolve scan' }],
  },
  {
    name: 'listed-sku-taken-for-rewritten',
    file: 'src/resolve/match-row.ts',
    find: 'const recognized = withSku.length === 0 ? recognize(row, listings, context) : undefined;',
    put: 'const recognized = recognize(row, listings, context);',
    cost: 'A row of SKU 77 with the id of 0077 sends its price to another product, though both are listed.',
    caughtBy: [
      {
        file: SPREADSHEETS,
        name: 'is not seen in a SKU that is listed, beside the id of the same number, with --resolve scan',
      },
      {
        file: SPREADSHEETS,
        name: 'is not seen in a SKU that is listed, beside the id of the same number, with --resolve sku',
      },
    ],
  },
  {
    name: 'zeros-added-by-a-spreadsheet',
    file: 'src/domain/rewritten-sku.ts',
    find: 'const one = WRITTEN_NUMBER.test(written) ? readNumber(written) : undefined;',
    put: 'const one = readNumber(written);',
    cost: 'A row of SKU 0077, which is not listed yet, sends its price to 77 because its id was mixed up.',
    caughtBy: [
      {
        file: SPREADSHEETS,
        name: 'is not seen where no spreadsheet writes a number so, with --resolve scan',
      },
    ],
  },
  {
    name: 'sku-of-the-other-platform-overlooked',
    file: 'src/run/lookup/confirm-missing.ts',
    find: "const isOfPart = namePart(filters) !== '';",
    put: "const isOfPart = namePart(filters) === '?';",
    cost: 'With --platform amazon, a row of a Walmart SKU with a wrong id sends its price to another product on Amazon.',
    caughtBy: [
      {
        file: SPREADSHEETS,
        name: 'is not seen in a SKU that is listed on the other platform, with --resolve scan',
      },
      { file: SPREADSHEETS, name: 'waits for a person if only a part of the account was paged' },
    ],
  },
  {
    name: 'shortened-sku-believed',
    file: 'src/domain/rewritten-sku.ts',
    find: "return { isExact: false, how: 'a spreadsheet shortened the number' };",
    put: "return { isExact: true, how: 'a spreadsheet shortened the number' };",
    cost: 'All barcodes look the same in a spreadsheet: with ids sorted apart, each listing gets the cost of another one.',
    caughtBy: [
      { file: 'test/domain/rewritten-sku.test.ts', name: 'findSkuDamage of "4.01E+12" for "4006381333931"' },
      { file: SPREADSHEETS, name: 'waits for a person if what it was is not certain' },
    ],
  },
  {
    name: 'rewritten-sku-in-a-group-of-its-own',
    file: 'src/domain/rewritten-sku.ts',
    find: 'if (!number) return foldSku(sku);',
    put: "if (!number || sku !== '') return foldSku(sku);",
    cost: 'A row without its zeros and the row with them set two costs, and the last one that is sent counts.',
    caughtBy: [
      { file: SPREADSHEETS, name: 'contradicts a row with the SKU as it is, with --resolve scan' },
      { file: SPREADSHEETS, name: 'contradicts a row with the SKU as it is, with --resolve sku' },
    ],
  },
  {
    name: 'shortened-sku-compared-with-itself-only',
    file: 'src/run/lookup/open-row-lookups.ts',
    find: 'const rowsBySku = await joinRewritten(rows, index.named);',
    put: 'await joinRewritten(rows, index.named); const { rowsBySku } = rows;',
    cost: 'A sheet has two costs for one listing, one of them under 4.01E+12: one is sent, and nobody hears of the other.',
    caughtBy: [
      {
        file: SPREADSHEETS,
        name: 'contradicts a row with the SKU as it is, if it was shortened and is before it',
      },
      {
        file: SPREADSHEETS,
        name: 'contradicts a row with the SKU as it is, if it was shortened and is behind it',
      },
      { file: SPREADSHEETS, name: 'contradicts a row with the SKU as it is, if it can not be read' },
    ],
  },
  {
    name: 'rewritten-sku-sent-by-a-shard',
    file: 'src/run/steps/make-plan.ts',
    find: 'isShard: shard !== undefined,',
    put: 'isShard: false,',
    cost: 'Two shards set two costs of one listing side by side, and the last one that is sent counts.',
    caughtBy: [{ file: SPREADSHEETS, name: 'waits for a person in a shard' }],
  },
  {
    name: 'results-in-points',
    file: 'src/report/files/render-results.ts',
    find: 'describeValue(field, value, shape)',
    put: 'describeValue(field, value)',
    cost: 'A German spreadsheet shows 12.05 as the 12th of May, and the person who checks the night sees no amount.',
    caughtBy: [
      { file: SPREADSHEETS, name: 'are written with a byte order mark, and as a sheet with semicolons' },
    ],
  },
];
