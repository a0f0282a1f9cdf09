import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FIELDS, type Field, type FieldValue } from '../../../src/domain/fields.ts';
import type { ListingId } from '../../../src/domain/listing.ts';
import { AgreedValues } from '../../../src/run/history/agreed-values.ts';
import { listingId } from '../../support/builders.ts';
import { runs } from '../../support/runs.ts';

/** Ids of strategies are texts of the service, which may choose any. */
const STRATEGY = fc.oneof(fc.uuid(), fc.string(), fc.constantFrom('-', '?', '=', '=-', '--', ''));

const VALUES: Readonly<Record<Field, fc.Arbitrary<unknown>>> = {
  cost: fc.option(fc.nat({ max: Number.MAX_SAFE_INTEGER })),
  minimum_price: fc.option(fc.nat()),
  maximum_price: fc.option(fc.nat()),
  strategy: fc.option(STRATEGY),
  repricing: fc.boolean(),
  manual_price: fc.option(fc.nat()),
};

/** Values that come in one after the other, of few listings, so that some are replaced. */
const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.constantFrom(...FIELDS).chain((field) =>
    fc.record({
      id: fc.nat({ max: 1500 }).map(listingId),
      field: fc.constant(field),
      value: fc.oneof(
        { weight: 6, arbitrary: VALUES[field] as fc.Arbitrary<FieldValue> },
        { weight: 1, arbitrary: fc.constant('forget' as const) },
      ),
    }),
  ),
  { maxLength: 1200, size: 'max' },
);

interface Step {
  readonly id: ListingId;
  readonly field: Field;
  readonly value: FieldValue | 'forget';
}

function take(values: AgreedValues, { id, field, value }: Step): void {
  if (value === 'forget') values.forget(id, field);
  else values.set(id, field, value);
}

/** What the values have to be, kept in the simplest way. */
function bookOf(done: readonly Step[]): ReadonlyMap<string, FieldValue | undefined> {
  return new Map(
    done.map(({ id, field, value }) => [`${id} ${field}`, value === 'forget' ? undefined : value]),
  );
}

function expectBook(values: AgreedValues, done: readonly Step[]): void {
  const book = bookOf(done);
  const wrong = done.flatMap(({ id }) =>
    FIELDS.filter((field) => values.get(id, field) !== book.get(`${id} ${field}`)).map((field) => [
      id,
      field,
    ]),
  );
  expect(wrong).toEqual([]);
}

function throughText<T>(lines: Iterable<T>): readonly T[] {
  return [...lines].map((line) => JSON.parse(JSON.stringify(line)));
}

describe('AgreedValues', () => {
  it('gives back what was set last, whatever the value', () => {
    fc.assert(
      fc.property(steps, (done) => {
        const values = new AgreedValues();
        for (const step of done) take(values, step);
        expectBook(values, done);
      }),
      { numRuns: runs(40) },
    );
  });

  it('comes back from the lines of all its values', () => {
    fc.assert(
      fc.property(steps, (done) => {
        const values = new AgreedValues();
        for (const step of done) take(values, step);
        const again = new AgreedValues();
        for (const line of throughText(values.allLines())) again.read(line);
        expectBook(again, done);
        expect(again.freshCount).toBe(0);
      }),
      { numRuns: runs(40) },
    );
  });

  it('comes back from what each run adds, however the values are spread over runs', () => {
    fc.assert(
      fc.property(steps, fc.nat(), (done, cut) => {
        const end = done.length === 0 ? 0 : cut % done.length;
        const first = new AgreedValues();
        for (const step of done.slice(0, end)) take(first, step);
        const lines = throughText(first.freshLines());
        const second = new AgreedValues();
        for (const line of lines) second.read(line);
        for (const step of done.slice(end)) take(second, step);
        const third = new AgreedValues();
        for (const line of [...lines, ...throughText(second.freshLines())]) third.read(line);
        expectBook(third, done);
      }),
      { numRuns: runs(40) },
    );
  });

  it('adds nothing where nothing is new', () => {
    const values = new AgreedValues();
    values.set(listingId(1), 'cost', 644 as never);
    const again = new AgreedValues();
    for (const line of values.freshLines()) again.read(line);
    again.set(listingId(1), 'cost', 644 as never);
    expect([...again.freshLines()]).toEqual([]);
    again.set(listingId(1), 'cost', 645 as never);
    expect([...again.freshLines()]).toEqual([{ kind: 'agreed', ids: [listingId(1)], cost: [645] }]);
  });

  it('says of each field of a line only what is new', () => {
    const values = new AgreedValues();
    values.set(listingId(1), 'cost', 644 as never);
    values.set(listingId(2), 'manual_price', null);
    values.set(listingId(2), 'repricing', false);
    expect([...values.freshLines()]).toEqual([
      {
        kind: 'agreed',
        ids: [listingId(1), listingId(2)],
        cost: [644, '-'],
        repricing: ['-', false],
        manual_price: ['-', null],
      },
    ]);
  });

  it('takes 500 listings a line', () => {
    const values = new AgreedValues();
    for (let number = 0; number < 1201; number++) values.set(listingId(number), 'cost', number as never);
    expect([...values.allLines()].map(({ ids }) => ids.length)).toEqual([500, 500, 201]);
  });

  it('knows a listing by its id in either case', () => {
    const values = new AgreedValues();
    const id = 'ABCDEF00-0000-4000-8000-000000000001' as ReturnType<typeof listingId>;
    values.set(id, 'cost', 5 as never);
    expect(values.get(id.toLowerCase() as typeof id, 'cost')).toBe(5);
    expect(values.size).toBe(1);
  });

  it('keep what the sheet of this job said, whatever other jobs have set since', () => {
    const values = new AgreedValues();
    const [one, other] = [listingId(1), listingId(2)];
    for (const id of [one, other]) values.set(id, 'cost', 600 as never);
    values.setByOtherJob(one, 'cost', 550 as never);
    values.setByOtherJob(one, 'cost', 500 as never);
    values.forgetByOtherJob(other, 'cost');
    for (let number = 3; number < 3000; number++) values.set(listingId(number), 'cost', 700 as never);
    const said = (id: ListingId) => [values.get(id, 'cost'), values.saidAt(values.rowOf(id), 'cost')];
    expect([one, other, listingId(2999)].map(said)).toEqual([
      [500, 600],
      [undefined, 600],
      [700, 700],
    ]);
    for (const line of [...values.freshLines()]) values.read(line);
    expect(said(one)).toEqual([500, 500]);
  });
});
