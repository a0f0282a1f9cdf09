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
