import { describe, expect, it } from 'vitest';
import { UsageError } from '../../src/domain/errors.ts';
import { readServiceSettings, readSettings } from '../../src/settings/read-settings.ts';
import { readSources, type Sources } from '../../src/settings/read-sources.ts';
import {
  FILE_SETTINGS,
  MATCH_SETTINGS,
  NOTIFY_SETTINGS,
  READING_SETTINGS,
  SERVICE_SETTINGS,
  SETTINGS,
} from '../../src/settings/settings.ts';
import { folderWith, someSources } from '../cli/support.ts';

const URL = 'https://api.example.com';
const ENV = { PRICESHEET_BASE_URL: URL, PRICESHEET_API_KEY: 'sk-test-1' };
/** A key that no message may hold. */
const SECRET = 'secret-4f3c2b1a';

function problemsOf(read: () => unknown): readonly string[] {
  try {
    read();
    return [];
  } catch (error) {
    if (error instanceof UsageError) return error.problems;
    throw error;
  }
}

const all = (sources: Sources) => problemsOf(() => readServiceSettings(SETTINGS, sources));

describe('readSettings', () => {
  describe('a flag beats the environment, that beats .env, that beats the config file, that beats the default', () => {
    const flags = { rate: '1' };
    const env = { PRICESHEET_RATE: '2' };
    const dotenv = 'PRICESHEET_RATE=3\n';
    const config = { rate: 4 };
    it.each([
      ['all of them', { flags, env, dotenv, config }, 1, '--rate'],
      ['no flag', { env, dotenv, config }, 2, 'PRICESHEET_RATE in the environment'],
      ['neither flag nor environment', { dotenv, config }, 3, 'PRICESHEET_RATE in .env'],
      ['the config file only', { config }, 4, '"rate" in pricesheet.json'],
      ['none of them', {}, 10, 'default'],
    ])('%s', (_name, sources, expected, from) => {
      const { rate } = SERVICE_SETTINGS;
      const { values, shown } = readSettings({ rate }, someSources(sources));
      expect(values.rate).toBe(expected);
      expect(shown).toEqual({ rate: { value: String(expected), from } });
    });

    it('but for a map, of which it replaces single entries of the job’s', () => {
      const cwd = folderWith({
        'pricesheet.json': '{ "map": "cost=X", "jobs": { "costs": { "map": { "sku": "A", "cost": "B" } } } }',
      });
      const read = (job?: string) =>
        readSettings(
          { map: READING_SETTINGS.map },
          readSources({ flags: { map: 'cost=C' }, env: {}, cwd, job }),
        );
      expect(Object.fromEntries(read('costs').values.map ?? [])).toEqual({ sku: 'A', cost: 'C' });
      expect(Object.fromEntries(read().values.map ?? [])).toEqual({ cost: 'C' });
    });

    it.each([
      ['an empty variable', { env: { PRICESHEET_RATE: '' }, dotenv }, 3],
      ['an empty variable in .env', { dotenv: 'PRICESHEET_RATE=\n', config }, 4],
      ['empty variables in both', { env: { PRICESHEET_RATE: '' }, dotenv: 'PRICESHEET_RATE=""\n' }, 10],
    ])('%s counts as not set', (_name, sources, expected) => {
      expect(readSettings({ rate: SERVICE_SETTINGS.rate }, someSources(sources)).values.rate).toBe(expected);
    });

    it('an empty flag is wrong, not unset', () => {
      const sources = someSources({ flags: { rate: '' }, env });
      expect(problemsOf(() => readSettings({ rate: SERVICE_SETTINGS.rate }, sources))).toEqual([
        expect.stringContaining('--rate: ""'),
      ]);
    });

    it('a wrong setting is not made good by a right one below it', () => {
      const sources = someSources({ flags: { rate: 'fast' }, env });
      expect(problemsOf(() => readSettings({ rate: SERVICE_SETTINGS.rate }, sources))).toHaveLength(1);
    });
  });

  describe('the section of a job', () => {
    const CONFIG = {
      delimiter: ';',
      rate: 4,
      jobs: { costs: { delimiter: '|', 'max-change': 80 }, other: { rate: 7 } },
    };
    const sourcesOf = (options: Partial<Parameters<typeof readSources>[0]> = {}) =>
      readSources({
        flags: {},
        env: {},
        cwd: folderWith({ 'pricesheet.json': JSON.stringify(CONFIG), '.env': 'PRICESHEET_RATE=3\n' }),
        job: 'costs',
        ...options,
      });
    const { delimiter } = READING_SETTINGS;
    const { rate } = SERVICE_SETTINGS;

    it('beats the rest of the config file, and is beaten by a flag and by .env', () => {
      const { values, shown } = readSettings({ delimiter }, sourcesOf());
      const from = '"delimiter" of the job "costs" in pricesheet.json';
      expect([values.delimiter, shown['delimiter']]).toEqual(['|', { value: '|', from }]);
      const flagged = readSettings({ delimiter }, sourcesOf({ flags: { delimiter: 'tab' } }));
      expect(flagged.values.delimiter).toBe('\t');
      expect(readSettings({ rate }, sourcesOf({ job: 'other' })).values.rate).toBe(3);
    });

    it.each(['other', undefined])('leaves to the rest of the file what it does not say: %s', (job) => {
      expect(readSettings({ delimiter }, sourcesOf({ job })).values.delimiter).toBe(';');
    });

    it.each([
      ['an unknown word', { jobs: { costs: { speed: 1 } } }, '"speed" of the job "costs" is not a setting'],
      ['one in another job', { jobs: { b: { speed: 1 } } }, '"speed" of the job "b" is not a setting'],
      ['the name of a job', { jobs: { costs: { job: 'x' } } }, 'it is given by --job only'],
      ['a wrong value', { jobs: { costs: { 'max-change': 'x' } } }, '"max-change" of the job "costs" in'],
    ])('is refused with %s', (_name, config, part) => {
      const cwd = folderWith({ 'pricesheet.json': JSON.stringify(config) });
      const problems = all(readSources({ flags: {}, env: ENV, cwd, job: 'costs' }));
      expect(problems).toEqual([expect.stringContaining(part)]);
      expect(problems.join()).not.toContain(SECRET);
    });
  });

  describe('the config file', () => {
    it('takes numbers, and true and false, and lists of texts as they are', () => {
      const { rate } = SERVICE_SETTINGS;
      const { leaveOut, newest } = { ...READING_SETTINGS, ...FILE_SETTINGS };
      const config = { rate: 2.5, newest: true, 'leave-out': ['UOM', 'EAN'] };
      const { values } = readSettings({ rate, leaveOut, newest }, someSources({ config }));
      expect(values).toEqual({ rate: 2.5, newest: true, leaveOut: { UOM: 'any', EAN: 'any' } });
    });

    it.each([
      ['a byte order mark', '\ufeff{"rate": 1}'],
      ['its schema', { $schema: './pricesheet.schema.json' }],
    ])('may begin with %s', (_name, config) => {
      expect(all(someSources({ env: ENV, config }))).toEqual([]);
    });

    const NO_JSON = '"FILE" is not JSON';
    const NO_TEXT = 'is neither text nor a number nor true or false';
    it.each([
      ['a typo', { 'max-chnage': 5 }, '"max-chnage" in FILE is not a setting; did you mean "max-change"?'],
      ['our name', { maxChange: 5 }, '"maxChange" in FILE is not a setting; did you mean "max-change"?'],
      ['a switch', { yes: true }, '"yes" in FILE is not a setting'],
      ['a name of every object', { constructor: 'x' }, '"constructor" in FILE is not a setting'],
      ['one run’s', { allow: ['x'] }, '"allow" in FILE: it goes with one run, and is given by --allow only'],
      ['what is by flag only', { job: 'x' }, '"job" in FILE: it is given by --job only'],
      ['an object', { rate: {} }, `"rate" in FILE ${NO_TEXT}`],
      ['null', { rate: null }, `"rate" in FILE ${NO_TEXT}`],
      ['a list of numbers', { fee: [1] }, `"fee" in FILE ${NO_TEXT}`],
      ['a list whose text would be two', { 'leave-out': ['Price, net'] }, `"leave-out" in FILE ${NO_TEXT}`],
      [
        'a share that may be a percentage',
        { 'fee-percent': 0.15 },
        '"fee-percent" in FILE: "0.15" may be 0.15 % or a share of 1; write "0.15 %", or 15 for 15 %',
      ],
      ['no JSON', '{"rate": 1,}', `${NO_JSON}: line 1, column 12 has "}" where a name in quotes is expected`],
      ['no text', '', `${NO_JSON}: line 1, column 1 is the end of the file where a value is expected`],
      ['a list alone', '[]', '"FILE" does not hold a JSON object'],
      ['null alone', 'null', '"FILE" does not hold a JSON object'],
    ])('is refused with %s', (_name, config, problem) => {
      const said = problem.replace('FILE', 'pricesheet.json');
      expect(all(someSources({ env: ENV, config }))).toEqual([said]);
      // Also by commands that need few of its settings.
      const read = () => readSettings({ match: MATCH_SETTINGS.match }, someSources({ config }));
      if (!problem.includes('may be')) expect(problemsOf(read)).toEqual([said]);
    });

    it.each(Object.values(SETTINGS).filter((setting) => !('from' in setting)))(
      'is refused with an empty text for "$key", which would leave a guard off',
      ({ key }) => {
        expect(
          all(someSources({ env: { PRICESHEET_API_KEY: 'k-1' }, config: { 'base-url': URL, [key]: '' } })),
        ).toEqual([expect.stringMatching(`^"${key}" in pricesheet\\.json: "`)]);
      },
    );

    it.each([
      ...['api-key', 'apiKey', 'api_key', 'PRICESHEET_API_KEY', 'pricesheet-api-key'].map(
        (name) => [name, 'never from a config file'] as const,
      ),
      ...['key', 'secret', 'authorization'].map((name) => [name, 'is not a setting'] as const),
    ])('is refused with the key in "%s", which is not repeated', (name, said) => {
      const [problem = '', ...others] = all(someSources({ env: ENV, config: { [name]: SECRET } }));
      expect([problem.includes(said), problem.includes(SECRET), others]).toEqual([true, false, []]);
    });
  });

  describe('never repeats a key that somebody put into the address', () => {
    it.each([
      ['as a user name', `https://${SECRET}@api.example.com`],
      ['as a user name with an empty password', `https://${SECRET}:@api.example.com`],
      ['as a password', `https://user:${SECRET}@api.example.com`],
      ['over http', `http://${SECRET}@api.example.com`],
      ['with capitals in the protocol', `HTTPS://${SECRET}@api.example.com`],
      ['with one slash', `https:/${SECRET}@api.example.com`],
      ['without slashes', `https:${SECRET}:@api.example.com`],
      ['with backslashes', `https:\\\\${SECRET}@api.example.com`],
      ['without a protocol', `${SECRET}:@api.example.com`],
      ['with a slash in the password', `https://user:${SECRET}/x@api.example.com`],
      ['with two at signs', `https://user@${SECRET}@api.example.com`],
      ['in the query', `https://api.example.com/?api_key=${SECRET}`],
      ['in the fragment', `https://api.example.com/#${SECRET}`],
    ])('%s', (_name, address) => {
      for (const sources of [
        someSources({ env: ENV, flags: { baseUrl: address } }),
        someSources({ env: { ...ENV, PRICESHEET_BASE_URL: address } }),
        someSources({ env: { PRICESHEET_API_KEY: 'x' }, dotenv: `PRICESHEET_BASE_URL='${address}'\n` }),
        someSources({ env: { PRICESHEET_API_KEY: 'x' }, config: { 'base-url': address } }),
      ]) {
        const problems = all(sources);
        expect(problems).toHaveLength(1);
        expect(problems.join()).not.toContain(SECRET);
      }
    });
  });
});

