import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { ask } from '../../../src/cli/terminal/ask.ts';
import { InterruptedError } from '../../../src/domain/errors.ts';
import { createSink, someStdio } from '../support.ts';

const UNCLEAR = 'Treated as no: answer y or yes to send\n';

describe('ask', () => {
  it.each([
    ...['y\n', 'Y\n', 'YES\n', ' yes \n', 'yes\r\n', 'y'].map((typed) => [typed, true, ''] as const),
    ...['n\n', 'No\n', 'n\ny\n'].map((typed) => [typed, false, ''] as const),
    ...['\n', 'yess\n', 'yes please\n', 'ye\n', 'true\n', 'ja\n'].map(
      (typed) => [typed, false, UNCLEAR] as const,
    ),
    ['', false, `\n${UNCLEAR}`],
  ] as const)('takes %j for %s, and says what counts if it is unclear', async (stdin, expected, said) => {
    const { stdio, stdout, stderr } = someStdio({ stdin, isTTY: true });
    expect(await ask('Send 3 updates?', stdio, new AbortController().signal)).toBe(expected);
    // Standard output is for data.
    expect([stdout(), stderr()]).toEqual(['', `Send 3 updates? [y/N] ${said}`]);
  });

  it('takes a terminal that went away for a no', async () => {
    const { stdio } = someStdio({ isTTY: true });
    const gone = Object.assign(new PassThrough(), { isTTY: true });
    const work = ask('Send?', { ...stdio, stdin: gone }, new AbortController().signal);
    gone.destroy(Object.assign(new Error('read EIO'), { code: 'EIO' }));
    expect(await work).toBe(false);
  });

  it('ends where it is interrupted, with the reason', async () => {
    const controller = new AbortController();
    const { stdio } = someStdio({ isTTY: true });
    const said = createSink();
    const silent = Object.assign(new PassThrough(), { isTTY: true });
    const work = ask('Send?', { ...stdio, stdin: silent, stderr: said.stream }, controller.signal);
    const interruption = new InterruptedError('SIGINT');
    controller.abort(interruption);
    await expect(work).rejects.toBe(interruption);
    expect(said.text()).not.toContain('Treated as no');
  });

  it('asks nothing where the run was interrupted before', async () => {
    const { stdio, stderr } = someStdio({ stdin: 'y\n', isTTY: true });
    const interruption = new InterruptedError('SIGTERM');
    await expect(ask('Send?', stdio, AbortSignal.abort(interruption))).rejects.toBe(interruption);
    expect(stderr()).toBe('');
  });
});
