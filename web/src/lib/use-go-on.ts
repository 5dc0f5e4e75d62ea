import { useRouter } from '@tanstack/react-router';
import { useCallback, useEffect } from 'react';

/**
 * Leads on from a log-in: to the page that somebody was sent here from, or to the dashboard. That page stands in the
 * state of the browser's history and in the tab's storage, which no link can fill.
 */
export function useGoOn(dashboard: '/customer/dashboard' | '/admin/dashboard'): () => void {
  const router = useRouter();
  const key = `cameFor:${dashboard}`;
  useEffect(() => {
    // An OpenID provider sends the browser back without its history.
    inTab(() => sessionStorage.setItem(key, router.history.location.state.cameFor ?? ''));
  }, [router, key]);
  return useCallback(() => {
    const kept = inTab(() => sessionStorage.getItem(key));
    inTab(() => sessionStorage.removeItem(key));
    router.history.replace(router.history.location.state.cameFor ?? (kept || dashboard));
  }, [router, key, dashboard]);
}

/** @returns null, too, where the browser blocks site data */
function inTab<T>(use: () => T): T | null {
  try {
    return use();
  } catch {
    return null;
  }
}
