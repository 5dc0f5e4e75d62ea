import { z } from 'zod';
import { shape } from '../shape.ts';

/** The outcomes of the messages of one outage. Messages that were no longer needed are not counted. */
export const deliveryCountsSchema = shape(() =>
  z.object({
    sent: z.int().meta({ examples: [2] }),
    waiting: z.int().meta({ examples: [0] }),
    failed: z.int().meta({ examples: [0] }),
  }),
);

/** The outcomes of the first messages of one outage, by chat. */
export const toldChatsSchema = shape(() =>
  deliveryCountsSchema().extend({
    /** Names of the chats that were told, as far as they are known. */
    names: z.array(z.string()).meta({ examples: [['Shop family', 'Somchai']] }),
  }),
);
