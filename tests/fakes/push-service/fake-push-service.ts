/**
 * A push service and its browsers. It takes what RFC 8030 and RFC 8292 allow and nothing else; what it
 * takes, the browser reads with its own keys by RFC 8291.
 */
import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  type ECDH,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { makePushAddress } from '../../../src/domain/alerts/push-address.ts';
import type { PushNotice } from '../../../src/domain/alerts/push-notice.ts';
import { LoopbackServer, readBody } from '../loopback-server.ts';

export interface TakenPush {
  readonly browser: FakeBrowser;
  readonly notice: PushNotice;
  readonly ttl: number;
  readonly urgency: string;
  readonly topic: string | null;
}

export interface FakeBrowser {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
  readonly address: string;
}

export type PushFault =
  | { readonly kind: 'status'; readonly status: number; readonly retryAfter?: number }
  /** The message is taken, and the line is cut before that is said. */
  | { readonly kind: 'drop' }
  /** The line is cut before the message is taken. */
  | { readonly kind: 'refuse' };

const maxBytes = 4_096;
const dayS = 86_400;
/** Google keeps a message for four weeks at most. */
const longestTtl = 28 * dayS;
const urgencies = ['very-low', 'low', 'normal', 'high'];

interface Subscribed {
  readonly browser: FakeBrowser;
  readonly pair: ECDH;
  readonly auth: Buffer;
}

export class FakePushService {
  readonly taken: TakenPush[] = [];
  /** The key that browsers subscribed with. */
  readonly applicationKey: string;
  readonly #faults: PushFault[] = [];
  readonly #browsers = new Map<string, Subscribed>();
  readonly #server = new LoopbackServer(0, (request, response) => {
    void this.#answer(request, response);
  });

  constructor(applicationKey: string) {
    this.applicationKey = applicationKey;
  }

  get origin(): string {
    return `http://127.0.0.1:${this.#server.port}`;
  }

  open(): Promise<void> {
    return this.#server.open();
  }

  close(): Promise<void> {
    return this.#server.close();
  }

  failNext(fault: PushFault): void {
    this.#faults.push(fault);
  }

  subscribe(): FakeBrowser {
    const pair = createECDH('prime256v1');
    const p256dh = pair.generateKeys('base64url');
    const auth = randomBytes(16);
    const path = `/send/${this.#browsers.size}-${randomBytes(24).toString('base64url')}`;
    const keys = { p256dh, auth: auth.toString('base64url') };
    const endpoint = `${this.origin}${path}`;
    const browser = { endpoint, keys, address: makePushAddress({ endpoint, ...keys }) };
    this.#browsers.set(path, { browser, pair, auth });
    return browser;
  }

  unsubscribe({ endpoint }: FakeBrowser): void {
    this.#browsers.delete(new URL(endpoint).pathname);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request);
    const fault = this.#faults.shift();
    if (fault?.kind === 'refuse') {
      request.socket.destroy();
      return;
    }
    if (fault?.kind === 'status') {
      const after = fault.retryAfter === undefined ? {} : { 'Retry-After': `${fault.retryAfter}` };
      response.writeHead(fault.status, after).end('as the test wants');
      return;
    }
    const [status, said] = this.#take(request, body);
    if (fault?.kind === 'drop') request.socket.destroy();
    else
      response
        .writeHead(status, status === 201 ? { Location: `${this.origin}/m/1` } : {})
        .end(said);
  }

  #take(request: IncomingMessage, body: Buffer): [number, string] {
    const { headers } = request;
    const found = this.#browsers.get(request.url ?? '');
    if (found === undefined) return [410, 'push subscription has unsubscribed or expired'];
    if (request.method !== 'POST') return [405, 'only POST'];
    const wrong = this.#findWrongSignature(headers.authorization ?? '');
    if (wrong !== null) return [403, wrong];
    const ttl = headers['ttl'];
    if (typeof ttl !== 'string' || !/^\d+$/.test(ttl)) return [400, 'no TTL'];
    if (Number(ttl) > longestTtl) return [400, 'TTL too long'];
    const { topic = null, urgency = 'normal' } = headers;
    if (topic !== null && !/^[\w-]{1,32}$/.test(String(topic))) return [400, 'bad Topic'];
    if (!urgencies.includes(String(urgency))) return [400, 'bad Urgency'];
    if (headers['content-encoding'] !== 'aes128gcm') return [415, 'bad Content-Encoding'];
    if (body.length > maxBytes) return [413, 'too large'];
    const text = decrypt(body, found);
    if (text === null) return [400, 'the browser cannot read this'];
    this.taken.push({
      ...{ browser: found.browser, notice: JSON.parse(text), ttl: Number(ttl) },
      ...{ urgency: String(urgency), topic: topic === null ? null : String(topic) },
    });
    return [201, ''];
  }

  #findWrongSignature(authorization: string): string | null {
    const [, token = '', key] = /^vapid t=([^,\s]+), ?k=([\w-]+)$/.exec(authorization) ?? [];
    if (key !== this.applicationKey) return 'not the key of the subscription';
    const [header = '', claims = '', signature = ''] = token.split('.');
    const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString() || '{}');
    if (read(header).alg !== 'ES256') return 'not ES256';
    const point = Buffer.from(key, 'base64url');
    const publicKey = createPublicKey({
      format: 'jwk',
      key: {
        ...{ kty: 'EC', crv: 'P-256' },
        x: point.subarray(1, 33).toString('base64url'),
        y: point.subarray(33).toString('base64url'),
      },
    });
    const isSigned = verify(
      'sha256',
      Buffer.from(`${header}.${claims}`),
      { key: publicKey, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    );
    if (!isSigned) return 'bad signature';
    const { aud, exp, sub } = read(claims);
    const now = Date.now() / 1000;
    if (aud !== this.origin) return 'bad aud';
    if (!(exp > now && exp <= now + dayS)) return 'bad exp';
    return /^(mailto:\S+@\S+|https:\/\/\S+)$/.test(sub) ? null : 'bad sub';
  }
}

/** Null: it is not for this browser, or not by the letter of RFC 8188 and RFC 8291. */
function decrypt(body: Buffer, { pair, auth }: Subscribed): string | null {
  const salt = body.subarray(0, 16);
  const keyLength = body[20];
  const serverKey = body.subarray(21, 86);
  const sealed = body.subarray(86);
  if (keyLength !== 65 || sealed.length < 18 || sealed.length > body.readUInt32BE(16)) return null;
  const derive = (ikm: Uint8Array, by: Uint8Array, info: Uint8Array | string, length: number) =>
    Buffer.from(hkdfSync('sha256', ikm, by, info, length));
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), serverKey]);
  const ikm = derive(pair.computeSecret(serverKey), auth, info, 32);
  const key = derive(ikm, salt, 'Content-Encoding: aes128gcm\0', 16);
  const nonce = derive(ikm, salt, 'Content-Encoding: nonce\0', 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(sealed.subarray(-16));
  try {
    const opened = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
    const end = opened.findLastIndex((byte) => byte !== 0);
    // 2 ends the last record.
    return opened[end] === 2 ? opened.subarray(0, end).toString() : null;
  } catch {
    return null;
  }
}

export async function startFakePushService(applicationKey: string): Promise<FakePushService> {
  const service = new FakePushService(applicationKey);
  await service.open();
  return service;
}
