import * as disk from 'node:fs';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openEventFile } from '../../../src/api/stories/event-stream.ts';
import { tempFolder } from '../../support/temp-folder.ts';

describe('openEventFile', () => {
  it('says at the end that it is not whole, also if the disk takes bytes again by then', () => {
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
    isFull = false;
    file.append('b');
    expect(file.close()).toBe(`The events are incomplete: Cannot write "${path}": the disk is full`);
    expect(readFileSync(path, 'utf8')).toBe('');
  });
});
