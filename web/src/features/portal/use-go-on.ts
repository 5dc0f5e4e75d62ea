import { useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';

/**
 * Leads on from the log-in: to the page that somebody was sent here from, or to the dashboard. It stands
 * in the state of the browser's history, which no link can fill.
 */
export function useGoOn(): () => void {
  const router = useRouter();
  return useCallback(() => {
    const { cameFor = '/customer/dashboard' } = router.history.location.state;
    router.history.replace(cameFor);
  }, [router]);
}
