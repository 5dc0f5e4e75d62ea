import { z } from 'zod';

/** Why an outage is there; `silent`: nobody knows yet. */
export const causes = ['mains', 'silent', 'network', 'device', 'unobserved'] as const;

/** What became of the messages of one outage; those that were overtaken are not counted. */
export const deliveryCountsSchema = z.object({
  sent: z.int().meta({ examples: [2] }),
  waiting: z.int().meta({ examples: [0] }),
  failed: z.int().meta({ examples: [0] }),
});
