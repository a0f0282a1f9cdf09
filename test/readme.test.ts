import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const README = readFileSync(resolve(import.meta.dirname, '../README.md'), 'utf8');

describe('the example screen of the README', () => {
  it('is the beginning of the one that is pinned', () => {
    const pinned = resolve(import.meta.dirname, 'report/expected/screens/four-thousand-changes.80.txt');
    const [, shown = ''] = /```\n( {3}Dry run: [\s\S]*?) {3}```/.exec(README) ?? [];
    const screen = shown.replaceAll(/^ {3}/gm, '').replace('costs.csv', 'in/prices.csv');
    expect(screen.split('\n').length).toBeGreaterThan(15);
    expect(readFileSync(pinned, 'utf8').startsWith(screen)).toBe(true);
  });
});

describe('the crontab of the README', () => {
  it('has no bare percent sign, which would end its command', () => {
    const [, crontab = ''] = /```cron\n(.*?)```/s.exec(README) ?? [];
    expect(crontab).toContain('%');
    expect(crontab.replaceAll('\\%', '')).not.toContain('%');
  });
});
