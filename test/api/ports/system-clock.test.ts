import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

describe('systemClock: every', () => {
  it('keeps no program from ending', () => {
    const clock = join(import.meta.dirname, '../../../dist/api/ports/machine.js');
    const program = `const { systemClock } = await import(${JSON.stringify(clock)}); systemClock.every(3_600_000, () => {});`;
    const { status } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
      timeout: 30_000,
    });
    expect(status).toBe(0);
  });
});
