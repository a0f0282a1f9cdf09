import type { Shell } from '../../src/domain/quote-word.ts';

/** What a program gets of a line that is typed into a shell of Windows, by the documented rules of that shell. Throws if the line is more than one command. */
export const WORDS_OF: Readonly<Record<Exclude<Shell, 'posix'>, (line: string) => readonly string[]>> = {
  // Once as it is typed, and once more as the batch file passes it on.
  cmd: (line) => splitArguments(readLine(readLine(expandVariables(line)))),
  powershell: (line) => splitArguments(readPowerShell(line).map(joinArgument).join(' ')),
};

/** Any name without a space is a variable here; an interactive cmd leaves the others as they are. */
function expandVariables(line: string): string {
  return line.replace(/%(\w+)(:[^%]*)?%/g, 'EXPANDED');
}

/** Outside of double quotes a caret takes the meaning from the next character. */
function readLine(line: string): string {
  let read = '';
  let isQuoted = false;
  for (let at = 0; at < line.length; at++) {
    const character = line.charAt(at);
    if (/[\r\n]/.test(character)) throw new Error(`the line ends at ${at}: ${line}`);
    if (character === '"') isQuoted = !isQuoted;
    if (!isQuoted && character === '^') {
      read += line.charAt(++at);
      continue;
    }
    if (!isQuoted && /[&|<>()]/.test(character)) throw new Error(`cmd acts on ${character}: ${line}`);
    read += character;
  }
  if (isQuoted) throw new Error(`a quote is open: ${line}`);
  return read;
}

/** How the runtime of C, and so Node.js, makes words of a command line. */
function splitArguments(line: string): readonly string[] {
  const words: string[] = [];
  let word: string | undefined;
  let isQuoted = false;
  for (let at = 0; at < line.length; ) {
    const slashes = /^\\*/.exec(line.slice(at))?.[0].length ?? 0;
    at += slashes;
    const character = line.charAt(at);
    if (character !== '"') {
      if (slashes > 0) word = (word ?? '') + '\\'.repeat(slashes);
      if (at === line.length) break;
      at++;
      if (!isQuoted && /[ \t]/.test(character)) {
        if (word !== undefined) words.push(word);
        word = undefined;
      } else word = (word ?? '') + character;
      continue;
    }
    word = (word ?? '') + '\\'.repeat(Math.floor(slashes / 2));
    at++;
    if (slashes % 2 === 1) word += '"';
    else if (isQuoted && line.charAt(at) === '"') {
      word += '"';
      at++;
    } else isQuoted = !isQuoted;
  }
  if (isQuoted) throw new Error(`a quote is open: ${line}`);
  return word === undefined ? words : [...words, word];
}

const SINGLE = /['\u2018-\u201b]/;
const DOUBLE = /["\u201c-\u201e]/;

/** Only what quoted words need: everything else that PowerShell would act on is refused. */
function readPowerShell(line: string): readonly string[] {
  const words: string[] = [];
  let at = 0;
  while (at < line.length) {
    if (line.charAt(at) === ' ') at++;
    else if (SINGLE.test(line.charAt(at))) words.push(readSingle());
    else if (DOUBLE.test(line.charAt(at))) words.push(readDouble());
    else words.push(readBare());
  }
  return words;

  function readSingle(): string {
    let word = '';
    for (at++; ; at++) {
      const character = line.charAt(at);
      if (character === '') throw new Error(`a quote is open: ${line}`);
      if (SINGLE.test(character) && !SINGLE.test(line.charAt(++at))) return endWord(word);
      word += character;
    }
  }

  function readDouble(): string {
    let word = '';
    for (at++; ; at++) {
      const character = line.charAt(at);
      if (character === '') throw new Error(`a quote is open: ${line}`);
      const [code, hex = ''] =
        /^\$\(\[char\]::ConvertFromUtf32\(0x([0-9a-f]+)\)\)/.exec(line.slice(at)) ?? [];
      if (code !== undefined) {
        word += String.fromCodePoint(Number.parseInt(hex, 16));
        at += code.length - 1;
      } else if (character === '`') word += line.charAt(++at);
      else if (character === '$') throw new Error(`PowerShell expands $: ${line}`);
      else if (DOUBLE.test(character) && !DOUBLE.test(line.charAt(++at))) return endWord(word);
      else word += character;
    }
  }

  function readBare(): string {
    const [word = ''] = /^[^ ]*/.exec(line.slice(at)) ?? [];
    at += word.length;
    if (!/^[\w.\\/:=-]+$/.test(word)) throw new Error(`PowerShell acts on ${word}: ${line}`);
    if (/^[+-]?\.?\d/.test(word)) throw new Error(`PowerShell takes ${word} for a number`);
    if (/^-[^-]/.test(word)) throw new Error(`PowerShell splits ${word}`);
    return word;
  }

  function endWord(word: string): string {
    if (at < line.length && line.charAt(at) !== ' ') throw new Error(`no space behind a word: ${line}`);
    return word;
  }
}

/** How PowerShell 7.3 and later pass a word on. */
function joinArgument(word: string): string {
  if (word !== '' && !/[\s"]/.test(word)) return word;
  return `"${word.replace(/(\\*)("|$)/g, (_, slashes, quote) => slashes + slashes + (quote && `\\${quote}`))}"`;
}
