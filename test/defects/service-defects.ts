import type { Defect } from './defect.ts';
import { EARLY_CONNECTION, OPEN_SERVICE, SYNC, UNDO } from './test-files.ts';

/** Requests that say something else than was meant, and answers that are misunderstood. */
export const SERVICE_DEFECTS: readonly Defect[] = [
  {
    name: 'currency-omitted',
    file: 'src/service/requests.ts',
    find: "[['currency', currency], ...values] : values",
    put: '[...values] : values',
    cost: 'The service refuses every price, or takes it in a currency of its own choice.',
    caughtBy: [
      { file: OPEN_SERVICE, name: 'the query of an update' },
      { file: 'test/e2e/sync.test.ts', name: 'currency only beside money' },
    ],
  },
  {
    name: 'zero-sent-as-clear',
    file: 'src/service/requests.ts',
    find: 'after === null ? NULLS[nullAs] : String(after)',
    put: 'after ? String(after) : NULLS[nullAs]',
    cost: 'A cost of 0 clears the cost, and repricing that is to be turned off stays on.',
    caughtBy: [{ file: OPEN_SERVICE, name: 'the query of an update for repricing off' }],
  },
  {
    name: 'blind-repeat',
    file: 'src/service/decide-retry.ts',
    find: "return method === 'GET' && !isRedirect(reply) ?",
    put: 'return !isRedirect(reply) ?',
    cost: 'An update whose answer was lost is sent again over what somebody else has set meanwhile.',
    caughtBy: [
      { file: OPEN_SERVICE, name: 'updateListing, whose answer is lost' },
      { file: 'test/service/decide-retry.test.ts', name: 'sends an update again after no answer but 429' },
    ],
  },
  {
    name: 'reset-taken-for-not-sent',
    file: 'src/service/transport.ts',
    find: "new Set(['ECONNREFUSED',",
    put: "new Set(['ECONNRESET', 'UND_ERR_SOCKET', 'ECONNREFUSED',",
    cost: 'An update that took effect before the connection broke is sent a second time unseen.',
    caughtBy: [{ file: OPEN_SERVICE, name: 'a reset after it took effect: it is sent once' }],
  },
  {
    name: 'server-error-taken-for-refusal',
    file: 'src/service/reply.ts',
    find: 'UNCLEAR.includes(httpStatus) || httpStatus >= 500;',
    put: 'UNCLEAR.includes(httpStatus);',
    cost: 'An update that took effect is told as failed, and undo passes over it.',
    caughtBy: [
      { file: 'test/service/reply.test.ts', name: 'does not know what 500 has done' },
      { file: SYNC, name: 'errors after the update took effect' },
    ],
  },
  {
    name: 'given-up-taken-for-refusal',
    file: 'src/service/reply.ts',
    find: '[408, 409, 499]',
    put: '[408, 409]',
    cost: 'An update that a proxy took for given up is told as failed, though the service has it.',
    caughtBy: [
      { file: 'test/service/reply.test.ts', name: 'does not know what 499 has done' },
      { file: UNDO, name: 'behind a proxy that answers 499' },
    ],
  },
  {
    name: 'other-listing-believed',
    file: 'src/service/open-service.ts',
    find: 'isSameId(id, update.id) ? undefined :',
    put: 'update.id !== undefined ? undefined :',
    cost: 'An answer about another listing counts as the proof of an update.',
    caughtBy: [{ file: OPEN_SERVICE, name: 'another listing: it is sent once and returned as lost' }],
  },
  {
    name: 'refused-key-goes-on',
    file: 'src/service/decide-retry.ts',
    find: '(reply.httpStatus === 401 || reply.httpStatus === 403)',
    put: '(reply.httpStatus === 403)',
    cost: 'A run with a key that was withdrawn goes on asking, row by row, until the account is locked.',
    caughtBy: [
      { file: 'test/service/exchange.test.ts', name: 'a refused key ends everything at once: 401' },
      { file: 'test/e2e/ends.test.ts', name: 'a refused key: exit code' },
    ],
  },
  {
    name: 'retry-after-ignored',
    file: 'src/service/exchange.ts',
    find: '!exceedsMaxPause(reply) ? reply.retryAfterMs : undefined',
    put: '!exceedsMaxPause(reply) ? undefined : undefined',
    cost: 'A service that asks for a pause is asked again at once, until it shuts the account out.',
    caughtBy: [{ file: 'test/service/exchange.test.ts', name: 'wins over the backoff' }],
  },
  {
    name: 'redirect-followed',
    file: 'src/service/transport.ts',
    find: 'await collectAnswer(dispatcher, request, { timeoutMs, clock })',
    put: "await collectAnswer(dispatcher.compose((await import('undici')).interceptors.redirect({ maxRedirections: 2 })), request, { timeoutMs, clock })",
    cost: 'Prices and the key go to whatever address an answer names.',
    caughtBy: [{ file: OPEN_SERVICE, name: 'it is sent once, and nothing follows it' }],
  },
  {
    name: 'read-only-client-sends',
    file: 'src/service/open-service.ts',
    find: "if (request.method === 'GET') return send(request);",
    put: "if (request.path !== '') return send(request);",
    cost: 'Nothing but care keeps a dry run from changing prices.',
    caughtBy: [{ file: OPEN_SERVICE, name: 'read only can list, and sends no update' }],
  },
  {
    name: 'ids-not-validated',
    file: 'src/service/documented-listing.ts',
    find: "z.string().refine(isListingId, 'not a UUID')",
    put: 'z.string()',
    cost: 'An id such as "../strategies" leads an update to another address.',
    caughtBy: [{ file: OPEN_SERVICE, name: 'ids that are none' }],
  },
  {
    name: 'amount-with-a-fraction',
    file: 'src/service/read-listing.ts',
    find: 'Number.isSafeInteger(value)',
    put: "typeof value === 'number'",
    cost: 'Half a cent that the service tells becomes a bound, or what a guard rule compares with.',
    caughtBy: [{ file: 'test/service/schemas.test.ts', name: 'refuses cost of 12.99' }],
  },
  {
    name: 'id-with-a-tail',
    file: 'src/domain/listing.ts',
    find: '-[0-9a-f]{12}$/i',
    put: '-[0-9a-f]{12}/i',
    cost: 'An id such as "…?cost=1" brings parameters of its own into an update.',
    caughtBy: [
      { file: 'test/domain/listing.test.ts', name: 'refuses "0f8fad5b-d9cb-469f-a165-70867728950e?cost=1"' },
      { file: OPEN_SERVICE, name: '?cost=1" from the service never becomes part of a URL' },
    ],
  },
  {
    name: 'other-case-taken-for-other-listing',
    file: 'src/domain/listing.ts',
    find: 'one === other || one.toLowerCase() === other.toLowerCase()',
    put: 'one === other',
    cost: 'Every update of a service that writes ids in capitals is told as lost.',
    caughtBy: [{ file: OPEN_SERVICE, name: 'takes an id for the same one in another letter case' }],
  },
  {
    name: 'cached-lists-believed',
    file: 'src/service/transport.ts',
    find: 'headers: headersOf[method],',
    put: 'headers,',
    cost: 'A cache answers the reading back with an old list, and an update that took effect is told as failed.',
    caughtBy: [{ file: 'test/service/transport.test.ts', name: 'asks every cache on the way to stand back' }],
  },
  {
    name: 'escapes-run-out-of-stack',
    file: 'src/service/find-repeated-name.ts',
    find: `  let at = json.indexOf('"', opening + 1);
  while (at >= 0 && isEscaped(json, at)) at = json.indexOf('"', at + 1);
  return at < 0 ? json.length : at;`,
    put: `  const rest = /"[^"\\\\]*(?:\\\\.[^"\\\\]*)*"/y;
  rest.lastIndex = opening;
  rest.test(json);
  return rest.lastIndex - 1;`,
    cost: 'One answer with millions of escapes ends the run as a bug, in the middle of its updates.',
    caughtBy: [
      { file: 'test/service/find-repeated-name.test.ts', name: 'a text of millions of backslashes' },
    ],
  },
  {
    name: 'late-request-leaves',
    file: 'src/service/collect-answer.ts',
    find: '    if (this.#late) controller.abort(this.#late);',
    put: '',
    cost: 'An update that waited past its deadline for a connection goes out all the same, when nobody waits for its answer.',
    caughtBy: [
      { file: 'test/service/transport.test.ts', name: 'keeps a request from leaving that waited past it' },
    ],
  },
  {
    name: 'quote-escaped-by-escaped-backslash',
    file: 'src/service/find-repeated-name.ts',
    find: `  while (json.charCodeAt(before) === BACKSLASH) before--;`,
    put: `  if (json.charCodeAt(before) === BACKSLASH) before--;`,
    cost: 'A name that stands twice behind a text that ends in a backslash goes unseen, and with it which cost is meant.',
    caughtBy: [{ file: 'test/service/find-repeated-name.test.ts', name: 'finds it in' }],
  },
  {
    name: 'key-in-a-url-overlooked',
    file: 'src/domain/secret.ts',
    find: ".join('|')})`, 'i');",
    put: ".join('|')})`);",
    cost: 'A proxy that writes the key as URLs have it, in capitals, puts it into the log and onto the screen.',
    caughtBy: [{ file: 'test/domain/secret.test.ts', name: 'finds a key of which nothing but' }],
  },
  {
    name: 'endless-pages',
    file: 'src/service/list-pages.ts',
    find: `    if (first && fresh.length === 0 && !isDoubtful) throw cameTwice(first.id, what);
    yield fresh;
    const next = data.at(-1)?.id;
    // What the empty page came after is still there: then nothing comes after it.
    if (!has_more || (isDoubtful && next === cursor)) return;
    if (next === undefined)
      throw new ServiceError(\`Cannot list \${what}: a page announces more pages but is empty\`);
    if (cursors.includes(next)) throw cameTwice(next, what);`,
    put: `    yield fresh;
    const next = data.at(-1)?.id;
    if (!has_more || (first === undefined && next === cursor)) return;
    if (next === undefined)
      throw new ServiceError(\`Cannot list \${what}: a page announces more pages but is empty\`);`,
    cost: 'A lookup goes round and round, as long as it is let.',
    caughtBy: [
      {
        file: 'test/service/list-pages.test.ts',
        name: 'fails on a page that is the first one over and over',
      },
    ],
  },
  {
    name: 'broken-list-ends-quietly',
    file: 'src/service/list-pages.ts',
    find: ' === undefined)\n      throw',
    put: ' === undefined) return;\n    if (false as boolean)\n      throw',
    cost: 'Listings behind a broken page are told as not listed.',
    caughtBy: [
      {
        file: 'test/service/list-pages.test.ts',
        name: 'fails on a page that promises more and holds nothing',
      },
      { file: OPEN_SERVICE, name: 'a page that promises more and holds nothing' },
    ],
  },
  {
    name: 'sku-filter-trusted',
    file: 'src/service/open-service.ts',
    find: 'isWanted: (listing: Listing) => listing.sku === sku,',
    put: 'isWanted: (_listing: Listing) => true,',
    cost: 'Where the service ignores its filter the whole account stands behind every SKU.',
    caughtBy: [{ file: OPEN_SERVICE, name: 'never takes a listing of another SKU for a match' }],
  },
  {
    name: 'key-in-error-text',
    file: 'src/service/open-service.ts',
    find: 'redact: options.apiKey.redact,',
    put: 'redact: (text) => text,',
    cost: 'The key stands in results.csv, which is mailed around.',
    caughtBy: [
      { file: 'test/service/key-secrecy.test.ts', name: 'in the message of an error, plain' },
      { file: 'test/e2e/commands.test.ts', name: 'shows the key nowhere' },
    ],
  },
  {
    name: 'key-cut-before-it-is-known',
    file: 'src/service/reply.ts',
    find: 'lost(shorten(redact(unreadable)))',
    put: 'lost(redact(shorten(unreadable)))',
    cost: 'The first half of the key stands in results.csv and in the log.',
    caughtBy: [{ file: 'test/service/key-secrecy.test.ts', name: 'a long encoding, where it is cut, plain' }],
  },
  {
    name: 'key-in-log',
    file: 'src/run/folder/open-log.ts',
    find: 'redact(line.trimEnd())',
    put: 'line.trimEnd()',
    cost: 'The key stands in the log that is sent to support.',
    caughtBy: [{ file: 'test/run/folder/open-log.test.ts', name: 'never writes the key' }],
  },
  {
    name: 'pace-ignored',
    file: 'src/service/request-queue.ts',
    find: 'if (at > now) {',
    put: 'if (at > now + 1e9) {',
    cost: 'The service is asked as fast as the network goes, until it shuts the account out.',
    caughtBy: [
      {
        file: 'test/service/pacer.test.ts',
        name: 'createPacer: the rate in every second holds for any demand',
      },
    ],
  },
  {
    name: 'late-timers-bunch-requests',
    file: 'src/service/sliding-window.ts',
    find: 'opensAt: () => freeAt[left % perWindow] ?? Number.NEGATIVE_INFINITY,',
    put: 'opensAt: () => Number.NEGATIVE_INFINITY,',
    cost: 'Timers that come late send more than --rate in a second, and the service refuses or shuts the account out.',
    caughtBy: [
      { file: 'test/service/pacer.test.ts', name: 'the rate in every second holds where timers come late' },
      { file: 'test/service/pacer-simulation.test.ts', name: 'never sends more than --rate in a second' },
    ],
  },
  {
    name: 'one-refusal-cuts-many-times',
    file: 'src/service/learned-rate.ts',
    find: "if (permit.index < newsFrom) return 'known';",
    put: "if (permit.index < 0) return 'known';",
    cost: 'One moment of too many requests makes a run crawl: each refusal of those under way cuts the pace again.',
    caughtBy: [
      {
        file: 'test/service/pacer.test.ts',
        name: 'says it once for the requests that were on their way together',
      },
    ],
  },
  {
    name: 'probes-all-at-once',
    file: 'src/service/pacer.ts',
    find: 'return probing.index === undefined ? allowedAt : Number.POSITIVE_INFINITY;',
    put: 'return allowedAt;',
    cost: 'A service that refuses everything gets all that wait thrown at it each time it is tried again.',
    caughtBy: [{ file: 'test/service/pacer.test.ts', name: 'but for one probe at a time that asks for all' }],
  },
  {
    name: 'limits-told-not-heard',
    file: 'src/service/transport.ts',
    find: 'limits: findLimits(answer.headers),',
    put: 'limits: undefined,',
    cost: 'A service that says how many requests remain is asked until it refuses, night after night.',
    caughtBy: [
      {
        file: 'test/service/exchange.test.ts',
        name: 'of a service that tells of its limit is never asked too much',
      },
    ],
  },
  {
    name: 'closed-connection-taken',
    file: 'src/service/transport.ts',
    find: '    await turn();\n    await turn();\n',
    put: '',
    cost: 'A service that closes idle connections at once makes the first update of a run unconfirmed.',
    caughtBy: [{ file: EARLY_CONNECTION, name: 'fails no request where the service' }],
  },
  {
    name: 'early-failure-believed',
    file: 'src/service/transport.ts',
    find: 'if (early === begun) early = undefined;',
    put: '',
    cost: 'A run ends at a service that was down for a moment, while the sheet was read.',
    caughtBy: [{ file: EARLY_CONNECTION, name: 'is forgotten if it failed before the first request' }],
  },
  {
    name: 'early-connection-left-open',
    file: 'src/service/transport.ts',
    find: '    sockets.destroy();\n',
    put: '',
    cost: 'A run that has ended stays until a connection has come about or not, and keeps the next one waiting.',
    caughtBy: [{ file: EARLY_CONNECTION, name: 'is given up on close, even while it is coming about' }],
  },
  {
    name: 'early-request-written',
    file: 'src/service/open-connection.ts',
    find: "        throw new Error('Only the connection was wanted');\n",
    put: '',
    cost: 'A sheet that cannot be read costs a request that was never wanted.',
    caughtBy: [
      { file: EARLY_CONNECTION, name: 'is there before the first request, carries nothing' },
      { file: 'test/run/early-connection.test.ts', name: 'sends nothing for a sheet that can’t be read' },
    ],
  },
];
