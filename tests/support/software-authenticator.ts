/** An authenticator in software, byte by byte as WebAuthn level 3 (sections 6.1 and 6.5) has it. */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

const userPresent = 0x01;
const userVerified = 0x04;
const attested = 0x40;

export class SoftwareAuthenticator {
  readonly id = randomBytes(16).toString('base64url');
  readonly #key: KeyObject;
  readonly #publicKey: { readonly x: Buffer; readonly y: Buffer };
  counter = 0;
  /** Whether it asks for a finger, a face or a PIN. */
  verifiesUser = true;

  readonly origin: string;

  constructor(origin: string) {
    this.origin = origin;
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    this.#key = privateKey;
    this.#publicKey = { x: Buffer.from(x, 'base64url'), y: Buffer.from(y, 'base64url') };
  }

  /** `navigator.credentials.create`, as JSON. */
  create(options: { readonly challenge: string }) {
    const { x, y } = this.#publicKey;
    const cose = map(
      [int(1), int(2)],
      [int(3), int(-7)],
      [int(-1), int(1)],
      [int(-2), bytes(x)],
      [int(-3), bytes(y)],
    );
    const id = Buffer.from(this.id, 'base64url');
    const length = Buffer.from([0, id.length]);
    const data = Buffer.concat([this.#authData(attested), Buffer.alloc(16), length, id, cose]);
    const attestation = map(
      [text('fmt'), text('none')],
      [text('attStmt'), map()],
      [text('authData'), bytes(data)],
    );
    return {
      ...this.#credential,
      response: {
        clientDataJSON: this.#clientData('webauthn.create', options).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      },
    };
  }

  /** `navigator.credentials.get`, as JSON. */
  get(options: { readonly challenge: string }) {
    this.counter += 1;
    const authData = this.#authData(0);
    const clientData = this.#clientData('webauthn.get', options);
    const signed = Buffer.concat([authData, sha256(clientData)]);
    return {
      ...this.#credential,
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: sign('sha256', signed, this.#key).toString('base64url'),
      },
    };
  }

  get #credential() {
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      clientExtensionResults: {},
      authenticatorAttachment: 'platform',
    };
  }

  #authData(flags: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    const all = flags | userPresent | (this.verifiesUser ? userVerified : 0);
    return Buffer.concat([sha256(new URL(this.origin).hostname), Buffer.from([all]), counter]);
  }

  #clientData(type: string, { challenge }: { readonly challenge: string }): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.origin }));
  }
}

function sha256(data: string | Buffer): Buffer {
  return createHash('sha256').update(data).digest();
}

/** CBOR (RFC 8949): the head of an item. */
function head(major: number, value: number): Buffer {
  const kind = major << 5;
  if (value < 24) return Buffer.from([kind | value]);
  if (value < 256) return Buffer.from([kind | 24, value]);
  return Buffer.from([kind | 25, value >> 8, value & 255]);
}

const int = (value: number) => (value < 0 ? head(1, -1 - value) : head(0, value));
const bytes = (value: Buffer) => Buffer.concat([head(2, value.length), value]);
const text = (value: string) => Buffer.concat([head(3, value.length), Buffer.from(value)]);
const map = (...entries: readonly (readonly [Buffer, Buffer])[]) =>
  Buffer.concat([head(5, entries.length), ...entries.flat()]);
