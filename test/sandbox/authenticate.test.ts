import { describe, expect, test } from 'vitest';
import { basic, buildListing, call, id, openSandbox, show } from './support.ts';

describe('authentication, section 5', () => {
  const _encoded = (text: string) => Buffer.from(text).toString('base64');

  test.each([
    ['the key as user name, empty password', basic('k3y'), 200],
    ['the scheme in lower case', basic('k3y').replace('Basic', 'basic'), 200],
    ['another key', basic('k3Y'), 401],
    ['no key', basic(''), 401],
    ['a password', basic('k3y', 'x'), 401],
    ['the key as password', basic('', 'k3y'), 401],
    ['a bearer token', 'Bearer k3y', 401],
    ['nothing after the scheme', 'Basic', 401],
  ])('%s', async (_name, authorization, status) => {
    const sandbox = await openSandbox([buildListing(1)], { apiKey: 'k3y' });
    expect((await call(sandbox, 'GET /listings', { headers: { authorization } })).status).toBe(status);
  });

  test('comes before everything else, and a stranger changes nothing', async () => {
    const sandbox = await openSandbox([buildListing(1)]);
    const headers = { authorization: basic('stranger') };
    const answers = await Promise.all(
      [
        `POST /listings/${id(1)}?currency=usd&cost=5`,
        'GET /nowhere',
        'DELETE /listings',
        'GET /listings?limit=0',
      ].map((line) => call(sandbox, line, { headers })),
    );
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
    expect(answers[0]?.headers['www-authenticate']).toMatch(/^Basic /);
    expect(await show(sandbox, 1)).toEqual(buildListing(1));
  });
});

describe('operations, section 4', () => {
  test.each([
    ['GET /', 404, undefined],
    ['GET /listings/', 404, undefined],
    ['GET /strategies/x', 404, undefined],
    [`POST /listings/${id(1)}/prices`, 404, undefined],
    ['POST /listings', 405, 'GET'],
    ['DELETE /strategies', 405, 'GET'],
    [`GET /listings/${id(1)}`, 405, 'POST'],
    [`DELETE /listings/${id(2)}`, 405, 'POST'],
  ])('%s is %i, allowed is %s', async (line, status, allow) => {
    const { headers, ...answer } = await call(await openSandbox([buildListing(1)]), line);
    expect({ status: answer.status, allow: headers['allow'] }).toEqual({ status, allow });
  });
});
