import { describe, expect, it } from 'vitest';
import { renderForcedExit } from '../../../src/report/screen/render-forced-exit.ts';

const leaving = {
  signal: 'SIGINT',
  folder: 'my runs/r1',
  isPlanned: true,
  shell: 'posix' as const,
  applyFlags: ['--rate', '5'],
};

describe('renderForcedExit', () => {
  it('names the folder, and the command that goes on from the plan in it', () => {
    expect(renderForcedExit(leaving)).toBe(`
SIGINT: exited at once
Folder    my runs/r1
Next      send the rest of this plan: pricesheet apply "my runs/r1" --rate 5
`);
  });

  it('names no apply where there is no whole plan yet', () => {
    const text = renderForcedExit({ ...leaving, isPlanned: false });
    expect(text).toContain('Folder    my runs/r1\nNext      nothing was sent; run the same command again\n');
    expect(text).not.toContain('apply');
  });

  it('names no folder before there is one', () => {
    expect(renderForcedExit({ ...leaving, folder: undefined, isPlanned: false })).toBe(
      '\nSIGINT: exited at once; nothing was sent, run the command again\n',
    );
  });
});
