import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

export const SCHEMAS = resolve(import.meta.dirname, '../../docs/schema');

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** A published schema, as it is in `docs/schema/`. */
export function readSchema(name: string): { readonly [key: string]: Json } {
  return JSON.parse(readFileSync(resolve(SCHEMAS, `${name}.schema.json`), 'utf8'));
}

const validators = new Map<string, ValidateFunction>();

/**
 * Where a document differs from the published schema: fields that the schema doesn't describe, and missing ones that it
 * promises. Readers have to ignore unknown fields; here each of them is a mismatch.
 */
export function findMismatches(name: string, document: unknown): readonly string[] {
  const validate =
    validators.get(name) ??
    new Ajv2020({ allErrors: true, formats: FORMATS }).compile(close(readSchema(name)));
  validators.set(name, validate);
  validate(document);
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath || '/'} ${message} ${JSON.stringify(params)}`,
  );
}

const FORMATS = { 'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/ };

/** The schema with every object closed to fields that it doesn't name. */
function close(schema: Json): { readonly [key: string]: Json } {
  return closeAny(schema) as { readonly [key: string]: Json };
}

function closeAny(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(closeAny);
  if (typeof schema !== 'object' || schema === null) return schema;
  const closed = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closeAny(value)]));
  return closed['type'] === 'object' && !('additionalProperties' in closed)
    ? { ...closed, additionalProperties: false }
    : closed;
}
