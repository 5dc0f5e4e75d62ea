import { z } from 'zod';
import { oneAnswer } from '../fields.ts';

/** The Wi-Fi of a board itself, on which it is configured. */
export const setupNetworkSchema = z.object({
  ssid: z.string().meta({ examples: ['FaiWatch-D4E5F6'] }),
  password: z.string().meta({ examples: ['7K3QX9ABCD'] }),
});

export const setupNetworkAnswerSchema = oneAnswer(setupNetworkSchema);
