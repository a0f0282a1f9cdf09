import { onTestFinished } from 'vitest';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../src/sandbox/start-sandbox.ts';

export {
  AMAZON_CHANNEL,
  anAccount,
  BUY_BOX,
  idOf,
  WALMART_CHANNEL,
  WALMART_LOWEST,
  withComputedBounds,
} from './an-account.ts';

/** A local service for one test, on a real socket. */
export async function testSandbox(options: SandboxOptions): Promise<Sandbox> {
  const sandbox = await startSandbox(options);
  onTestFinished(() => sandbox.close());
  return sandbox;
}

/** The environment that leads the program to a local service, as fast as it can go, and without waiting for manual prices. */
export function envOf({ url, apiKey }: Pick<Sandbox, 'url' | 'apiKey'>): Readonly<Record<string, string>> {
  return {
    PRICESHEET_BASE_URL: url,
    PRICESHEET_API_KEY: apiKey,
    PRICESHEET_RATE: '100000',
    PRICESHEET_FOLLOW_UP: 'false',
  };
}
