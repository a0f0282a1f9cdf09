import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { systemClock } from '../../../src/api/ports/machine.ts';

describe('systemClock: every', () => {
  it('calls again and again until it is told to stop', () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const act = vi.fn();
    const stop = systemClock.every(100, act);
    vi.advanceTimersByTime(250);
    expect(act).toHaveBeenCalledTimes(2);
    stop();
    vi.advanceTimersByTime(1000);
    expect(act).toHaveBeenCalledTimes(2);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('keeps no program from ending', () => {
    const clock = join(import.meta.dirname, '../../../dist/api/ports/machine.js');
    const program = `const { systemClock } = await import(${JSON.stringify(clock)}); systemClock.every(3_600_000, () => {});`;
    const { status } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
      timeout: 30_000,
    });
    expect(status).toBe(0);
  });
});
