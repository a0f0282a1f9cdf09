import * as disk from 'node:fs';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { openEventFile } from '../../../src/run/notify/event-file.ts';
import { tempFolder } from '../../support/temp-folder.ts';

describe('openEventFile', () => {
  it('has each line on disk by the end of the turn, or once a thousand wait', async () => {
    const path = join(tempFolder(), 'events.ndjson');
    const file = openEventFile(path, disk);
    file.append('a');
    await setImmediate();
    expect(readFileSync(path, 'utf8')).toBe('a\n');
    for (let n = 0; n < 1500; n++) file.append('b');
    expect(readFileSync(path, 'utf8')).toBe(`a\n${'b\n'.repeat(1000)}`);
    expect(file.close()).toBeUndefined();
    expect(readFileSync(path, 'utf8')).toBe(`a\n${'b\n'.repeat(1500)}`);
  });

  it('says at the end that it is not whole, also if the disk takes bytes again by then', async () => {
    let isFull = true;
    const full = {
      ...disk,
      writeSync: (...given: Parameters<typeof disk.writeSync>) => {
        if (isFull)
          throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
        return disk.writeSync(...given);
      },
    } as typeof disk;
    const path = join(tempFolder(), 'events.ndjson');
    const file = openEventFile(path, full);
    file.append('a');
    await setImmediate();
    isFull = false;
    file.append('b');
    expect(file.close()).toBe(`The events are incomplete: Cannot write "${path}": the disk is full`);
    expect(readFileSync(path, 'utf8')).toBe('');
  });
});
