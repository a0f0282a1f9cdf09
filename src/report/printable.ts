/** Characters that steer a terminal or reorder text: controls, and the marks for direction. */
const STEERING = /[\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/gu;

/** Text from a sheet or the service as one line that can't do anything to a terminal. */
export function printable(text: string): string {
  return text.replace(STEERING, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return `\\u{${code.toString(16)}}`;
  });
}
