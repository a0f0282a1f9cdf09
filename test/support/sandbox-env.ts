import type { Sandbox } from '../../src/sandbox/start-sandbox.ts';

/** The environment that leads the program to a local service, as fast as it can go, and without waiting for manual prices. */
export function envOf({ url, apiKey }: Pick<Sandbox, 'url' | 'apiKey'>): Readonly<Record<string, string>> {
  return {
    PRICESHEET_BASE_URL: url,
    PRICESHEET_API_KEY: apiKey,
    PRICESHEET_RATE: '100000',
    PRICESHEET_FOLLOW_UP: 'false',
  };
}
