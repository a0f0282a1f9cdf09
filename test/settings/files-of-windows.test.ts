import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
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
  `PRICESHEET_API_KEY=${SECRET}`,
  'PRICESHEET_RATE="5"',
  'PRICESHEET_JOB=é # at night',
  'PRICESHEET_OUT=C:\\prices\\runs',
  '',
].join('\r\n');

describe.each(WAYS)('files of settings in %s with CRLF', (_name, encode) => {
  it('are read as any other: .env', () => {
    const cwd = tempFolder();
    writeFileSync(join(cwd, '.env'), encode(ENV));
    const { dotenv, problems } = readSources({ flags: {}, env: {}, cwd });
    expect(problems).toEqual([]);
    expect(dotenv.values).toEqual({
      PRICESHEET_API_KEY: SECRET,
      PRICESHEET_RATE: '5',
      PRICESHEET_JOB: 'é',
      PRICESHEET_OUT: 'C:\\prices\\runs',
    });
  });

  it('are read as any other: pricesheet.json', () => {
    const cwd = tempFolder();
    writeFileSync(join(cwd, 'pricesheet.json'), encode('{\r\n  "rate": 5,\r\n  "missing": "ok"\r\n}\r\n'));
    const { config, problems } = readSources({ flags: {}, env: {}, cwd });
    expect([problems, config.values]).toEqual([[], expect.objectContaining({ missing: 'ok' })]);
  });

  it('names the line of a .env that is not a setting', () => {
    const cwd = tempFolder();
    writeFileSync(join(cwd, '.env'), encode('A=1\r\noops\r\nB=2\r\n'));
    const { problems } = readSources({ flags: {}, env: {}, cwd });
    expect(problems).toEqual([expect.stringContaining('Line 2 of ".env" is not a setting')]);
  });

  it('are read as any other: a file with the key, which is masked', () => {
    const cwd = tempFolder();
    writeFileSync(join(cwd, 'key.txt'), encode(`${SECRET}\r\n`));
    const sources = readSources({ flags: {}, env: { PRICESHEET_API_KEY_FILE: 'key.txt' }, cwd });
    expect(readApiKey(sources).apiKey?.reveal()).toBe(SECRET);
    expect(maskKeys(sources)(`it is ${SECRET}`)).not.toContain(SECRET);
  });
});
