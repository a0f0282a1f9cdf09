import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { DOCUMENTS } from '../../src/domain/documents/documents.ts';

export const { toSchema } = (await import('../../scripts/documents.mjs' as string)) as {
  readonly toSchema: (document: object) => { readonly [key: string]: Json };
};

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

export const PUBLISHED: ReadonlyMap<string, { readonly [key: string]: Json }> = new Map(
  Object.entries(DOCUMENTS).map(([name, document]) => [name, toSchema(document)]),
);

const validators = new Map<string, ValidateFunction>();

/**
 * Where a document differs from the published schema: fields that the schema doesn't describe, and missing ones that it
 * promises. Readers have to ignore unknown fields; here each of them is a mismatch.
 */
export function findMismatches(name: string, document: unknown): readonly string[] {
  const validate = validators.get(name) ?? compileClosed(PUBLISHED.get(name) ?? false);
  validators.set(name, validate);
  validate(document);
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath || '/'} ${message} ${JSON.stringify(params)}`,
  );
}

/** Where what a command line printed with `--json` differs from the schema that is published for it. */
export function findMisprints(argv: readonly string[], printed: string): readonly string[] {
  const document = JSON.parse(printed);
  return findMismatches('error' in document ? 'error' : nameOf(argv), document);
}

const ACTIONS = ['show', 'sku', 'chronic', 'prune', 'rebuild'];

function nameOf([command = '', what = '', ...others]: readonly string[]): string {
  if (['sync', 'diff', 'apply', 'undo'].includes(command)) return 'summary';
  if (command === 'list') return `list-${what}`;
  if (command !== 'history') return command;
  if ([what, ...others].includes('--all')) return what === 'prune' ? 'history-prune-all' : 'history-all';
  return `history-${ACTIONS.includes(what) ? what : 'list'}`;
}

function compileClosed(schema: Json): ValidateFunction {
  const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true, formats: FORMATS });
  return ajv.compile(close(schema) as object);
}

const FORMATS = {
  date: /^\d{4}-\d\d-\d\d$/,
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
};

/** The schema with every object closed to fields that it doesn't name. */
function close(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(close);
  if (typeof schema !== 'object' || schema === null) return schema;
  const closed = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, close(value)]));
  return closed['type'] === 'object' && !('additionalProperties' in closed)
    ? { ...closed, additionalProperties: false }
    : closed;
}
