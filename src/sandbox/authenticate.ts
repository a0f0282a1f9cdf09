import { createHash, timingSafeEqual } from 'node:crypto';
import { Refusal } from './refusal.ts';

/**
 * Makes the check of the `Authorization` header: HTTP Basic, the key as user name, an empty password. Takes the same time wherever two keys
 * differ.
 *
 * Errors: `Refusal` 401 for a missing or wrong header.
 * Source: interface.md section 5; the status is not documented there.
 */
export function createAuthenticator(apiKey: string): (header: string | undefined) => void {
  const expected = digest(`${apiKey}:`);
  return (header) => {
    const credentials = decodeBasic(header);
    if (credentials === undefined) throw refuse('the request carries no HTTP Basic credentials');
    if (!timingSafeEqual(digest(credentials), expected)) throw refuse('the credentials are not known');
  };
}

function decodeBasic(header: string | undefined): string | undefined {
  const encoded = /^basic +([A-Za-z0-9+/]+={0,2}) *$/i.exec(header ?? '')?.[1];
  return encoded === undefined ? undefined : Buffer.from(encoded, 'base64').toString('utf8');
}

/** Hashed so that both sides are of one length, which the comparison needs and which gives no length away. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function refuse(reason: string): Refusal {
  return new Refusal(401, `Cannot authenticate: ${reason}`, {
    headers: { 'www-authenticate': 'Basic realm="sandbox", charset="UTF-8"' },
  });
}
