/** Programs that strangers use: curl, openssl, mosquitto_pub. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Board } from './board.ts';
import { runProgram } from './harness.ts';

export interface CurlAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
}

/** @throws Error when curl fails, which an answer of any status is not */
export async function curl(url: string, ...options: string[]): Promise<CurlAnswer> {
  const dir = await mkdtemp(join(tmpdir(), 'faiwatch-curl-'));
  const [headerFile, bodyFile] = [join(dir, 'headers'), join(dir, 'body')];
  try {
    const { code, stderr } = await runProgram([
      ...['curl', '--silent', '--show-error', '--max-time', '10', ...options],
      ...['--dump-header', headerFile, '--output', bodyFile, url],
    ]);
    if (code !== 0) throw new Error(`curl ${url} ended with ${code}: ${stderr}`);
    const [first = '', ...lines] = (await Bun.file(headerFile).text()).trim().split('\r\n');
    const body = Bun.file(bodyFile);
    return {
      status: Number(first.split(' ')[1]),
      headers: new Map(lines.map((line) => splitHeader(line))),
      body: (await body.exists()) ? Buffer.from(await body.arrayBuffer()) : Buffer.alloc(0),
    };
  } finally {
    await rm(dir, { recursive: true });
  }
}

/** POSTs JSON, as the README's first device does. */
export function curlJson(
  url: string,
  body: object,
  token?: string,
  ...options: string[]
): Promise<CurlAnswer> {
  return curl(
    url,
    ...['--header', 'content-type: application/json', '--data', JSON.stringify(body)],
    ...(token === undefined ? [] : ['--header', `authorization: Bearer ${token}`]),
    ...options,
  );
}

/** Publishes with Debian's mosquitto_pub, QoS 1. @throws Error unless it was acknowledged */
export async function mosquittoPub(
  board: Board,
  server: { readonly port: number; readonly caFile?: string },
  topic: 'heartbeat' | 'events',
  message: object,
): Promise<void> {
  const { code, stderr } = await runProgram([
    ...['mosquitto_pub', '-h', '127.0.0.1', '-p', String(server.port), '-q', '1'],
    ...['-i', board.id, '-u', board.id, '-P', board.token],
    ...(server.caFile === undefined ? [] : ['--cafile', server.caFile]),
    ...['-t', `faiwatch/v1/${board.id}/${topic}`, '-m', JSON.stringify(message)],
  ]);
  if (code !== 0 || stderr !== '') throw new Error(`mosquitto_pub ended with ${code}: ${stderr}`);
}

/** A self-signed certificate for 127.0.0.1. */
export async function makeCertificate(dir: string): Promise<{ cert: string; key: string }> {
  const [cert, key] = [join(dir, 'cert.pem'), join(dir, 'key.pem')];
  const { code, stderr } = await runProgram([
    ...['openssl', 'req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'],
    ...['-nodes', '-days', '2', '-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'],
    ...['-keyout', key, '-out', cert],
  ]);
  if (code !== 0) throw new Error(`openssl ended with ${code}: ${stderr}`);
  return { cert, key };
}

function splitHeader(line: string): [string, string] {
  const colon = line.indexOf(':');
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
}
