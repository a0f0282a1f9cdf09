import { z } from 'zod';

/** The published JSON Schema of a document: open to fields that a later version may add, and without the bounds that every number of zod has. */
export function toSchema(document) {
  return z.toJSONSchema(document, {
    io: 'input',
    override({ jsonSchema: schema }) {
      if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
      if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
      if (schema.format) delete schema.pattern;
      delete schema.propertyNames;
    },
  });
}

/** A declaration of what a published schema describes, so that whoever compiles needs no zod. */
export function toDeclaration(name, schema) {
  return `${toComment(schema, '')}export type ${name} = ${toType(schema, schema.$defs, '')};\n`;
}

/** The settings of a table as the options of a program. `schemas`: by the names of the options. */
export function toOptions(schemas) {
  const fields = Object.entries(schemas).map(
    ([name, schema]) =>
      `${toComment(schema, '  ')}  readonly ${name}?: ${toType(schema, {}, '  ')} | undefined;\n`,
  );
  return `{\n${fields.join('')}}`;
}

function toType(schema, defs, indent) {
  const { $ref, anyOf, oneOf, type, items, prefixItems, properties, additionalProperties, required } = schema;
  const typeOf = (part) => toType(part, defs, indent);
  const union = (parts) => `(${parts.join(' | ')})`;
  if ($ref) return typeOf(defs[$ref.split('/').at(-1)]);
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.enum) return union(schema.enum.map((word) => JSON.stringify(word)));
  if (anyOf ?? oneOf) return union((anyOf ?? oneOf).map(typeOf));
  if (Array.isArray(type)) return union(type.map((each) => typeOf({ ...schema, type: each })));
  if (prefixItems) return `readonly [${prefixItems.map(typeOf).join(', ')}]`;
  if (type === 'array') return `readonly ${typeOf(items)}[]`;
  if (type === 'object' && !properties) return `Readonly<Record<string, ${typeOf(additionalProperties)}>>`;
  if (type === 'object') {
    const inner = `${indent}  `;
    const fields = Object.entries(properties).map(([key, part]) => {
      const isThere = required?.includes(key);
      const text = `readonly ${key}${isThere ? '' : '?'}: ${toType(part, defs, inner)}`;
      return `${toComment(part, inner)}${inner}${text};\n`;
    });
    return `{\n${fields.join('')}${indent}}`;
  }
  return type === 'integer' ? 'number' : type;
}

function toComment({ description }, indent) {
  return description ? `${indent}/** ${description.replaceAll('*/', '*\\/')} */\n` : '';
}
