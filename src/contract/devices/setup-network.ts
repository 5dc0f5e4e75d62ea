import { z } from 'zod';
import { oneAnswer } from '../fields.ts';
import { shape } from '../shape.ts';

/** The Wi-Fi that a board opens to be set up. */
const setupNetworkSchema = shape(() =>
  z.object({
    ssid: z.string().meta({ examples: ['FaiWatch-D4E5F6'] }),
    password: z.string().meta({ examples: ['7K3QX9ABCD'] }),
  }),
);

export const setupNetworkAnswerSchema = shape(() => oneAnswer(setupNetworkSchema()));
