import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { hostname } from 'node:os';
import { describe, expect, it } from 'vitest';
import { systemProbes } from '../../../src/run/lock/system-probes.ts';

const { self, find } = systemProbes();

describe('systemProbes', () => {
  it('knows its own process', () => {
    expect(self).toMatchObject({ pid: process.pid, host: hostname() });
    expect(find(process.pid)).toEqual({ start: self.start });
  });

  it.runIf(process.platform === 'linux')('knows on Linux all that there is to know', () => {
    expect(self.start).toMatch(/^\d+$/);
    expect(self.boot).toMatch(/^[0-9a-f-]{36}$/);
    expect(self.namespace).toMatch(/^pid:\[\d+\]$/);
  });

  it('sees another process while it runs, and not once it was killed', async () => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
    await once(child, 'spawn');
    const pid = child.pid ?? 0;
    const seen = find(pid);
    expect(seen).toBeDefined();
    expect(find(pid)).toEqual(seen);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(find(pid)).toBeUndefined();
  });

  it.runIf(process.platform === 'linux')('does not take the dead for running unasked', async () => {
    // The child outlives the shell, which would ask after it; what the shell becomes asks after nobody.
    const line = 'sleep 0.5 & echo $!; exec sleep 60';
    const parent = spawn('sh', ['-c', line], { stdio: ['ignore', 'pipe', 'ignore'] });
    const [chunk] = (await once(parent.stdout, 'data')) as [Buffer];
    const pid = Number(chunk.toString());
    try {
      await expect.poll(() => find(pid), { timeout: 30_000 }).toBeUndefined();
      expect(() => process.kill(pid, 0)).not.toThrow();
    } finally {
      parent.kill('SIGKILL');
    }
  });
});
