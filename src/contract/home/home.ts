/** How a customer's home automation, such as Home Assistant, connects over MQTT. */
import { z } from 'zod';
import { changeAnswer, oneAnswer } from '../fields.ts';

export const homeAccountSchema = z.object({
  /** Null: none may connect. */
  username: z
    .string()
    .nullable()
    .meta({ examples: ['home-1f2e3d4c'] }),
  /** Connections that are open now. */
  connections: z.int().meta({ examples: [1] }),
  /** Where MQTT is served, at the server's own address. */
  mqtt: z.object({
    /** Null: only over the WebSocket. */
    port: z
      .int()
      .nullable()
      .meta({ examples: [1883] }),
    tls: z.boolean(),
    /** Path of the WebSocket, on the port of the pages. */
    path: z.literal('/mqtt'),
  }),
});
export type HomeAccountAnswer = z.infer<typeof homeAccountSchema>;

export const homeAccountAnswerSchema = oneAnswer(homeAccountSchema);
export const homeClosedAnswerSchema = changeAnswer(homeAccountSchema);
/** The only answer that contains the password. */
export const homeOpenedAnswerSchema = changeAnswer(
  homeAccountSchema.extend({
    password: z.string().meta({ examples: ['5f0c2a91d7e3b8645f0c2a91d7e3b864'] }),
  }),
);
