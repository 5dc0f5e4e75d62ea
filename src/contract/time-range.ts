import { z } from 'zod';
import { shape } from './shape.ts';

/** A moment in a query, ISO 8601 with `Z` or an offset, parsed into epoch ms. */
const momentTextSchema = shape(() =>
  z.iso
    .datetime({ offset: true, error: 'must be a time such as 2026-11-21T05:00:00Z' })
    .max(40, 'must be at most 40 characters')
    .transform((text) => Date.parse(text)),
);

/** `?from=&to=`: from the first moment on and before the second. Either may be left out. */
export const timeRangeShape = shape(() => ({
  from: momentTextSchema()
    .optional()
    .meta({ examples: ['2026-11-01T00:00:00Z'] }),
  to: momentTextSchema()
    .optional()
    .meta({ examples: ['2026-12-01T00:00:00Z'] }),
}));