describe('readSettings and readServiceSettings', () => {
  const rate = { rate: SERVICE_SETTINGS.rate };
  type Given = Parameters<typeof someSources>[0];
  const BY_FILE = { PRICESHEET_BASE_URL: URL, PRICESHEET_API_KEY_FILE: 'key' };
  const given: readonly (readonly [string, Given])[] = [
    ['the environment', { env: { ...ENV, PRICESHEET_API_KEY: SECRET } }],
    ['.env', { env: ENV, dotenv: `PRICESHEET_API_KEY=${SECRET}\n` }],
    ['a key file', { env: BY_FILE }],
    ['a key file in .env', { env: {}, dotenv: `PRICESHEET_BASE_URL=${URL}\nPRICESHEET_API_KEY_FILE=key\n` }],
  ];
  const wrong: readonly (readonly [string, Given])[] = [
    ['as the value of a flag', { flags: { rate: SECRET } }],
    ['within the value of a flag', { flags: { rate: `x${SECRET}x` } }],
    ['as the value of a config key', { config: { rate: SECRET } }],
    ['as a config key', { config: { [SECRET]: 1 } }],
    ['as a config key with a wrong value', { config: { [SECRET]: [] } }],
    ['in its form of a header', { config: { rate: Buffer.from(`${SECRET}:`).toString('base64') } }],
  ];
  describe.each(given)('show nothing of the key of %s', (_place, place) => {
    it.each(wrong)('%s', (_name, mistake) => {
      const sources = someSources({ cwd: folderWith({ key: `${SECRET}\n` }), ...place, ...mistake });
      for (const problems of [problemsOf(() => readSettings(rate, sources)), all(sources)]) {
        expect(problems.join()).toContain('[key]');
        expect(problems.join()).not.toContain(SECRET);
      }
    });
  });
});

