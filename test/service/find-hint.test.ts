import { describe, expect, it } from 'vitest';
import { findHint } from '../../src/service/find-hint.ts';
import { ProxyFault } from '../../src/service/open-proxy.ts';

describe('findHint', () => {
  it.each([
    ['CERT_HAS_EXPIRED', /clock/],
    ['CERT_NOT_YET_VALID', /clock/],
    ['ERR_TLS_CERT_ALTNAME_INVALID', /host in the base URL/],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', /NODE_EXTRA_CA_CERTS/],
    ['SELF_SIGNED_CERT_IN_CHAIN', /NODE_EXTRA_CA_CERTS/],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', /NODE_EXTRA_CA_CERTS/],
    ['ENOTFOUND', /host in the base URL/],
    ['EAI_AGAIN', /name server/],
    ['EMFILE', /ulimit -n/],
    ['ENFILE', /ulimit -n/],
  ])('knows what to do about %s', (code, hint) => {
    expect(findHint(Object.assign(new Error('x'), { code }))).toMatch(hint);
  });

  it('passes on what a fault of the proxy says', () => {
    expect(findHint(new ProxyFault('x', 'Check HTTPS_PROXY'))).toBe('Check HTTPS_PROXY');
  });

  it.each([new Error('x'), Object.assign(new Error('x'), { code: 'ECONNRESET' }), 'x', undefined])(
    'knows nothing about %s',
    (error) => {
      expect(findHint(error)).toBeUndefined();
    },
  );
});
