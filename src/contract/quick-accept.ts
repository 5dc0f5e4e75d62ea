import { z } from 'zod';

type Check = (value: unknown) => boolean;

/**
 * Derives a check from a flat object schema. The check is several times quicker than parsing with the
 * schema: heartbeats come more often than all other messages together.
 *
 * The check accepts only a value from JSON.parse that the schema would accept and return unchanged. When
 * the check refuses a value, the schema decides. So the schema stays the single truth. A property test
 * holds the two against each other.
 *
 * @throws Error at start for a schema with an unsupported feature
 */
export function makeQuickAccept<T>(schema: z.ZodType<T>): (value: unknown) => value is T {
  const { type, properties, required, additionalProperties, ...rest } = z.toJSONSchema(schema);
  refuseUnknown(rest, ['$schema']);
  if (type !== 'object' || properties === undefined || additionalProperties !== false) {
    throw new Error('A quick check needs a strict object schema');
  }
  const fields = Object.entries(properties).map(([name, property]) => ({
    name,
    holds: makeCheck(property),
    isRequired: required?.includes(name) === true,
  }));

  return (value): value is T => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
    let known = 0;
    for (const { name, holds, isRequired } of fields) {
      const field = (value as Record<string, unknown>)[name];
      if (field === undefined) {
        if (isRequired) return false;
      } else if (holds(field)) known++;
      else return false;
    }
    return Object.keys(value).length === known;
  };
}

function makeCheck(schema: z.core.JSONSchema._JSONSchema | undefined): Check {
  if (typeof schema !== 'object') throw new Error('A quick check needs a schema of every field');
  // Examples do not decide what is accepted.
  const { type, examples: _, ...rest } = schema;
  switch (type) {
    case 'boolean':
      refuseUnknown(rest, []);
      return (value) => typeof value === 'boolean';
    case 'integer':
    case 'number':
      return makeNumberCheck(rest, type === 'integer');
    case 'string':
      return makeStringCheck(rest);
    default:
      throw new Error(`A quick check knows no ${type}`);
  }
}

function makeNumberCheck(schema: z.core.JSONSchema.BaseSchema, isInteger: boolean): Check {
  const { minimum, maximum, ...rest } = schema;
  refuseUnknown(rest, []);
  if (minimum === undefined || maximum === undefined) {
    throw new Error('A quick check needs the bounds of a number');
  }
  return isInteger
    ? (value) => Number.isSafeInteger(value) && isBetween(value as number, minimum, maximum)
    : (value) => typeof value === 'number' && isBetween(value, minimum, maximum);
}

function isBetween(value: number, minimum: number, maximum: number): boolean {
  return value >= minimum && value <= maximum;
}

function makeStringCheck(schema: z.core.JSONSchema.BaseSchema): Check {
  const { enum: words, minLength = 0, maxLength, pattern, ...rest } = schema;
  refuseUnknown(rest, []);
  if (words !== undefined) {
    return (value) => words.includes(value as string);
  }
  if (pattern === undefined) {
    if (maxLength === undefined) throw new Error('A quick check needs the bounds of a string');
    return (value) =>
      typeof value === 'string' && value.length >= minLength && value.length <= maxLength;
  }
  const regex = new RegExp(pattern);
  const most = maxLength ?? Number.POSITIVE_INFINITY;
  return (value) =>
    typeof value === 'string' &&
    value.length >= minLength &&
    value.length <= most &&
    regex.test(value);
}

function refuseUnknown(rest: object, known: readonly string[]): void {
  const unknown = Object.keys(rest).filter((key) => !known.includes(key));
  if (unknown.length > 0) throw new Error(`A quick check knows no ${unknown.join(', ')}`);
}
