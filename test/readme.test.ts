import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const README = readFileSync(resolve(import.meta.dirname, '../README.md'), 'utf8');

describe('the crontab of the README', () => {
  it('has no bare percent sign, which would end its command', () => {
    const [, crontab = ''] = /```cron\n(.*?)```/s.exec(README) ?? [];
    expect(crontab).toContain('%');
    expect(crontab.replaceAll('\\%', '')).not.toContain('%');
  });
});
