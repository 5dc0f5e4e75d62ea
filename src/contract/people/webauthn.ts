/** Messages between browser and server about passkeys (WebAuthn level 3, section 5.1.8 ff.). */

import { z } from 'zod';
import { shape } from '../shape.ts';

const base64url = (max: number) =>
  z
    .string()
    .max(max, `must be at most ${max} characters`)
    .regex(/^[\w-]*$/, 'must be base64url')
    .meta({ examples: ['AbCd-1234_efgh'] });

const transports = shape(() => z.array(z.string().max(32)).max(10));

/** `PublicKeyCredentialCreationOptionsJSON` and `…RequestOptionsJSON`, handed to the browser unchanged. */
const optionsSchema = shape(() =>
  z.looseObject({ challenge: z.string().meta({ examples: ['AbCd-1234'] }) }),
);
export const creationOptionsSchema = shape(() => optionsSchema());
export const requestOptionsSchema = shape(() => optionsSchema());

const credentialShape = shape(() => ({
  id: base64url(1400),
  rawId: base64url(1400),
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).nullish(),
  /** Empty, as no extensions are asked for. */
  clientExtensionResults: z.record(z.string().max(64), z.unknown()).default({}),
}));

/** `RegistrationResponseJSON` */
export const registrationResponseSchema = shape(() =>
  z.strictObject({
    ...credentialShape(),
    response: z.strictObject({
      clientDataJSON: base64url(4_000),
      attestationObject: base64url(16_000),
      authenticatorData: base64url(8_000).optional(),
      transports: transports().optional(),
      publicKeyAlgorithm: z.int().optional(),
      publicKey: base64url(4_000).nullish(),
    }),
  }),
);

/** `AuthenticationResponseJSON` */
export const authenticationResponseSchema = shape(() =>
  z.strictObject({
    ...credentialShape(),
    response: z.strictObject({
      clientDataJSON: base64url(4_000),
      authenticatorData: base64url(8_000),
      // A signature of ML-DSA-87 has 4,627 bytes (FIPS 204). Browsers offer ML-DSA-44 first.
      signature: base64url(8_000),
      userHandle: base64url(200).nullish(),
    }),
  }),
);
