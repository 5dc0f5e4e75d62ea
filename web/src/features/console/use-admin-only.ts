import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useSyncExternalStore } from 'react';
import { consoleKey } from '../../lib/console/live-query.ts';
import { type AdminUser, adminSession } from '../../lib/session.ts';

/**
 * Who is signed in. When the session ends while a page is open, by log-out, by expiry, or in another
 * tab, nothing of it is kept and the log-in page follows.
 * @returns null on the way there
 */
export function useAdminOnly(): AdminUser | null {
  // At build time somebody counts as logged in, so that this page's picture can be rendered.
  const { subscribe, read } = adminSession;
  const user = useSyncExternalStore(subscribe, read, read)?.user ?? null;
  const isAdmin = user?.role === 'admin';
  const isGone = user === null;
  const navigate = useNavigate();
  const router = useRouter();
  const queryClient = useQueryClient();
  useEffect(() => {
    if (isAdmin) return;
    queryClient.removeQueries({ queryKey: consoleKey });
    // After a log-out there is no page to return to.
    const cameFor = router.state.location.href;
    const state = adminSession.endReason() === 'expired' ? { cameFor } : {};
    void navigate({ to: isGone ? '/admin/login' : '/', state, replace: true });
  }, [isAdmin, isGone, navigate, router, queryClient]);
  return isAdmin ? user : null;
}
