import { z } from 'zod';
import { type RefusalCode, refusalCodes } from '../../domain/fleet/refusals.ts';
import { timeSchema } from '../fields.ts';
import { type OutputOf, shape } from '../shape.ts';

/** One kind of refused messages, with the last of them. */
export const refusalSchema = shape(() =>
  z.object({
    code: z.enum(refusalCodes).meta({ examples: ['payload-schema'] }),
    since: timeSchema,
    last: timeSchema,
    count: z.int().meta({ examples: [312] }),
    /** Where the last message came from. Null: an external broker does not tell. */
    address: z
      .string()
      .nullable()
      .meta({ examples: ['192.0.2.7'] }),
    /** The topic, field or name at fault. Empty: the code says everything. */
    detail: z.string().meta({ examples: ['heartbeat: power'] }),
    /** The beginning of the last message. */
    last_message: z
      .string()
      .nullable()
      .meta({ examples: ['{"boot_id":"00c0ffee","power":"on"}'] }),
  }),
);
export type RefusalAnswer = OutputOf<typeof refusalSchema>;

/** Reasons as sentences for whoever programs or sets up a device, in MQTT 5 and in `faiwatch doctor`. */
export const refusalReasons: Record<RefusalCode, string> = {
  'protocol-version': 'The server speaks MQTT 3.1, 3.1.1 and 5.',
  'client-id': 'The client id is another device’s, or empty for a session that is to be kept.',
  'user-name': 'The username must be the device_id: fw- and twelve hex digits, lower case.',
  password: 'The password must be the device token.',
  token: 'The device token is not valid for this device.',
  revoked:
    'The device may no longer come in: its key was revoked or has ended, or it was released.',
  'auth-method': 'The server takes a username and a password, no other way to authenticate.',
  failure: 'The server could not check the token now.',
  enrolment: 'The device was not enrolled: its key, its phone number or its owner forbids it.',
  topic: 'A device may publish to its own heartbeat, events and status topics only.',
  elsewhere: 'Topics outside faiwatch/ are neither read nor passed on here.',
  subscription: 'A device hears its own topics only.',
  'content-type': 'A message over HTTP says that it is a form, or something else that is not JSON.',
  'payload-encoding': 'The message is not UTF-8.',
  'payload-json': 'The message is not JSON.',
  'payload-schema': 'The message is not what belongs on its topic.',
  'no-connect': 'The connection does not begin with a CONNECT packet.',
  'connect-timeout': 'No CONNECT packet came within five seconds.',
  malformed: 'A packet breaks the rules of MQTT.',
  'packet-too-large':
    'A packet is larger than 4 KB, a CONNECT larger than 1 KB, or a body over HTTP larger than 64 KB.',
  'packet-type': 'A packet of a type that a client does not send here.',
  'second-connect': 'A second CONNECT came within a session.',
  'text-frame': 'MQTT over WebSocket needs binary frames.',
  flood: 'More came than the device may send, and did not stop.',
};
