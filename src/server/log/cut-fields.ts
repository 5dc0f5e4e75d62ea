/** Characters that a line has at most of a text that somebody else may have chosen. */
const longest = 200;
const mostFrames = 20;
const mostItems = 20;
const deepest = 4;

/**
 * Control characters but tab and line break, and marks that turn the direction of writing. A terminal obeys
 * some of them, and the journal shows a line with them as binary data.
 */
const active = /[^\P{Cc}\t\n]|[\u2028-\u202e\u2066-\u2069]/gu;

export function cutText(text: string): string {
  const cut = text.length <= longest ? text : `${text.slice(0, longest - 1)}…`;
  return cut.replaceAll(active, '·');
}

/**
 * The part of `value` that is logged. Texts are cut, lists and objects keep their first items. Errors keep kind,
 * message, code, stack and cause: other fields of libraries' errors may contain anything that was sent to
 * them.
 */
export function cutFields(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return cutText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= deepest) return '[…]';
  if (value instanceof Error) return describeError(value, depth);
  if (value instanceof Date) return value;
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  if (Array.isArray(value)) {
    return value.slice(0, mostItems).map((item) => cutFields(item, depth + 1));
  }
  const entries = Object.entries(value).slice(0, mostItems);
  return Object.fromEntries(
    entries.map(([key, item]) => [cutText(key), cutFields(item, depth + 1)]),
  );
}

function describeError(error: Error, depth: number): Record<string, unknown> {
  const { code } = error as { code?: unknown };
  return {
    type: cutText(String(error.name)),
    message: cutText(String(error.message)),
    ...((typeof code === 'string' || typeof code === 'number') && { code: cutFields(code) }),
    stack: framesOf(error).join('\n'),
    ...(error.cause !== undefined && { cause: cutFields(error.cause, depth + 1) }),
  };
}

/** The lines of an error's stack, innermost first, without the message at its beginning. */
export function framesOf({ message, stack = '' }: Error): string[] {
  const frames = stack.slice(Math.max(0, stack.indexOf(message)) + message.length).split('\n');
  return frames
    .filter((line) => /^\s+at /.test(line))
    .slice(0, mostFrames)
    .map((line) => cutText(line.trim()));
}
