/** How a customer's home automation, such as Home Assistant, connects over MQTT. */

import { z } from 'zod';
import { changeAnswer, longText, oneAnswer, shortText, timeSchema } from '../../contract/fields.ts';
import { type OutputOf, shape } from '../../contract/shape.ts';

const homeAccountSchema = shape(() =>
  z.object({
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
  }),
);
export type HomeAccountAnswer = OutputOf<typeof homeAccountSchema>;

export const homeAccountAnswerSchema = shape(() => oneAnswer(homeAccountSchema()));
export const homeClosedAnswerSchema = shape(() => changeAnswer(homeAccountSchema()));
/** The only answer that contains the password. */
export const homeOpenedAnswerSchema = shape(() =>
  changeAnswer(
    homeAccountSchema().extend({
      password: z.string().meta({ examples: ['5f0c2a91d7e3b8645f0c2a91d7e3b864'] }),
    }),
  ),
);

/** A broker of the customer's own, to which their sites are published. */
const homeBrokerSchema = shape(() =>
  z.object({
    url: z.string().meta({ examples: ['mqtts://broker.example.com:8883'] }),
    username: z.string().meta({ examples: ['faiwatch'] }),
    /** PEM of the authority that alone is trusted. Null: those of the system. */
    ca: z.string().nullable(),
    /** Null: there is no connection now. */
    connected_since: timeSchema.nullable(),
    /** What is, or was last, wrong there, in its own words. Null: nothing. */
    problem: z
      .string()
      .nullable()
      .meta({ examples: ['Connection refused: Not authorized'] }),
    /** Its code, where it has one; as in `findings` of a refusal. */
    problem_code: z.string().nullable(),
    /** Since when. */
    problem_at: timeSchema.nullable(),
  }),
);
/** Null: there is none. */
export const homeBrokerAnswerSchema = shape(() => oneAnswer(homeBrokerSchema().nullable()));
export const homeBrokerSavedAnswerSchema = shape(() => changeAnswer(homeBrokerSchema().nullable()));
export type HomeBrokerAnswer = OutputOf<typeof homeBrokerSchema>;

export const homeBrokerBodySchema = shape(() =>
  z.strictObject({
    /** `mqtts://host:8883`. `mqtt://`, without TLS, only where the operator allows local addresses. */
    url: shortText(300)
      .min(1, 'is required')
      .meta({ examples: ['mqtts://broker.example.com:8883'] }),
    username: shortText(200).meta({ examples: ['faiwatch'] }),
    /** May be left out where nothing else changes. */
    password: shortText(200)
      .optional()
      .meta({ examples: ['the broker’s password'] }),
    /** PEM of the authority that alone is trusted. Null: those of the system. */
    ca: longText(20_000)
      .regex(/-----BEGIN CERTIFICATE-----/, 'must be a certificate, PEM')
      .nullable()
      .default(null),
  }),
);
