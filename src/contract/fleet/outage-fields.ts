import { z } from 'zod';

/** What became of the messages of one outage; those that were overtaken are not counted. */
export const deliveryCountsSchema = z.object({
  sent: z.int().meta({ examples: [2] }),
  waiting: z.int().meta({ examples: [0] }),
  failed: z.int().meta({ examples: [0] }),
});

/** The same of the chats that are told that an outage began. */
export const toldChatsSchema = deliveryCountsSchema.extend({
  /** What the messenger calls those that were told, as far as it is known. */
  names: z.array(z.string()).meta({ examples: [['Shop family', 'Somchai']] }),
});
