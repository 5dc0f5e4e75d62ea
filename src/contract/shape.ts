import type { z } from 'zod';

/**
 * A shape that is made when it is first asked for. All of them together take 8 MB and a tenth of the start, and a
 * server is asked for few.
 */
export function shape<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** The type that a shape gives back. */
export type OutputOf<Made extends () => z.ZodType> = z.output<ReturnType<Made>>;

/** The type that a shape accepts. */
export type InputOf<Made extends () => z.ZodType> = z.input<ReturnType<Made>>;
