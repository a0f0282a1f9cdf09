import type { z } from 'zod';

const SHOWN = 10;

/**
 * Says in sentences what zod found, by place and value: `listings[3] (sku "MUG-01"), cost: must be whole cents or null, it is 12.5`.
 *
 * Shape: at most ten sentences and one that counts the rest.
 */
export function describeIssues(json: unknown, issues: readonly z.core.$ZodIssue[]): readonly string[] {
  const sentences = issues.slice(0, SHOWN).map((issue) => describeIssue(json, issue));
  return issues.length > SHOWN ? [...sentences, `and ${issues.length - SHOWN} more`] : sentences;
}

function describeIssue(json: unknown, issue: z.core.$ZodIssue): string {
  const place = describePlace(json, issue.path);
  if (issue.code === 'unrecognized_keys') {
    return `${issue.path.length === 0 ? '' : `${place}: `}unknown field ${issue.keys.map((key) => `"${key}"`).join(', ')}`;
  }
  const found = valueAt(json, issue.path);
  return `${place}: ${issue.message}, it is ${found === undefined ? 'missing' : shorten(JSON.stringify(found))}`;
}

function describePlace(json: unknown, path: readonly PropertyKey[]): string {
  if (path.length === 0) return 'the whole';
  const [list, index, ...field] = path;
  if (typeof index !== 'number') return path.map(String).join('.');
  const sku = valueAt(json, [list ?? '', index, 'sku']);
  const entry = `${String(list)}[${index}]${typeof sku === 'string' ? ` (sku "${sku}")` : ''}`;
  return field.length === 0 ? entry : `${entry}, ${field.map(String).join('.')}`;
}

function valueAt(json: unknown, path: readonly PropertyKey[]): unknown {
  let value = json;
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = Reflect.get(value, key);
  }
  return value;
}

function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}
