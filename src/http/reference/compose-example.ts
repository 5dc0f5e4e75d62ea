import type { JsonSchema } from './openapi.ts';

const formats: Readonly<Record<string, string>> = {
  'date-time': '2026-11-21T05:00:00.000Z',
  date: '2026-11-21',
  email: 'shop@example.com',
  uri: 'https://example.com/',
};

/**
 * A value that fits a schema: the examples of its fields, or else the simplest one. It serves for reading
 * and for trying out; a test checks each against its schema.
 * @returns undefined if a text has a pattern and no example
 */
export function composeExample(schema: JsonSchema | boolean | undefined): unknown {
  if (typeof schema !== 'object') return undefined;
  const [given] = schema.examples ?? [];
  if (given !== undefined) return given;
  if (schema.const !== undefined) return schema.const;
  if (schema.default !== undefined) return schema.default;
  if (schema.enum !== undefined) return schema.enum[0];
  const choice = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  if (choice.length > 0) return composeExample(choice[0]);
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case 'object':
      return composeObject(schema);
    case 'array': {
      const items = Array.isArray(schema.items) ? schema.items[0] : schema.items;
      const item = composeExample(items);
      return item === undefined ? [] : [item];
    }
    case 'string':
      return composeText(schema);
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 0, 0);
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return undefined;
  }
}

function composeObject(schema: JsonSchema): Record<string, unknown> {
  const example: Record<string, unknown> = {};
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const value = composeExample(property);
    if (value !== undefined) example[name] = value;
  }
  return example;
}

function composeText(schema: JsonSchema): string | undefined {
  if (schema.format !== undefined) return formats[schema.format];
  if (schema.pattern !== undefined && schema.minLength !== 0) {
    // The one pattern every text has: no control characters.
    return schema.pattern.startsWith('^[^') ? 'text' : undefined;
  }
  return 'text';
}
