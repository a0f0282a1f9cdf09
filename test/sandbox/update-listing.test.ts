import { describe, expect, test } from 'vitest';
import { buildListing, call, id, ids, openSandbox, show } from './support.ts';

const path = `/listings/${id(1)}`;

describe('POST /listings/{id}, section 4.4: what is sent is set', () => {
  test.each([
    ['the maximum', 'currency=usd&maximum_price=9007199254740991', { maximum_price: 9007199254740991 }],
    ['nothing', '', {}],
    [
      'a minimum above the maximum',
      'currency=usd&minimum_price=9&maximum_price=8',
      { minimum_price: 9, maximum_price: 8 },
    ],
  ])('%s; the rest stays, and the answer is the updated listing', async (_name, query, fields) => {
    const sandbox = await openSandbox([buildListing(1), buildListing(2)]);
    const expected = { ...buildListing(1), ...fields };
    const { status, headers, json } = await call(sandbox, `POST ${path}?${query}`);
    expect({ status, json }).toEqual({ status: 200, json: expected });
    expect(headers['content-type']).toBe('application/json');
    expect(await show(sandbox, 1)).toEqual(expected);
    expect(await show(sandbox, 2)).toEqual(buildListing(2));
  });
});

describe('POST /listings/{id}, sections 4.4 and 7: an update that breaks a rule changes nothing', () => {
  const refused: Readonly<Record<string, readonly string[]>> = {
    currency: [
      ...['cost=5', 'minimum_price=5', 'maximum_price=5', 'manual_price=5', 'cost='],
      ...['USD', 'eur', '', 'dollars'].map((currency) => `currency=${currency}&cost=5`),
      'currency=eur&repricing=false',
    ],
    cost: ['12.50', '12.0', 'free', '5&cost=5'].map((cost) => `currency=usd&cost=${cost}`),
    minimum_price: ['-1', '%2B1', 'x&cost=5'].map((price) => `currency=usd&minimum_price=${price}`),
    maximum_price: ['1e3', '0100'].map((price) => `currency=usd&maximum_price=${price}`),
    manual_price: ['+5', '0x10', '9007199254740992'].map((price) => `currency=usd&manual_price=${price}`),
    strategy: [`strategy=${ids.nothing}`, 'strategy=Bold', `strategy=${ids.lowest}`],
    repricing: ['repricing=', 'repricing=True', 'repricing=1', 'currency=usd&cost=5&repricing=maybe'],
    price: ['price=5'],
    status: ['status=inactive'],
    sku: ['sku=MUG-1'],
  };
  const cases = [
    ...Object.entries(refused).flatMap(([param, queries]) => queries.map((query) => [query, param] as const)),
    ['currency=usd&cost=%', null] as const,
  ];
  test.each(cases)('%s, and %s is named', async (query, param) => {
    const sandbox = await openSandbox([buildListing(1)]);
    const { status, json } = await call(sandbox, `POST ${path}?${query}`);
    expect({ status, json }).toEqual({
      status: 400,
      json: { error: { message: expect.any(String), param } },
    });
    expect(await show(sandbox, 1)).toEqual(buildListing(1));
  });
});

describe('POST /listings/{id}, section 4.4: how a null is written', () => {
  const nullable = ['cost', 'minimum_price', 'maximum_price', 'manual_price', 'strategy'] as const;
  const start = buildListing(1, { manual_price: 1800, repricing: false });
  const refused = { status: 400 };

  test.each([
    ['empty', null, refused],
    ['null', refused, null],
    ['both', null, null],
    ['ignore', 'unchanged', refused],
    ['zero', 0, refused],
  ] as const)('"%s": an empty value gives %j, "null" gives %j', async (nulls, empty, word) => {
    for (const field of nullable) {
      for (const [text, wish] of [
        ['', field === 'strategy' && empty === 0 ? refused : empty],
        ['null', word],
      ] as const) {
        const sandbox = await openSandbox([start], { nulls });
        const { status, json } = await call(sandbox, `POST ${path}?currency=usd&${field}=${text}`);
        const kept = wish === 'unchanged' || wish === refused;
        const value = kept ? start[field] : wish;
        expect({ field, text, status }).toEqual({ field, text, status: wish === refused ? 400 : 200 });
        if (status === 200) expect(json).toEqual({ ...start, [field]: value });
        expect(await show(sandbox, 1)).toEqual({ ...start, [field]: value });
      }
    }
  });
});
