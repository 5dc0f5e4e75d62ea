import { z } from 'zod';
import { hashDeviceToken } from '../../actions/devices/device-credentials.ts';
import { noteRefusal } from '../../actions/fleet/note-refusal.ts';
import type { Monitor } from '../../actions/monitor.ts';
import { enrolRequestSchema } from '../../contract/fleet/device.ts';
import { AppError, type AppErrorCode } from '../../domain/errors.ts';
import type { RefusalCode } from '../../domain/fleet/refusals.ts';
import { readBearer } from './authenticate.ts';
import { RefusedBody } from './read-json.ts';

/** A call of a device, as far as it got. */
export interface DeviceCall {
  readonly headers: Headers;
  readonly path: string;
  readonly address: string;
  /** Null: it was not read. */
  readonly body: Uint8Array | null;
}

/** Failures that whoever looks after the device has to mend. */
const codes: Partial<Readonly<Record<AppErrorCode, RefusalCode>>> = {
  INVALID_TOKEN: 'token',
  DEVICE_REVOKED: 'revoked',
  VALIDATION: 'payload-schema',
  PAYLOAD_TOO_LARGE: 'packet-too-large',
  RATE_LIMITED: 'flood',
  KEY_NOT_FOUND: 'enrolment',
  KEY_INACTIVE: 'enrolment',
  KEY_EXPIRED: 'enrolment',
  KEY_IN_USE: 'enrolment',
  KEY_PHONE_MISMATCH: 'enrolment',
  FORBIDDEN: 'enrolment',
  CONFLICT: 'enrolment',
};

/** A letter may have four bytes. */
const keptBytes = 800;

/** Remembers a call over HTTP that was refused as a message over MQTT is; other failures are not. */
export function noteRefusedCall(
  monitor: Pick<Monitor, 'fleet' | 'clock'>,
  error: unknown,
  { headers, path, address, body }: DeviceCall,
): void {
  if (!(error instanceof AppError)) return;
  const code = error instanceof RefusedBody ? error.refusal : codes[error.code];
  if (code === undefined) return;
  if (code === 'enrolment' && body !== null) {
    noteRefusal(monitor, readClaim(body), { code, address, detail: error.code, message: null });
    return;
  }
  const token = readBearer(headers);
  const device =
    token === null ? null : (monitor.fleet.getByTokenHash(hashDeviceToken(token)) ?? null);
  const name = path.slice(path.lastIndexOf('/') + 1);
  const [field] = Object.keys(error.details.fields ?? {});
  const message = body === null ? null : Buffer.from(body).toString('utf8', 0, keptBytes);
  const detail = field === undefined ? name : `${name}: ${field}`;
  noteRefusal(monitor, device, {
    code,
    address,
    detail,
    message: device === null ? null : message,
  });
}

const claimSchema = z.object({ device_id: enrolRequestSchema.shape.device_id });

/** Which device an enrolment is for. Its key was looked up, so the body is JSON and has the name. */
function readClaim(body: Uint8Array): string | null {
  const claim = claimSchema.safeParse(JSON.parse(Buffer.from(body).toString('utf8')));
  return claim.data?.device_id ?? null;
}
