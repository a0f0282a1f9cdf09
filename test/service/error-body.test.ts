import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readErrorBody } from '../../src/service/reply.ts';
import { runs } from '../support/runs.ts';

const SAYS_NOTHING = { message: undefined, param: undefined };

type Row = readonly [name: string, body: unknown, message: string | undefined, param?: string];

const bodies: readonly Row[] = [
  ['nested', { error: { message: 'Bad cost', param: 'cost' } }, 'Bad cost', 'cost'],
  ['flat', { message: 'Bad cost', param: 'cost' }, 'Bad cost', 'cost'],
  ['nested, message null', { error: { message: null, param: 'cost' } }, undefined, 'cost'],
  ['flat, both null', { message: null, param: null }, undefined],
  ['message as an object', { error: { message: { text: 'x' }, param: ['cost'] } }, undefined],
  ['blank message and param', { message: ' \n ', param: '' }, undefined],
  ['fields with the names of built-ins', { __proto__: { message: 'x' }, toString: 'y' }, undefined],
  ['JSON that is cut off', '{"message":"Bad', '{"message":"Bad'],
  ['nothing', '', undefined],
  ['a page', '<html><body><h1>502</h1><p>Bad Gateway</p></body></html>', '502 Bad Gateway'],
  [
    'a page with script and style',
    '<!doctype html><style>p { color: red }</style><SCRIPT type="x">if (a < b) alert("x")</SCRIPT><p>Down</p><script>late()</script>',
    'Down',
  ],
  ['a tag that is never closed', 'Down <b', 'Down <b'],
  ['control characters', { message: 'a\u0000b\u001b[31mc\u0007\u0085d\u007fe' }, 'a b [31mc d e'],
  ['letters beyond ASCII', { message: 'Ungültig: 茶碗 🫖' }, 'Ungültig: 茶碗 🫖'],
];

function toText(body: unknown): string {
  return typeof body === 'string' ? body : JSON.stringify(body);
}

describe('readErrorBody', () => {
  it.each(bodies)('%s', (_, body, message, param) => {
    expect(readErrorBody(toText(body))).toEqual({ message, param });
  });

  it('gets along with JSON as deep as it comes', () => {
    const depth = 200_000;
    expect(readErrorBody(`${'['.repeat(depth)}${']'.repeat(depth)}`)).toEqual(SAYS_NOTHING);
    expect(readErrorBody(`${'{"error":'.repeat(depth)}null${'}'.repeat(depth)}`)).toEqual(SAYS_NOTHING);
    expect(readErrorBody('['.repeat(depth)).message).toMatch(/^\[+$/);
  });

  it.each([
    ['line breaks before a word', `${'\n'.repeat(4_000_000)}x`],
    ['tags that are never closed', '<'.repeat(100_000)],
    ['scripts that are never closed', '<script>'.repeat(50_000)],
  ])('is done at once with a huge body of %s', (_, body) => {
    expect((readErrorBody(body).message ?? '').length).toBeLessThanOrEqual(4096);
  });

  const said = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom('<', '>', '/', 'script', 'style', ' ', '\n', 'a', '"', '{', '}') }),
    fc.json(),
    fc
      .record({ error: fc.jsonValue(), message: fc.jsonValue(), param: fc.jsonValue() }, { requiredKeys: [] })
      .map((body) => JSON.stringify(body)),
    fc.jsonValue().map((value) => JSON.stringify({ error: { message: value, param: value } })),
  );

  it('never throws, and gives text on one line or nothing', () => {
    fc.assert(
      fc.property(said, (body) => {
        for (const text of Object.values(readErrorBody(body))) {
          if (text === undefined) continue;
          expect(typeof text).toBe('string');
          expect(text).not.toMatch(/^\s|\p{Cc}|\s$|^$/u);
        }
      }),
      { numRuns: runs(500) },
    );
  });
});
