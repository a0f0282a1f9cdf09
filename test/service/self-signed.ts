import { generateKeyPairSync, sign } from 'node:crypto';

interface CertificateOptions {
  readonly host?: string;
  /** `YYMMDDhhmmssZ` */
  readonly validUntil?: string;
}

/** A fresh key and a certificate that nobody but it vouches for, made here so that no key lies about in a file. */
export function createSelfSigned({
  host = 'localhost',
  validUntil = '491231235959Z',
}: CertificateOptions = {}): {
  readonly key: string;
  readonly cert: string;
} {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'));
  const name = sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from(host)))));
  const validity = sequence(utcTime('200101000000Z'), utcTime(validUntil));
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  const version3 = der(0xa0, der(0x02, Buffer.of(2)));
  const alternativeName = sequence(oid('551d11'), der(0x04, sequence(der(0x82, Buffer.from(host)))));
  const extensions = der(0xa3, sequence(alternativeName));
  const serial = der(0x02, Buffer.of(1));
  const certified = sequence(version3, serial, ecdsaWithSha256, name, validity, name, spki, extensions);
  const signature = der(0x03, Buffer.concat([Buffer.of(0), sign('sha256', certified, privateKey)]));
  const text = sequence(certified, ecdsaWithSha256, signature).toString('base64');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${text}\n-----END CERTIFICATE-----\n`,
  };
}

/** ASN.1 in DER: a tag, the length, the content. */
function der(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.of(tag, ...size), content]);
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return der(0x30, Buffer.concat(parts));
}

function oid(hex: string): Buffer {
  return der(0x06, Buffer.from(hex, 'hex'));
}

function utcTime(text: string): Buffer {
  return der(0x17, Buffer.from(text));
}
