import { describe, expect, it, onTestFinished } from 'vitest';
import { openTools } from '../../../src/run/steps/run-job.ts';
import type { ServiceRequest } from '../../../src/service/requests.ts';
import type { Attempt } from '../../../src/service/transport.ts';
import { anUpdateOf } from '../../service/support.ts';
import { cents } from '../../support/builders.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { someHost, someJob } from '../support.ts';

/** The client of a run, and the requests that have left it. */
async function openClient(dryRun: boolean) {
  const asked: string[] = [];
  const send = async ({ method }: ServiceRequest): Promise<Attempt> => {
    asked.push(method);
    return { kind: 'answer', httpStatus: 400, headers: {}, body: '{}' };
  };
  const transport = { send, close: async () => {} };
  const job = await someJob({ settings: { dryRun } });
  const { service } = openTools(job, someHost(tempFolder(), { openTransport: () => transport }));
  onTestFinished(() => service.close());
  return { service, asked };
}

describe('the client of a run', () => {
  const { signal } = new AbortController();
  const update = anUpdateOf(1, { cost: cents(640) });

  it('can only read in a dry run', async () => {
    const { service, asked } = await openClient(true);
    await expect(service.updateListing(update, { signal, attemptsMade: 0 })).rejects.toThrow('read-only');
    await service.listStrategies({ signal }).catch(() => {});
    expect(asked).toEqual(['GET']);
  });

  it('sends updates otherwise', async () => {
    const { service, asked } = await openClient(false);
    await service.updateListing(update, { signal, attemptsMade: 0 });
    expect(asked).toEqual(['POST']);
  });
});
