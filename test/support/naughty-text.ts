export interface NaughtyText {
  readonly kind: string;
  readonly text: string;
}

/** Text that does something where it is not expected: to a screen, a spreadsheet, a line, a path, a pattern, an object. */
export const NAUGHTY_TEXTS: readonly NaughtyText[] = Object.entries(collect()).flatMap(([kind, texts]) =>
  [...new Set(texts)].map((text) => ({ kind, text })),
);

/** Texts that a sheet can hold as a SKU: neither a control character nor half of one, no blank at its ends, no mark of a total. */
export const NAUGHTY_SKUS: readonly string[] = unique(
  NAUGHTY_TEXTS.filter(({ kind }) => kind !== 'halves').map(({ text }) => text.trim()),
).filter((text) => text !== '' && text !== '*' && !/\p{Cc}/u.test(text));

/** Texts that a sheet can hold in a SKU cell, and that can't be used as a SKU. */
export const UNUSABLE_SKUS: readonly string[] = unique(NAUGHTY_TEXTS.map(({ text }) => text.trim())).filter(
  (text) => /\p{Cc}/u.test(text) && !text.includes('\0'),
);

function collect(): Readonly<Record<string, readonly string[]>> {
  const controls = [...range(0x01, 0x1f), ...range(0x7f, 0x9f)].map(character);
  const invisible = [
    ...'ad 34f 61c 115f 1160 17b4 180e 3164 fe00 feff ffa0 fff9 fffb e0001 e0041 e007f e0100 1d173'
      .split(' ')
      .map((code) => Number.parseInt(code, 16)),
    ...range(0x200b, 0x200f),
    ...range(0x2028, 0x202e),
    ...range(0x2060, 0x206f),
  ].map(character);
  const starters = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];
  const heads = ['', "'", "''", '"', ' ', '\u00a0', '\u200b', '\ufeff', `"'`, '\u3000', '\t'];
  return {
    controls: controls.flatMap((each) => [`A${each}B`, `${each}[31mB`]),
    sequences: between(
      '\u001b[2J\u001b[1;1H · \u001b]0;title\u0007 · \u001b]8;;http://example.com\u0007click\u001b]8;;\u0007 · \u009b31mred',
      '\u001bP1$r\u001b\\ · \u001b[6n · \u009d0;t\u009c · a\rDone: all well · \u001b[?1049h · line one\nDone: 5 updated',
      '\b\b\b\b · \u001b(0lqqk · \u001bc · \u001b[41;5mX',
    ),
    invisible: invisible.flatMap((each) => [`A${each}B`, `${each}C${each}`]),
    direction: between(
      '\u202e99.21\u202c · abc\u2066def\u2069 · \u200fMUG · אבג 12 · مرحبا · evil\u202egpj.exe · \u061c-5',
    ),
    tags: [
      [...'hidden']
        .map((letter) => character(0xe0000 + letter.charCodeAt(0)))
        .join('')
        .concat('X'),
    ],
    halves: ['\ud800', 'a\udfffb', '\udc00\ud800', 'x\ud83d'],
    marks: [`Z${'\u0301'.repeat(40)}`, `e${'\u0489\u0334'.repeat(500)}`, 'e\u0301', 'Việt', '\u0301first'],
    long: [
      'x'.repeat(5000),
      'ab '.repeat(2000).trim(),
      '😀'.repeat(400),
      '('.repeat(3000),
      `${'a'.repeat(3000)}!`,
      '='.repeat(2000),
    ],
    formulas: [
      ...starters.flatMap((starter) => heads.map((head) => `${head}${starter}1+cmd|' /C calc'!A0`)),
      ...starters,
      ...words(
        `-5 +5 -1.5 '-5 '=5 ="0005"x =HYPERLINK("http://example.com","x") @SUM(A1) -2+3 ' '' " "" "=1" ='1'`,
      ),
      ...[' -5', '\n=1', '\r=1'],
    ],
    separators: [...words('a,b a;b a|b a"b a,"b "," ;"=1"; #N/A TRUE 1E5 00012 1/2'), ...['a\tb', 'a\r\nb']],
    patterns: words(String.raw`(a+)+$ .* [ ] ( \ ^$ a{1000000000} (?<x> $& $' $1 \1 ? * a|b| \u{1b}`),
    objects: [
      ...words(
        '__proto__ constructor toString hasOwnProperty prototype valueOf __defineGetter__ then length',
      ),
      ...words('null undefined NaN true 0 -0 Infinity {} []'),
      '[object Object]',
    ],
    paths: [
      ...words(
        String.raw`.. ../../etc/passwd /etc/passwd \\server\share C:\x CON NUL name. aux.csv ~ ~root -rf`,
      ),
      'a b ',
    ],
    shells: between(
      `$(touch x) · \`touch x\` · ; touch x · | touch x · && touch x · $HOME · %PATH% · !! · "; touch x; " · '; touch x; '`,
    ),
    markup: between(
      `<script>alert(1)</script> · &lt; · <!-- · ]]> · {{7*7}} · #{7*7} · %s%n · %00 · %2e%2e%2f · ' OR 1=1 -- · ?a=b&c=d#e`,
      '</script><script>document.title="owned"</script> · </SCRIPT ><img src=x onerror=alert(1)>',
      '<img src=x onerror=alert(1)> · <svg/onload=alert(1)> · "><b onclick=alert(1)>x</b> · javascript:alert(1)',
      `' autofocus onfocus='alert(1) · </title></style></textarea><iframe src="javascript:alert(1)">`,
      '<base href="https://example.com/"> · <meta http-equiv="refresh" content="0">',
      '<link rel=stylesheet href=//example.com/x.css> · </td></tr></table><h1>x · --><!--><script>alert(1)</script>',
      '<!DOCTYPE html><!ENTITY x SYSTEM "file:///etc/passwd"> · <math><mtext><a href="javascript:alert(1)">x',
      '&#60;script&#62;alert(1)&#60;/script&#62; · $\u007balert(1)} · }</style><style>body{display:none}',
      'expression(alert(1)) · [x](javascript:alert(1)) ![x](//example.com/x)',
    ),
    emoji: ['😀', '👨‍👩‍👧', '👍🏽', '🇩🇪', '1️⃣', '❤️', '🏴󠁧󠁢󠁥󠁮󠁧󠁿'],
    scripts: [
      ...words('日本語 می\u200cخواهم ﷺ ß İ ı ﬁ A\u030a \u00c5 \u212b ½ １２ Ω'),
      ...['\ufffd', '\uffff', '\ue000'],
    ],
  };
}

/** Texts of several words, with ` · ` between them. */
function between(...lines: readonly string[]): readonly string[] {
  return lines.flatMap((line) => line.split(' · '));
}

function words(text: string): readonly string[] {
  return text.split(' ');
}

function range(from: number, to: number): readonly number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

function character(code: number): string {
  return String.fromCodePoint(code);
}

function unique(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)];
}
