import { describe, expect, test } from 'vitest';
import {
  buildCatalogue,
  buildListing,
  call,
  callList,
  channels,
  id,
  ids,
  openSandbox,
  strategies,
} from './support.ts';

const shuffled = buildCatalogue([buildListing(1)], {
  strategies: [...strategies].reverse(),
  channels: [...channels].reverse(),
});

describe.each([
  ['strategies', 'section 4.2', [ids.gentle, ids.bold, ids.lowest], strategies],
  ['channels', 'section 4.3', [ids.amazon, ids.amazonEu, ids.walmart], channels],
] as const)('GET /%s, %s', (kind, _section, [first, second, third], objects) => {
  const open = () => openSandbox([], { catalogue: shuffled });

  test('lists everything in all its fields, most recently created first', async () => {
    const { status, json } = await call(await open(), `GET /${kind}`);
    expect({ status, json }).toEqual({
      status: 200,
      json: { object: 'list', has_more: false, data: objects },
    });
  });

  test.each([
    ['limit=2', [first, second], true],
    [`limit=1&starting_after=${first}`, [second], true],
    [`limit=1&starting_after=${second}`, [third], false],
    [`starting_after=${third}`, [], false],
    [`limit=1&ending_before=${third}`, [second], true],
    [`limit=2&ending_before=${third}`, [first, second], false],
    [`ending_before=${first}`, [], false],
  ] as const)('"%s" pages', async (query, expected, hasMore) => {
    const page = await callList(await open(), `GET /${kind}?${query}`);
    expect({ ids: page.ids, hasMore: page.has_more }).toEqual({ ids: expected, hasMore });
  });

  test.each([
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['limit=x', 'limit'],
    [`starting_after=${ids.nothing}`, 'starting_after'],
    [`ending_before=${id(1)}`, 'ending_before'],
    [`starting_after=${first}&ending_before=${third}`, 'ending_before'],
    ['platform=amazon', 'platform'],
    ['limit=1&limit=2', 'limit'],
  ])('"%s" is refused', async (query, param) => {
    const { status, json } = await call(await open(), `GET /${kind}?${query}`);
    expect({ status, json }).toEqual({
      status: 400,
      json: { error: { message: expect.any(String), param } },
    });
  });
});
