/** A field that an entry of the audit log speaks of. */
export interface Change {
  field: string;
  /** Undefined: it was not there. */
  before: unknown;
  /** Undefined: it is no more. */
  after: unknown;
}

/** Fields that mean nothing to a reader. */
const hidden = new Set(['row', 'id', 'deviceRow', 'tokenHash', 'tokenVersion']);

/**
 * What changed, field by field, in the order in which it was written down. What was empty and stays so is
 * left out, and so is what is the same on both sides.
 */
export function listChanges(before: unknown, after: unknown): Change[] {
  const [was, is] = [toFields(before), toFields(after)];
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .filter((field) => !hidden.has(field))
    .map((field) => ({ field, before: was[field], after: is[field] }))
    .filter(({ before: one, after: other }) => !isSame(one ?? null, other ?? null));
}

function toFields(value: unknown): Readonly<Record<string, unknown>> {
  if (value === null || value === undefined) return {};
  return typeof value === 'object' && !Array.isArray(value) ? { ...value } : { value };
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
