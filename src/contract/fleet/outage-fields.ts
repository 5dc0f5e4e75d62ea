import { z } from 'zod';

/** What became of the messages of one outage; those that were overtaken are not counted. */
export const deliveryCountsSchema = z.object({
  sent: z.int().meta({ examples: [2] }),
  waiting: z.int().meta({ examples: [0] }),
  failed: z.int().meta({ examples: [0] }),
});
