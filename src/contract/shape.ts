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

/** What a shape accepts and gives back. */
export type OutputOf<Made extends () => z.ZodType> = z.output<ReturnType<Made>>;

/** What a shape is given. */
export type InputOf<Made extends () => z.ZodType> = z.input<ReturnType<Made>>;
