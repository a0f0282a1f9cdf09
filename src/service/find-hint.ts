import { ProxyFault } from './open-proxy.ts';

const OWN_AUTHORITY =
  'If the service or a proxy uses its own certificate authority, set NODE_EXTRA_CA_CERTS to the file with its certificate';

const HINTS: readonly (readonly [code: RegExp, hint: string])[] = [
  [
    /^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/,
    'Check the clock of this machine; if it is right, the service has to fix its certificate',
  ],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, 'Check the host in the base URL (--base-url or PRICESHEET_BASE_URL)'],
  [/^(CERT_|DEPTH_ZERO_|ERR_TLS_CERT_|SELF_SIGNED_|UNABLE_TO_)/, OWN_AUTHORITY],
  [/^ENOTFOUND$/, 'Check the host in the base URL (--base-url or PRICESHEET_BASE_URL)'],
  [/^(EMFILE|ENFILE)$/, 'Allow more open files (ulimit -n), or pass a lower --concurrency'],
  [/^EAI_AGAIN$/, 'The name server did not answer: check the network of this machine, and run again later'],
];

/** What to do about a failed connection, where its error shows the cause. */
export function findHint(error: unknown): string | undefined {
  if (error instanceof ProxyFault) return error.hint;
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
  return HINTS.find(([pattern]) => code !== undefined && pattern.test(code))?.[1];
}
