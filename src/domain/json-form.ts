/** What values in a JSON file may be: how one is known, and what the published JSON Schema and a message say of them. */
export interface JsonForm<T> {
  readonly is: (value: unknown) => value is T;
  /** A value has to be as one of these says. */
  readonly schemas: readonly object[];
  readonly names: string;
}

export type ValueOf<Form> = Form extends JsonForm<infer T> ? T : never;

export const TEXTS = { type: 'array', items: { type: 'string' } };

type Texts = string[];
type OneList<Key extends string> = Key extends string ? Readonly<Partial<Record<Key, Texts>>> : never;

/** One of the words, a list of texts, or an object with such a list under one of the keys: `{"words": ["per dozen"]}`. */
export function wordOrTexts<const Word extends string, const Key extends string = never>(
  words: readonly Word[],
  keys: readonly Key[] = [],
): JsonForm<Word | Texts | OneList<Key>> {
  return {
    is: (value): value is Word | Texts | OneList<Key> =>
      words.some((word) => word === value) ||
      areTexts(value) ||
      keys.some((key) => Object.keys(value ?? {}).join() === key && areTexts(Object(value)[key])),
    schemas: [{ enum: words }, TEXTS, ...keys.map(oneList)],
    names: `${words.join(', ')} or a list of texts`,
  };
}

export const LIST: JsonForm<Texts> = { is: areTexts, schemas: [TEXTS], names: 'a list of texts' };

function areTexts(value: unknown): value is Texts {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

function oneList(key: string): object {
  return { type: 'object', properties: { [key]: TEXTS }, required: [key], additionalProperties: false };
}
