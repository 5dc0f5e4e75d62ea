/** This browser as one that is told: whether it can be, and how it subscribes. */
export type Obstacle = 'insecure' | 'ios' | 'unsupported' | 'denied';

/** What keeps this browser from showing alerts. Null: nothing does. */
export function findObstacle(): Obstacle | null {
  if (!isSecureContext) return 'insecure';
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) {
    return isAppleTouch() ? 'ios' : 'unsupported';
  }
  return Notification.permission === 'denied' ? 'denied' : null;
}

/** An iPhone or an iPad; there, only pages that were opened from the home screen can be told. */
function isAppleTouch(): boolean {
  return /iPhone|iPad/.test(navigator.userAgent) || 'standalone' in navigator;
}

/** What this browser takes messages by; null: from this server it takes none. */
export async function readSubscription(key: string): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = (await registration?.pushManager.getSubscription()) ?? null;
  const used = subscription?.options.applicationServerKey ?? null;
  // One that was made for another server of the same name takes nothing from this one.
  return used !== null && toBase64url(used) !== key ? null : subscription;
}

function toBase64url(bytes: ArrayBuffer): string {
  return btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/** Why a browser that can show alerts does not. */
export class PushRefusal extends Error {
  readonly reason: 'dismissed' | 'failed';

  constructor(reason: PushRefusal['reason']) {
    super(reason);
    this.reason = reason;
  }
}

/**
 * Asks for permission, and subscribes.
 * @throws PushRefusal
 */
export async function subscribe(key: string): Promise<PushSubscription> {
  if ((await Notification.requestPermission()) !== 'granted') throw new PushRefusal('dismissed');
  const { pushManager } = await navigator.serviceWorker.ready;
  try {
    if ((await readSubscription(key)) === null) {
      await (await pushManager.getSubscription())?.unsubscribe();
    }
    return await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  } catch (error) {
    throw error instanceof DOMException ? new PushRefusal('failed') : error;
  }
}
