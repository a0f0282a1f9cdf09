declare module 'hcl2-parser' {
  /** The text as an object, blocks as lists in objects by their labels; or an error instead. */
  export function parseToObject(text: string): readonly [object: unknown, error: object | null];
}
