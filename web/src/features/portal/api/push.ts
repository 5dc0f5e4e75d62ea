import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { browserAnswerSchema } from '../../../../../src/contract/alerts/push.ts';
import type { PublicInfo } from '../../../../../src/contract/system/public-info.ts';
import { customerApi } from '../../../lib/api-client.ts';
import { publicInfoQuery } from '../../../lib/public-info-query.ts';
import { portalKeys } from './portal-keys.ts';

/** With what a browser subscribes to alerts; null: browsers are not told. */
export const pushKeyQuery = queryOptions({
  ...publicInfoQuery,
  select: ({ push }: PublicInfo) => push,
});

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

async function readSubscription(key: string): Promise<PushSubscription | null> {
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

/** The number of the recipient that this browser is; null: it is not told. */
export const ownBrowserQuery = (key: string) =>
  queryOptions({
    queryKey: portalKeys.ownBrowser,
    queryFn: async ({ signal }) => {
      const endpoint = (await readSubscription(key))?.endpoint;
      if (endpoint === undefined) return null;
      const path = `/api/customer/browsers?endpoint=${encodeURIComponent(endpoint)}`;
      const { data } = await customerApi.get<z.output<typeof browserAnswerSchema>>(path, {
        signal,
      });
      return data.recipient_id;
    },
  });

/** Why a browser that can show alerts does not. */
export class PushRefusal extends Error {
  readonly reason: 'dismissed' | 'failed';

  constructor(reason: PushRefusal['reason']) {
    super(reason);
    this.reason = reason;
  }
}

async function connect(key: string, name: string): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') throw new PushRefusal('dismissed');
  const registration = await navigator.serviceWorker.ready;
  const { pushManager } = registration;
  try {
    if ((await readSubscription(key)) === null) {
      await (await pushManager.getSubscription())?.unsubscribe();
    }
    const subscription = await pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: key,
    });
    const { endpoint, keys } = subscription.toJSON();
    await customerApi.post('/api/customer/browsers', { endpoint, keys, name });
  } catch (error) {
    throw error instanceof DOMException ? new PushRefusal('failed') : error;
  }
}

/** Asks for permission, subscribes, and connects this browser under a name. */
export function useConnectBrowser(key: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => connect(key, name),
    onSettled: () => queryClient.invalidateQueries({ queryKey: portalKeys.all }),
  });
}

export function useDisconnectBrowser(key: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (id: number) => {
      await customerApi.delete(`/api/customer/recipients/${id}`);
      await (await readSubscription(key))?.unsubscribe();
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: portalKeys.all }),
  });
}
