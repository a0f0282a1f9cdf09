import { describe, expect, it } from 'vitest';
import { readProxy } from '../../src/settings/read-proxy.ts';
import { listed } from '../support/listed.ts';

const URL_OF_SERVICE = 'https://api.service.example/v1';
const HTTPS_PROXY = 'http://proxy.example:3128';

function originFor(env: Readonly<Record<string, string>>, baseUrl = URL_OF_SERVICE): string | undefined {
  const { proxy, problems } = readProxy(env, baseUrl);
  expect(problems).toEqual([]);
  return proxy?.origin;
}

describe('readProxy', () => {
  it.each([
    ['nothing', {}, undefined],
    ['HTTPS_PROXY', { HTTPS_PROXY }, HTTPS_PROXY],
    ['https_proxy before it', { HTTPS_PROXY: 'http://other', https_proxy: HTTPS_PROXY }, HTTPS_PROXY],
    ['HTTP_PROXY, where there is none for https', { HTTP_PROXY: HTTPS_PROXY }, HTTPS_PROXY],
    ['HTTPS_PROXY before HTTP_PROXY', { HTTPS_PROXY, http_proxy: 'http://other' }, HTTPS_PROXY],
    ['an empty variable', { HTTPS_PROXY: '' }, undefined],
    ['an address without its scheme', { HTTPS_PROXY: 'proxy.example:3128' }, HTTPS_PROXY],
    ['a TLS proxy', { HTTPS_PROXY: 'https://proxy.example/' }, 'https://proxy.example'],
    ['a path, which means nothing', { HTTPS_PROXY: `${HTTPS_PROXY}/x` }, HTTPS_PROXY],
  ])('takes %s', (_name, env: Readonly<Record<string, string>>, origin) => {
    expect(originFor(env)).toBe(origin);
  });

  it.each([
    ['*', true],
    ['api.service.example', true],
    ['API.Service.Example', true],
    ['service.example', true],
    ['.service.example', true],
    ['*.service.example', true],
    ['x.example,service.example', true],
    ['x.example service.example:443', true],
    ['service.example:8443', false],
    ['vice.example', false],
    ['api.service.example.org', false],
    ['', false],
  ])('with NO_PROXY %j goes straight to the service: %s', (noProxy, isExempt) => {
    for (const name of ['NO_PROXY', 'no_proxy'])
      expect(originFor({ HTTPS_PROXY, [name]: noProxy })).toBe(isExempt ? undefined : HTTPS_PROXY);
  });

  it.each(['http://localhost:4010', 'http://127.0.0.1', 'https://127.8.9.1:1/v1', 'http://[::1]:80'])(
    'never asks a proxy for %s, right or wrong',
    (baseUrl) => {
      expect(originFor({ HTTPS_PROXY, HTTP_PROXY: HTTPS_PROXY }, baseUrl)).toBeUndefined();
      expect(originFor({ HTTPS_PROXY: 'socks5://x' }, baseUrl)).toBeUndefined();
    },
  );

  it('keeps user name and password apart from the address', () => {
    const { proxy } = readProxy({ HTTPS_PROXY: 'http://us%40er:p%3A%2F@proxy.example' }, URL_OF_SERVICE);
    expect([proxy?.origin, proxy?.credentials?.reveal()]).toEqual(['http://proxy.example', 'us@er:p:/']);
    expect(JSON.stringify(proxy)).not.toContain('us@er');
  });

  it.each(
    listed(`http://, http://u:secret, socks5://u:secret@x:1, ftp://secret, u:secret%@x:80, http://a b,
      http://svc:2024/secret@host, http://svc:2024#secret@host:3128, svc:2024?secret@host,
      https://svc:2024\\secret@host`),
  )('refuses %j, and does not repeat it', (address) => {
    const { proxy, problems } = readProxy({ https_proxy: address }, URL_OF_SERVICE);
    expect(proxy).toBeUndefined();
    expect(problems).toEqual([
      expect.stringMatching(/^https_proxy in the environment .* http:\/\/host:port$/),
    ]);
    expect(problems.join()).not.toMatch(/secret|a b|2024/);
  });
});
