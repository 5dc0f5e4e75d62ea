/** SIP messages as RFC 3261 has them, read strictly. */

export interface SipMessage {
  /** Of a request: method and address. */
  readonly method: string;
  readonly uri: string;
  /** By small name, in order. */
  readonly headers: ReadonlyMap<string, readonly string[]>;
  readonly body: string;
}

/** @throws Error that says what is wrong */
export function readMessage(text: string): SipMessage {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) throw new Error('no empty line');
  const [first = '', ...lines] = text.slice(0, end).split('\r\n');
  const [, method, uri] = /^([A-Z]+) (\S+) SIP\/2\.0$/.exec(first) ?? [];
  const [, status] = /^SIP\/2\.0 (\d{3}) /.exec(first) ?? [];
  if (method === undefined && status === undefined) throw new Error(`first line: ${first}`);
  const headers = new Map<string, string[]>();
  for (const line of lines) {
    const [, name, value = ''] = /^([\w-]+) *: *(.*)$/.exec(line) ?? [];
    if (name === undefined) throw new Error(`header: ${line}`);
    const key = name.toLowerCase();
    headers.set(key, [...(headers.get(key) ?? []), value]);
  }
  const body = text.slice(end + 4);
  const length = Number(headers.get('content-length')?.[0] ?? Number.NaN);
  if (length !== Buffer.byteLength(body)) throw new Error(`Content-Length ${length}`);
  const message = { method: method ?? status ?? '', uri: uri ?? '', headers, body };
  for (const name of ['via', 'from', 'to', 'call-id', 'cseq']) headerOf(message, name);
  if (!/;branch=z9hG4bK/.test(headerOf(message, 'via'))) throw new Error('no branch in Via');
  if (method !== undefined && headerOf(message, 'cseq').split(' ')[1] !== method) {
    throw new Error(`CSeq of ${method}`);
  }
  if (method !== undefined && !headers.has('max-forwards')) throw new Error('no Max-Forwards');
  if (!/;tag=/.test(headerOf(message, 'from'))) throw new Error('no tag in From');
  return message;
}

/** @throws Error when there is none */
export function headerOf({ headers }: Pick<SipMessage, 'headers'>, name: string): string {
  const [value] = headers.get(name) ?? [];
  if (value === undefined) throw new Error(`no ${name}`);
  return value;
}

export function writeMessage(
  first: string,
  headers: readonly (readonly [name: string, value: string])[],
  body = '',
): string {
  const lines = headers.map(([name, value]) => `${name}: ${value}`);
  return [first, ...lines, `Content-Length: ${Buffer.byteLength(body)}`, '', body].join('\r\n');
}
