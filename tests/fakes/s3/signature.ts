/**
 * Signature Version 4 from the other side: what Amazon computes to see whether a request is who it
 * says it is. https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-authenticating-requests.html
 */
import { createHash, createHmac } from 'node:crypto';

export interface Credentials {
  readonly accessKey: string;
  readonly secretKey: string;
  readonly region: string;
}

/** @returns what is wrong, as S3's error code; null: the request is signed, and in time */
export function findSignatureFault(
  request: Request,
  credentials: Credentials,
  nowMs: number,
): string | null {
  const url = new URL(request.url);
  const isPresigned = url.searchParams.has('X-Amz-Signature');
  const said = isPresigned ? readQuery(url) : readHeader(request);
  if (said === null) return 'AccessDenied';
  const [accessKey, day, region, service, end] = said.credential.split('/');
  if (accessKey !== credentials.accessKey) return 'InvalidAccessKeyId';
  if (region !== credentials.region || service !== 's3' || end !== 'aws4_request') {
    return 'AuthorizationHeaderMalformed';
  }
  if (day !== said.date.slice(0, 8)) return 'AuthorizationHeaderMalformed';
  const ageMs = nowMs - parseDate(said.date);
  if (isPresigned && ageMs > said.expiresSeconds * 1000) return 'AccessDenied';
  if (Math.abs(ageMs) > 15 * 60_000 && !isPresigned) return 'RequestTimeTooSkewed';
  const scope = `${day}/${region}/s3/aws4_request`;
  const toSign = [
    'AWS4-HMAC-SHA256',
    said.date,
    scope,
    createHash('sha256')
      .update(canonicalRequest(request, url, said))
      .digest('hex'),
  ].join('\n');
  const key = [day, credentials.region, 's3', 'aws4_request'].reduce<string | Buffer>(
    (secret, part) => createHmac('sha256', secret).update(part).digest(),
    `AWS4${credentials.secretKey}`,
  );
  const expected = createHmac('sha256', key).update(toSign).digest('hex');
  return expected === said.signature ? null : 'SignatureDoesNotMatch';
}

interface Said {
  readonly credential: string;
  readonly date: string;
  readonly signedHeaders: readonly string[];
  readonly signature: string;
  readonly payload: string;
  readonly expiresSeconds: number;
}

function readQuery({ searchParams: query }: URL): Said {
  const read = (name: string) => query.get(`X-Amz-${name}`) ?? '';
  return {
    credential: read('Credential'),
    date: read('Date'),
    signedHeaders: read('SignedHeaders').split(';'),
    signature: read('Signature'),
    payload: 'UNSIGNED-PAYLOAD',
    expiresSeconds: Number(read('Expires')),
  };
}

function readHeader({ headers }: Request): Said | null {
  const [, credential, signedHeaders, signature] =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers.get('authorization') ?? '',
    ) ?? [];
  if (credential === undefined || signedHeaders === undefined || signature === undefined) {
    return null;
  }
  return {
    credential,
    date: headers.get('x-amz-date') ?? '',
    signedHeaders: signedHeaders.split(';'),
    signature,
    payload: headers.get('x-amz-content-sha256') ?? '',
    expiresSeconds: 0,
  };
}

function canonicalRequest({ method, headers }: Request, url: URL, said: Said): string {
  const query = [...url.searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&');
  const signed = said.signedHeaders.map((name) => `${name}:${headers.get(name)?.trim() ?? ''}\n`);
  return [
    method,
    url.pathname,
    query,
    signed.join(''),
    said.signedHeaders.join(';'),
    said.payload,
  ].join('\n');
}

/** As RFC 3986, which leaves fewer characters alone than JavaScript does. */
function encode(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function parseDate(text: string): number {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text) ?? [];
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}
