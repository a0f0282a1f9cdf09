/** The message and parameter of an error body, where found. */
export interface ErrorBody {
  readonly message: string | undefined;
  /** The query parameter at fault. */
  readonly param: string | undefined;
}

/** At most that much of a body that is not JSON is searched for a message. */
const MAX_TEXT = 4096;

/**
 * Reads the body of an error answer. Its shape is not documented: seen are `message` and `param`, flat or under
 * `error`, either of them null; HTML; plain text; and nothing at all.
 */
export function readErrorBody(body: string): ErrorBody {
  const json = parseJson(body);
  if (json === undefined) return { message: tidy(withoutTags(body.slice(0, MAX_TEXT))), param: undefined };
  const holder = isRecord(json) && isRecord(json['error']) ? json['error'] : json;
  if (!isRecord(holder))
    return { message: typeof holder === 'string' ? tidy(holder) : undefined, param: undefined };
  const { message, param, error } = holder;
  return { message: tidy(message ?? error), param: tidy(param) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function withoutTags(html: string): string {
  return html.replace(/<(script|style)\b[\s\S]*?<\/\1>/gi, ' ').replace(/<[^>]*>/g, ' ');
}

function tidy(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  return text === '' ? undefined : text;
}
