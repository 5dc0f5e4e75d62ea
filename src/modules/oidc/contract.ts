/** Proving again at the OpenID provider whose a session is. */
import { z } from 'zod';
import { oneAnswer } from '../../contract/fields.ts';
import { shape } from '../../contract/shape.ts';

export const oidcProofAnswerSchema = shape(() =>
  oneAnswer(
    z.object({
      /** Where the browser goes. */
      url: z.string().meta({ examples: ['https://id.example/authorize?client_id=faiwatch'] }),
    }),
  ),
);
