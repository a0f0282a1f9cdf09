import { describe, expect, it } from 'vitest';
import { Secret } from '../../../src/domain/secret.ts';
import { lockNameOf } from '../../../src/run/lock/lock-file.ts';

const apiKey = new Secret('key-1');
const nameOf = (baseUrl: string, key = apiKey) => lockNameOf({ baseUrl, apiKey: key });

describe('lockNameOf', () => {
  it.each([
    'http://localhost:4010',
    'http://LOCALHOST:4010/',
    'http://localhost.:4010',
    'http://[::1]:4010',
    'http://[0:0::1]:4010/',
    'http://[::ffff:127.0.0.1]:4010',
    'http://127.1:4010',
    'http://127.0.0.1:4010//',
  ])('is the same for %s as for this machine by its number', (baseUrl) => {
    expect(nameOf(baseUrl)).toBe(nameOf('http://127.0.0.1:4010'));
  });

  it.each(['https://api.example.com:443', 'https://API.example.com/', 'https://api.example.com.'])(
    'is the same for %s as for that host without port, dot and slash',
    (baseUrl) => {
      expect(nameOf(baseUrl)).toBe(nameOf('https://api.example.com'));
    },
  );

  it.each([
    'http://127.0.0.1:4011',
    'https://127.0.0.1:4010',
    'http://127.0.0.1:4010/v2',
    'http://127.0.0.2:4010',
    'https://localhost.example.com:4010',
  ])('is another one for %s', (baseUrl) => {
    expect(nameOf(baseUrl)).not.toBe(nameOf('http://127.0.0.1:4010'));
  });

  it('is another one for another key', () => {
    expect(nameOf('http://localhost:4010', new Secret('key-2'))).not.toBe(nameOf('http://localhost:4010'));
  });
});
