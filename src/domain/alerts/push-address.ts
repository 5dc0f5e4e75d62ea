/** The stored address of a browser: where to post, and the keys that only the browser can undo. */

interface PushSubscriptionKeys {
  /** The browser's public key, P-256. */
  readonly p256dh: string;
  /** The secret that the browser shares with us. */
  readonly auth: string;
}

interface PushAddress extends PushSubscriptionKeys {
  /** The address at the push service. */
  readonly endpoint: string;
}

/** The keys stand in the fragment, which is never sent. */
export function makePushAddress({ endpoint, p256dh, auth }: PushAddress): string {
  const url = new URL(endpoint);
  url.hash = `${p256dh}.${auth}`;
  return url.href;
}

/** Null: it was not made by `makePushAddress`. */
export function readPushAddress(address: string): PushAddress | null {
  const url = URL.parse(address);
  const [, p256dh, auth] = /^#([\w-]+)\.([\w-]+)$/.exec(url?.hash ?? '') ?? [];
  if (url === null || p256dh === undefined || auth === undefined) return null;
  url.hash = '';
  return { endpoint: url.href, p256dh, auth };
}
