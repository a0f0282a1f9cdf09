import type { Random } from '../../src/sandbox/random.ts';
import type { SimulatedAnswer, SimulatedRequest } from './account.ts';

interface EarlyEndOptions {
  readonly random: Random;
  /** How often a page that is not the last one says that it is. */
  readonly share: number;
  readonly onFault: (fault: string) => void;
}

/** Makes pages of the account say now and then that nothing comes after them; what they hold stays as it is. */
export function createEarlyEnds({ random, share, onFault }: EarlyEndOptions) {
  return ({ path, query }: SimulatedRequest, answer: SimulatedAnswer): SimulatedAnswer => {
    const isPage = path === '/listings' && query.every(([name]) => name !== 'sku');
    if (!isPage || answer.httpStatus !== 200 || !random.chance(share)) return answer;
    const page: { readonly has_more: boolean } = JSON.parse(answer.body);
    if (!page.has_more) return answer;
    onFault('a page of the account says that it is the last one');
    return { ...answer, body: JSON.stringify({ ...page, has_more: false }) };
  };
}
