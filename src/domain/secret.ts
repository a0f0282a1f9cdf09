import { inspect } from 'node:util';

/** Text with every form of a secret in it replaced. */
export type Redact = (text: string) => string;

const PLACEHOLDER = '[key]';

/**
 * An API key that doesn't print: string conversion, JSON and `util.inspect` show a placeholder, and only `reveal` gives
 * the key itself.
 */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  reveal(): string {
    return this.#value;
  }

  /** Replaces the key in text from elsewhere: as it is, as it stands in a Basic header, and as a URL would hold it. */
  readonly redact: Redact = (text) =>
    this.#forms().reduce((redacted, form) => redacted.replaceAll(form, PLACEHOLDER), text);

  #forms(): readonly string[] {
    const value = this.#value;
    const inJson = JSON.stringify(value).slice(1, -1);
    const inUrl = encodeURIComponent(value);
    const forms = [
      base64(`${value}:`),
      base64(value),
      inUrl,
      inUrl.replace(/%../g, (percent) => percent.toLowerCase()),
      inJson,
      value,
    ];
    return forms.flatMap((form) => [form, form.replace(/=+$/, '')]);
  }

  toString(): string {
    return PLACEHOLDER;
  }

  toJSON(): string {
    return PLACEHOLDER;
  }

  [inspect.custom](): string {
    return PLACEHOLDER;
  }
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}
