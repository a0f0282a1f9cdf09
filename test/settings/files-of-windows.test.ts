import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { maskKeys, readApiKey } from '../../src/settings/read-api-key.ts';
import { readSources } from '../../src/settings/read-sources.ts';
import { tempFolder } from '../support/temp-folder.ts';

const SECRET = 'secret-4f3c2b1a';

/** As editors, and `>` in Windows PowerShell, write a text. */
const WAYS = [
  ['UTF-8', (text: string) => Buffer.from(text)],
  ['UTF-8 with a mark', (text: string) => Buffer.from(`\ufeff${text}`)],
  ['UTF-16LE', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')],
  ['UTF-16BE', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
] as const;

const ENV = [
  '# Größe',
  '',
  'PRICESHEET_RATE="5"',
  'PRICESHEET_JOB=é # at night',
  'PRICESHEET_OUT=C:\\prices\\runs',
  '',
].join('\r\n');

it.each(WAYS)('files of settings in %s with CRLF are read as any other', (_name, encode) => {
  const cwd = tempFolder();
  const write = (name: string, text: string): void => writeFileSync(join(cwd, name), encode(text));
  const read = () => readSources({ flags: {}, env: { PRICESHEET_API_KEY_FILE: 'key.txt' }, cwd });
  write('.env', ENV);
  write('pricesheet.json', '{\r\n  "rate": 5,\r\n  "missing": "ok"\r\n}\r\n');
  write('key.txt', `${SECRET}\r\n`);
  const sources = read();
  expect([sources.problems, sources.config.values]).toEqual([[], { rate: '5', missing: 'ok' }]);
  expect(sources.dotenv.values).toEqual({
    PRICESHEET_RATE: '5',
    PRICESHEET_JOB: 'é',
    PRICESHEET_OUT: 'C:\\prices\\runs',
  });
  expect(readApiKey(sources).apiKey?.reveal()).toBe(SECRET);
  expect(maskKeys(sources)(`it is ${SECRET}`)).not.toContain(SECRET);
  write('.env', 'A=1\r\noops\r\nB=2\r\n');
  expect(read().problems).toEqual([expect.stringContaining('Line 2 of ".env" is not a setting')]);
});
