import { z } from 'zod';

const must = (what: string) => ({ error: `must be ${what}` });
const text = z.string(must('a text'));
const share = z.exactOptional(z.number(must('a share')).min(0, must('0 to 1')).max(1, must('0 to 1')));
const milliseconds = z.number(must('milliseconds')).nonnegative(must('0 or more'));
const positive = z.number(must('a number')).positive(must('above 0'));
const count = z.int(must('a whole number')).nonnegative(must('0 or more'));
const step = z.int(must('a whole number')).positive(must('1 or more'));
const status = z.int(must('an HTTP status')).min(200, must('200 to 599')).max(599, must('200 to 599'));
const when = z.enum(['before', 'after'], must('"before" or "after"'));
const cents = z.exactOptional(z.int(must('whole cents or null')).nullable());
const flag = z.boolean(must('true or false'));

const fields = z.strictObject({
  status: z.exactOptional(z.enum(['active', 'inactive'], must('"active" or "inactive"'))),
  currency: z.exactOptional(text),
  current_price: cents,
  current_shipping: cents,
  cost: cents,
  minimum_price: cents,
  maximum_price: cents,
  strategy: z.exactOptional(text.nullable()),
  repricing: z.exactOptional(flag),
  manual_price: cents,
});

const match = z.strictObject({
  method: z.exactOptional(text.regex(/^[A-Z]+$/, must('a method in capitals'))),
  path: z.exactOptional(text.startsWith('/', must('a path that begins with "/"'))),
  sku: z.exactOptional(text),
  listing: z.exactOptional(text),
  query: z.exactOptional(z.record(z.string(), z.union([text, flag], must('a text, true or false')))),
});

const answer = z.strictObject({
  status,
  body: z.exactOptional(z.json(must('JSON'))),
  contentType: z.exactOptional(text),
  headers: z.exactOptional(
    z.record(z.string().regex(/^[\w-]+$/), text.regex(/^[\x20-\x7e]*$/, must('plain ASCII'))),
  ),
});

const rule = z.strictObject({
  match: z.exactOptional(match),
  skip: z.exactOptional(count),
  times: z.exactOptional(step),
  when: z.exactOptional(when),
  delayMs: z.exactOptional(milliseconds),
  reset: z.exactOptional(z.literal(true, must('true'))),
  answer: z.exactOptional(answer),
  lateMs: z.exactOptional(milliseconds),
  change: z.exactOptional(
    z.strictObject({ listing: z.exactOptional(text), sku: z.exactOptional(text), set: fields }),
  ),
  ignore: z.exactOptional(z.array(text, must('a list of parameter names')).min(1, must('not empty'))),
  hold: z.exactOptional(fields),
  truncate: z.exactOptional(
    z.strictObject({ bytes: count, contentLength: z.enum(['full', 'cut'], must('"full" or "cut"')) }),
  ),
  drip: z.exactOptional(z.strictObject({ bytes: step, everyMs: milliseconds })),
});

const latencyError = must('milliseconds, or [shortest, longest]');
const latency = z.union(
  [milliseconds, z.tuple([milliseconds, milliseconds]).refine(([low, high]) => low <= high, latencyError)],
  latencyError,
);

/** The JSON shape of faults, strict: an unknown word is a mistake. `Faults` explains the words. */
export const faultsSchema = z.strictObject({
  latencyMs: z.exactOptional(latency),
  rateLimit: z.exactOptional(
    z.strictObject({
      perSecond: positive,
      kind: z.exactOptional(
        z.enum(['bucket', 'fixed-window', 'sliding-log'], must('one of bucket, fixed-window, sliding-log')),
      ),
      burst: z.exactOptional(step),
      windowSeconds: z.exactOptional(positive),
      retryAfter: z.exactOptional(flag),
      headers: z.exactOptional(
        z.enum(['none', 'draft', 'separate', 'x'], must('one of none, draft, separate, x')),
      ),
    }),
  ),
  errors: z.exactOptional(
    z.strictObject({
      before: share,
      after: share,
      status: z.exactOptional(status.min(500, must('500 to 599'))),
    }),
  ),
  resets: z.exactOptional(z.strictObject({ before: share, after: share })),
  errorBody: z.exactOptional(
    z.enum(['nested', 'flat', 'html', 'empty'], must('one of nested, flat, html, empty')),
  ),
  rules: z.exactOptional(z.array(rule, must('a list'))),
});
