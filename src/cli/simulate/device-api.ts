import type { z } from 'zod';
import {
  type DeviceEvent,
  type EnrolAnswer,
  type EnrolRequest,
  enrolAnswerSchema,
  eventsAnswerSchema,
  type Heartbeat,
  type HeartbeatAnswer,
  heartbeatAnswerSchema,
} from '../../contract/fleet/device.ts';
import { callOut } from '../../outbound/call-out.ts';

/** The HTTP calls of a device (docs/device-protocol.md). */
export interface DeviceApi {
  /** @throws ApiRefusal, or an Error when the server cannot be reached */
  enrol(request: EnrolRequest): Promise<EnrolAnswer>;
  /** @throws as `enrol` */
  heartbeat(token: string, beat: Heartbeat): Promise<Pick<HeartbeatAnswer, 'commands' | 'servers'>>;
  /** @returns the `seq` of every stored event. @throws as `enrol` */
  events(token: string, events: readonly DeviceEvent[]): Promise<readonly number[]>;
}

/** The server refused a request. */
export class ApiRefusal extends Error {
  override readonly name = 'ApiRefusal';
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }

  /** Whether asking again cannot help, as the request or the key is at fault. */
  get isFinal(): boolean {
    return this.status >= 400 && this.status < 500 && this.status !== 429 && this.status !== 401;
  }
}

const patienceMs = 10_000;

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** @throws Error */
function check<T extends z.ZodType>(schema: T, answer: unknown): z.output<T> {
  const read = schema.safeParse(answer);
  if (read.success) return read.data;
  throw new Error('the server answers like another program');
}

/** @param server address with or without a trailing slash */
export function makeDeviceApi(server: URL): DeviceApi {
  const base = new URL('api/device/v1/', server.href.endsWith('/') ? server : `${server.href}/`);
  const post = async (path: string, body: unknown, token?: string): Promise<unknown> => {
    const response = await callOut(new URL(path, base), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
      timeoutMs: patienceMs,
    });
    const answer = readJson(response.text);
    if (response.isOk) return answer;
    const { code, error } = (answer ?? {}) as { code?: unknown; error?: unknown };
    throw new ApiRefusal(
      response.status,
      typeof code === 'string' ? code : `HTTP ${response.status}`,
      typeof error === 'string' ? error : `the server answered ${response.status}`,
    );
  };
  return {
    enrol: async (request) => check(enrolAnswerSchema, await post('enrol', request)),
    async heartbeat(token, beat) {
      return check(heartbeatAnswerSchema, await post('heartbeat', beat, token));
    },
    async events(token, events) {
      return check(eventsAnswerSchema, await post('events', { events }, token)).accepted;
    },
  };
}
