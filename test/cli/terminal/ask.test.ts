import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { ask } from '../../../src/cli/terminal/ask.ts';
import { InterruptedError } from '../../../src/domain/errors.ts';
import { createSink, someStdio } from '../support.ts';

async function answer(stdin: string): Promise<boolean> {
  return ask('Send 3 updates?', someStdio({ stdin, isTTY: true }).stdio, new AbortController().signal);
}

describe('ask', () => {
  it.each([
    ['y\n', true],
    ['Y\n', true],
    ['yes\n', true],
    ['YES\n', true],
    [' yes \n', true],
    ['yes\r\n', true],
    ['\n', false],
    ['n\n', false],
    ['no\n', false],
    ['yess\n', false],
    ['yes please\n', false],
    ['ye\n', false],
    ['1\n', false],
    ['true\n', false],
    ['n\ny\n', false],
    ['', false],
    ['y', true],
  ])('takes %j for %s', async (stdin, expected) => {
    expect(await answer(stdin)).toBe(expected);
  });

  it.each([
    ['ja\n', 'Treated as no: answer y or yes to send\n'],
    ['\n', 'Treated as no: answer y or yes to send\n'],
    ['', '\nTreated as no: answer y or yes to send\n'],
    ['n\n', ''],
    ['No\n', ''],
    ['y\n', ''],
  ])('says of %j what counts, where it is no clear answer', async (stdin, expected) => {
    const { stdio, stderr } = someStdio({ stdin, isTTY: true });
    await ask('Send 3 updates?', stdio, new AbortController().signal);
    expect(stderr()).toBe(`Send 3 updates? [y/N] ${expected}`);
  });

  it('asks on standard error, since standard output is for data', async () => {
    const { stdio, stdout, stderr } = someStdio({ stdin: 'y\n', isTTY: true });
    await ask('Send 3 updates?', stdio, new AbortController().signal);
    expect({ stdout: stdout(), stderr: stderr() }).toEqual({ stdout: '', stderr: 'Send 3 updates? [y/N] ' });
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
