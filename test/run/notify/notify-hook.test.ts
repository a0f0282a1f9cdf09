import * as disk from 'node:fs';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RunEnding } from '../../../src/report/tally/run-ending.ts';
import { notifyHook } from '../../../src/run/notify/notify-hook.ts';
import { anEnding } from '../../report/support-ending.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const NIGHT = 24 * 3_600_000;

/** A machine on which jobs run night after night; what is posted is lost where somebody says why. */
function aMachine({ hasHome = true } = {}) {
  const folder = hasHome ? join(tempFolder(), 'locks') : undefined;
  let finishedAt = 1_800_000_000_000;
  const sent: string[] = [];
  return {
    told: folder === undefined ? '' : join(folder, '..', 'told'),
    sent,
    night: async (
      fields: Partial<RunEnding>,
      { lost, cwd = '/srv' }: { lost?: string; cwd?: string } = {},
    ) => {
      finishedAt += NIGHT;
      sent.length = 0;
      const notices = await notifyHook(anEnding({ ...fields, finishedAt }), {
        format: 'json',
        shown: 'https://hooks.example/…',
        post: async (body) => {
          sent.push(body);
          return lost;
        },
        redact: (text) => text.replaceAll('key-4f9Q', '[key]'),
        history: undefined,
        folder,
        cwd,
        host: 'shop-1',
        disk,
      });
      const messages = sent.map((body) => JSON.parse(body) as Record<string, unknown>);
      return { told: messages.map(({ state, failures }) => `${state} ${failures}`), notices };
    },
  };
}

const FAILED = { exitCode: 1 };
const UNKNOWN = { exitCode: 2, account: undefined };

describe('notifyHook', () => {
  it('has remembered what is to be told before it is sent', async () => {
    const machine = aMachine();
    let remembered = '';
    await notifyHook(anEnding(FAILED), {
      format: 'slack',
      shown: '',
      post: async () => {
        const [name = ''] = readdirSync(machine.told);
        remembered = readFileSync(join(machine.told, name), 'utf8');
        return undefined;
      },
      redact: (text) => text,
      history: undefined,
      folder: join(machine.told, '..', 'locks'),
      cwd: '/srv',
      host: 'shop-1',
      disk,
    });
    expect(JSON.parse(remembered)).toMatchObject({ version: 2, failing: { failures: 1 } });
  });

  it.each<readonly [string, Partial<RunEnding>]>([
    ['another job', { job: 'stock' }],
    ['another account', { account: { base_url: 'x', key_fingerprint: 'beef' } }],
    ['another command', { command: 'undo' }],
  ])('keeps %s apart', async (_, other) => {
    const { night } = aMachine();
    await night(FAILED);
    expect((await night({ ...FAILED, ...other })).told).toEqual(['first_failure 1']);
    expect((await night(other)).told).toEqual(['recovered 1']);
    expect((await night(FAILED)).told).toEqual(['still_failing 2']);
  });

  it('takes runs of which no account is known for those of the same job that one is known of', async () => {
    const { night, told } = aMachine();
    expect((await night(UNKNOWN)).told).toEqual(['first_failure 1']);
    expect((await night(UNKNOWN)).told).toEqual(['still_failing 2']);
    expect((await night(UNKNOWN, { cwd: '/srv/other' })).told).toEqual(['first_failure 1']);
    expect((await night(FAILED)).told).toEqual(['still_failing 3']);
    expect((await night({})).told).toEqual(['recovered 3']);
    expect(readdirSync(told)).toHaveLength(1);
  });

  it('takes a run whose key was refused for one of which no account is known', async () => {
    const { night, told } = aMachine();
    const refused = { exitCode: 5, account: { base_url: 'x', key_fingerprint: 'beef' } };
    expect((await night(refused)).told).toEqual(['first_failure 1']);
    expect((await night(refused)).told).toEqual(['still_failing 2']);
    expect((await night({})).told).toEqual(['recovered 2']);
    expect(readdirSync(told)).toEqual([]);
  });

  it.each([
    ['nothing', ''],
    ['no JSON', '{"version":1,'],
    ['something else', '[]'],
    ['another version', '{"version":1}'],
    ['no time', '{"version":2,"failing":{"failures":1,"exitCode":1}}'],
    ['no runs', '{"version":2,"failing":{"since":1,"failures":-1,"exitCode":1}}'],
  ])('takes a file with %s in it for none', async (_, text) => {
    const { night, told } = aMachine();
    await night(FAILED);
    const [name = ''] = readdirSync(told);
    writeFileSync(join(told, name), text);
    expect(await night(FAILED)).toEqual({ told: ['first_failure 1'], notices: [] });
  });

  it('tells without a place to remember it in, and says so', async () => {
    const { night } = aMachine({ hasHome: false });
    const notices = [
      'Cannot remember sent notifications, so each failure is reported as the first: there is no home folder to keep it in',
    ];
    expect(await night(FAILED)).toEqual({ told: ['first_failure 1'], notices });
    expect(await night(FAILED)).toEqual({ told: ['first_failure 1'], notices });
    expect(await night({})).toEqual({ told: [], notices: [] });
  });

  it('says it again where the message was lost, and with the failure of a run that failed', async () => {
    const { night, sent } = aMachine();
    const held = { rows: 1, command: 'pricesheet apply r --only r/review.csv' };
    const { notices } = await night({ held }, { lost: 'it answered 500' });
    expect(notices).toEqual([expect.stringContaining('it answered 500')]);
    expect((await night({ held })).told).toEqual(['waiting 0']);
    expect((await night({ held, exitCode: 3 })).told).toEqual(['first_failure 1']);
    expect(JSON.parse(sent[0] ?? '')).toMatchObject({ held });
  });
});
