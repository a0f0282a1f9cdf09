import { describe, expect, it } from 'vitest';
import { KeyRefusedError, ServiceError } from '../../../src/domain/errors.ts';
import { Secret } from '../../../src/domain/secret.ts';
import { nameKeyPlace } from '../../../src/run/job/account.ts';

const key = new Secret('secret-4f3c2b1a', 'PRICESHEET_API_KEY in .env');

describe('nameKeyPlace', () => {
  it('says of a refused key where it comes from, and nothing of it', () => {
    const named = nameKeyPlace(new KeyRefusedError('Cannot go on: no', { hint: 'Check the API key' }), key);
    expect(named).toBeInstanceOf(KeyRefusedError);
    expect(named).toMatchObject({
      message: 'Cannot go on: no',
      hint: 'Check the API key. The key comes from PRICESHEET_API_KEY in .env; pricesheet doctor checks it',
    });
  });

  it('leaves everything else as it is', () => {
    const refused = new KeyRefusedError('no');
    for (const stop of [undefined, new ServiceError('it broke'), new TypeError('bug')])
      expect(nameKeyPlace(stop, key)).toBe(stop);
    expect(nameKeyPlace(refused, new Secret('x'))).toBe(refused);
  });
});
