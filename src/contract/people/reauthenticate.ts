/** Proving again whose a session is, before calls that change who may come in. */

import { z } from 'zod';
import { oneAnswer } from '../fields.ts';
import { shape } from '../shape.ts';
import { totpCodeSchema } from './account.ts';
import { oidcLoginSchema, passwordText } from './auth.ts';
import { authenticationResponseSchema, requestOptionsSchema } from './webauthn.ts';

export const reauthenticateSchema = shape(() =>
  z
    .strictObject({
      password: passwordText.optional(),
      /** Of the authenticator app. */
      code: totpCodeSchema().shape.code.optional(),
      /** The browser's answer to the options. */
      passkey: authenticationResponseSchema().optional(),
      /** From `/admin/again#oidc=CODE`, to which the OpenID provider sent the browser back. */
      oidc: oidcLoginSchema().shape.code.optional(),
    })
    .refine((given) => Object.keys(given).length === 1, 'must hold exactly one proof')
    .meta({ examples: [{ password: 'a long and private sentence' }] }),
);

export const passkeyProofAnswerSchema = shape(() => oneAnswer(requestOptionsSchema()));
