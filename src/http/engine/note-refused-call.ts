import { z } from 'zod';
import { hashSecret } from '../../actions/engine/secrets.ts';
import { noteRefusal } from '../../actions/fleet/note-refusal.ts';
import type { Monitor } from '../../actions/monitor.ts';
import { enrolRequestSchema } from '../../contract/fleet/device.ts';
import { shape } from '../../contract/shape.ts';
import { AppError, type AppErrorCode } from '../../domain/errors.ts';
import type { RefusalCode } from '../../domain/fleet/refusals.ts';
import { readBearer } from './authenticate.ts';
import { RefusedBody } from './read-body.ts';

/** A call of a device, as far as it was read. */
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

/** Enough for the 200 characters that are kept: a character may have four bytes. */
const keptBytes = 800;

/** Notes a refused call of a device in the list that also holds refused messages over MQTT. Ignores other failures. */
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
  const device = token === null ? null : (monitor.fleet.getByTokenHash(hashSecret(token)) ?? null);
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

const claimSchema = shape(() => z.object({ device_id: enrolRequestSchema.shape.device_id }));

/** The device that an enrolment is for. A key was looked up for it, so its body is JSON. */
function readClaim(body: Uint8Array): string | null {
  const claim = claimSchema().safeParse(JSON.parse(Buffer.from(body).toString('utf8')));
  return claim.data?.device_id ?? null;
}
