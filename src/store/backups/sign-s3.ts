import { createHash, createHmac } from 'node:crypto';

interface S3Signer {
  /** With scheme: `https://s3.eu-central-1.amazonaws.com`. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKey: string;
  readonly secretKey: string;
}

export interface S3Request {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  /** Of the object; '' for the bucket itself. */
  readonly key: string;
  readonly query?: Readonly<Record<string, string>>;
  /** The validity of the address. */
  readonly seconds: number;
}

/**
 * An address that is signed by Signature Version 4, in its query.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html
 *
 * Bun's client signs, too, but reads a list of any length, and unpacks it.
 *
 * @param nowMs epoch ms; S3 refuses what is more than 15 minutes off
 */
export function signS3(signer: S3Signer, request: S3Request, nowMs: number): string {
  const { endpoint, bucket, region, accessKey, secretKey } = signer;
  const { method, key, query = {}, seconds } = request;
  const at = new Date(nowMs).toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const day = at.slice(0, 8);
  const scope = `${day}/${region}/s3/aws4_request`;
  const base = new URL(endpoint);
  const names = [bucket, ...(key === '' ? [] : key.split('/'))];
  const path = `${base.pathname.replace(/\/$/, '')}/${names.map(encode).join('/')}`;
  const fields = {
    ...query,
    'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
    'X-Amz-Credential': `${accessKey}/${scope}`,
    'X-Amz-Date': at,
    'X-Amz-Expires': String(seconds),
    'X-Amz-SignedHeaders': 'host',
  };
  const search = Object.entries(fields)
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&');
  const canonical = [method, path, search, `host:${base.host}\n`, 'host', 'UNSIGNED-PAYLOAD'];
  const digest = createHash('sha256').update(canonical.join('\n')).digest('hex');
  const signing = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(
    (secret, part) => createHmac('sha256', secret).update(part).digest(),
    `AWS4${secretKey}`,
  );
  const signature = createHmac('sha256', signing)
    .update(['AWS4-HMAC-SHA256', at, scope, digest].join('\n'))
    .digest('hex');
  return `${base.origin}${path}?${search}&X-Amz-Signature=${signature}`;
}

/** As RFC 3986, which leaves fewer characters alone than JavaScript does. */
function encode(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
