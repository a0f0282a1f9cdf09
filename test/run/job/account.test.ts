import { describe, expect, it } from 'vitest';
import { Secret } from '../../../src/domain/secret.ts';
import { describeAccount } from '../../../src/run/job/account.ts';

const account = (baseUrl: string, key: string) => describeAccount({ baseUrl, apiKey: new Secret(key) });
const here = account('https://api.example.com', 'key-1');

describe('describeAccount', () => {
  it('is the same for the same account', () => {
    expect(account('https://api.example.com', 'key-1')).toEqual(here);
  });

  it.each([
    ['another key', account('https://api.example.com', 'key-2')],
    ['another service', account('https://api.example.org', 'key-1')],
  ])('tells %s from it', (_name, other) => {
    expect(other.key_fingerprint).not.toBe(here.key_fingerprint);
  });

  it('does not hold the key', () => {
    expect(JSON.stringify(here)).not.toContain('key-1');
    expect(here.key_fingerprint).toMatch(/^[0-9a-f]{12}$/);
  });
});
