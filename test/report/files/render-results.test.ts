import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../../src/domain/stages.ts';
import { STATUSES } from '../../../src/domain/status.ts';
import { type ResultsShape, renderResults } from '../../../src/report/files/render-results.ts';
import { aListing, anUpdate, cents, sku } from '../../support/builders.ts';
import { anOutcome, EVERY_STATUS, manyOutcomes } from '../support.ts';

const PLAIN = { delimiter: ',', decimalSign: '.' } as const;

const text = (outcomes: Iterable<Outcome>, shape: ResultsShape = PLAIN) =>
  [...renderResults(outcomes, shape)].join('');

const HEADER =
  '\ufeffline,sku,status,reason,message,listing_id,platform,channel,currency,' +
  'cost_before,cost_after,minimum_price_before,minimum_price_after,maximum_price_before,maximum_price_after,' +
  'strategy_before,strategy_after,repricing_before,repricing_after,manual_price_before,manual_price_after,' +
  'attempts,http_status,completed_at,follow_up\n';

describe('renderResults', () => {
  it('writes every status as a line of its own, in the order of the sheet', () => {
    expect(EVERY_STATUS.map(({ status }) => status)).toEqual([...STATUSES]);
    const id = (number: number) => `00000000-0000-4000-8000-0000000000${String(number).padStart(2, '0')}`;
    const listing = (number: number) => `${id(number)},amazon,c0000000-0000-4000-8000-000000000001,usd`;
    const minimum = ',,10.00,10.50,,,,,,,,';
    expect(text(EVERY_STATUS)).toBe(
      `${HEADER}2,SKU-1,updated,,,${listing(1)},6.00,6.50,10.00,null,20.00,1234.56,null,strategy-1,true,false,null,0.05,2,200,2024-05-06T07:08:09.090Z,
3,SKU-2,planned,,,${listing(2)},${minimum},0,,,
4,SKU-3,unchanged,,,${listing(3)},,,,,,,,,,,,,0,,,
5,SKU-3,duplicate,repeats,Line 4 says the same,,,,,,,,,,,,,,,,,0,,,
6,SKU-5,invalid,money_unreadable;repricing_unreadable,"cost ""x"" is not an amount; repricing ""y"" is neither",,,,,,,,,,,,,,,,,0,,,
7,,ignored,blank,The row has no content,,,,,,,,,,,,,,,,,0,,,
8,SKU-7,not_found,no_listing,No listing has this SKU,,,,,,,,,,,,,,,,,0,,,
9,SKU-8,ambiguous,several_listings,2 listings have this SKU,${listing(8)},,,,,,,,,,,,,0,,,
10,SKU-9,blocked,max_change,Up by 80 %,${listing(9)},${minimum},0,,,
11,SKU-10,conflict,changed_since,Now 9.00,${listing(10)},${minimum},0,,,
12,SKU-11,failed,http_402,"The service answered ""no, """"never""""""",${listing(11)},${minimum},1,402,2024-05-06T07:08:10.090Z,
13,SKU-12,unconfirmed,answer_lost,"The answer was lost
and nobody knows",${listing(12)},${minimum},6,,2024-05-06T07:08:11.090Z,
14,SKU-13,skipped,interrupted,Interrupted by SIGINT,${listing(13)},${minimum},0,,,
15,SKU-14,held,drifted,Somebody else changed it,${listing(14)},${minimum},0,,,
`,
    );
  });

  it('writes a header where there are no rows', () => {
    expect(text([])).toBe(HEADER);
  });

  it('is written as the sheet was, so that the same spreadsheet opens it', () => {
    const [first] = EVERY_STATUS;
    const german = { delimiter: ';', decimalSign: ',' } as const;
    const [header, line] = text(first ? [first] : [], german).split('\n');
    expect(header).toMatch(/^\ufeffline;sku;status;/);
    expect(line).toContain(';usd;6,00;6,50;10,00;null;20,00;1234,56;null;strategy-1;true;false;null;0,05;2;');
  });

  it('defuses what a spreadsheet would run, wherever it comes from', () => {
    const listing = aListing({ sku: sku('=1+1'), platform: '@x', channel: '+c', currency: '-y' });
    const outcome = anOutcome(anUpdate({ strategy: '=2' }, listing), { message: '-3 is bad' });
    expect(text([outcome]).slice(HEADER.length)).toBe(
      "2,'=1+1,planned,,'-3 is bad,00000000-0000-4000-8000-000000000001,'@x,'+c,'-y,,,,,,,null,'=2,,,,,0,,,\n",
    );
  });

  it('leaves a negative amount a number', () => {
    const outcome = anOutcome(anUpdate({ cost: cents(5) }, aListing({ values: { cost: cents(-350) } })));
    expect(text([outcome])).toContain(',usd,-3.50,0.05,');
  });

  it.each([999, 1000, 1001, 2500])('writes each of %d rows once and in order', (number) => {
    const lines = text(manyOutcomes(number)).trimEnd().split('\n').slice(1);
    expect(lines).toEqual(
      manyOutcomes(number).map(
        (_, index) =>
          `${index + 2},SKU-${index},not_found,no_listing,No listing has this SKU,,,,,,,,,,,,,,,,,0,,,`,
      ),
    );
  });
});
