import type { RefusalCode } from '../../../../src/domain/fleet/refusals.ts';

/** Locale keys of why something was not taken. */
export const refusalWords = {
  'protocol-version': 'refusals.code.protocol_version',
  'client-id': 'refusals.code.client_id',
  'user-name': 'refusals.code.user_name',
  password: 'refusals.code.password',
  token: 'refusals.code.token',
  revoked: 'refusals.code.revoked',
  'auth-method': 'refusals.code.auth_method',
  failure: 'refusals.code.failure',
  enrolment: 'refusals.code.enrolment',
  topic: 'refusals.code.topic',
  elsewhere: 'refusals.code.elsewhere',
  subscription: 'refusals.code.subscription',
  'content-type': 'refusals.code.content_type',
  'payload-encoding': 'refusals.code.payload_encoding',
  'payload-json': 'refusals.code.payload_json',
  'payload-schema': 'refusals.code.payload_schema',
  'no-connect': 'refusals.code.no_connect',
  'connect-timeout': 'refusals.code.connect_timeout',
  malformed: 'refusals.code.malformed',
  'packet-too-large': 'refusals.code.packet_too_large',
  'packet-type': 'refusals.code.packet_type',
  'second-connect': 'refusals.code.second_connect',
  'text-frame': 'refusals.code.text_frame',
  flood: 'refusals.code.flood',
} as const satisfies Record<RefusalCode, string>;