describe('readServiceSettings', () => {
  it.each([
    ['api.example.com', ''],
    ['repricer.example.co.uk:8443', ''],
    ['localhost:4010', '; write http:// before it'],
    ['127.0.0.1:8123', '; write http:// before it'],
  ])('shows an address that is a plain host name: %s', (text, missing) => {
    expect(all(someSources({ env: { ...ENV, PRICESHEET_BASE_URL: text } }))).toEqual([
      `PRICESHEET_BASE_URL in the environment: "${text}" is not an https:// address; http:// works for this machine only${missing}`,
    ]);
  });

  it.each([
    ['a key', SECRET],
    ['something like a URL', `sk:${SECRET}`],
    ['a host', `${SECRET}.example.com/v1`],
    ['two words and an ending, as a token is', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dBjftJeZ4CVP'],
    ['a host behind an @', 'secret@example.com'],
    ['a long word with an ending', `${'k'.repeat(24)}.example.com`],
  ])('repeats no address that is %s: somebody may have mixed the two variables up', (_name, text) => {
    const problems = all(someSources({ env: { PRICESHEET_BASE_URL: text, PRICESHEET_API_KEY: URL } }));
    expect(problems).toEqual([
      'PRICESHEET_BASE_URL in the environment: "…" is not an https:// address; http:// works for this machine only',
      expect.stringContaining("holds something that can't be a key"),
    ]);
  });

  it.each([
    ['as it is', `${URL}/v1/${SECRET}`],
    ['within a part of it', `${URL}/key=${SECRET}/v1`],
    ['with escapes', `${URL}/${SECRET.replace('-', '%2D')}`],
    ['in its form of a header', `${URL}/${Buffer.from(`${SECRET}:`).toString('base64')}`],
  ])('refuses an address whose path holds the key %s', (_name, address) => {
    const env = { PRICESHEET_API_KEY: SECRET };
    for (const [place, sources] of [
      ['--base-url', someSources({ env, flags: { baseUrl: address } })],
      ['PRICESHEET_BASE_URL in .env', someSources({ env, dotenv: `PRICESHEET_BASE_URL=${address}\n` })],
    ] as const)
      expect(all(sources)).toEqual([`${place}: "…" holds the key, which is set separately`]);
  });

  it('shows no key among the settings, whichever it was given for', () => {
    const sources = someSources({ env: { ...ENV, PRICESHEET_API_KEY: SECRET }, flags: { channel: SECRET } });
    expect(readServiceSettings(SETTINGS, sources).shown['channel']).toEqual({
      value: '[key]',
      from: '--channel',
    });
  });

  it('gives the key as a secret that does not print', () => {
    const { apiKey, shown } = readServiceSettings(SERVICE_SETTINGS, someSources({ env: ENV }));
    expect(apiKey.reveal()).toBe('sk-test-1');
    expect(JSON.stringify({ apiKey, shown })).not.toContain('sk-test-1');
    expect(String(apiKey)).not.toContain('sk-test-1');
  });

  it('refuses an environment in which nobody checks certificates', () => {
    const env = { ...ENV, NODE_TLS_REJECT_UNAUTHORIZED: '0' };
    expect(all(someSources({ env }))).toEqual([expect.stringContaining('NODE_TLS_REJECT_UNAUTHORIZED=0')]);
    expect(all(someSources({ env: { ...ENV, NODE_TLS_REJECT_UNAUTHORIZED: '1' } }))).toEqual([]);
  });
});

describe('a webhook', () => {
  it.each([
    ['x4f9Qz8w', '…'],
    ['http://hooks.example/x4f9Qz8w', 'http://hooks.example/…'],
    ['data:x4f9Qz8w', '…'],
    ['https://x4f9Qz8w@hooks.example', 'https://hooks.example/…'],
  ])('repeats of %s what it may', (webhook, shown) => {
    const read = () => readSettings(NOTIFY_SETTINGS, someSources({ flags: { webhook } }));
    expect(read).toThrow(`webhook: "${shown}" `);
    expect(read).not.toThrow('x4f9Qz8w');
  });
});
