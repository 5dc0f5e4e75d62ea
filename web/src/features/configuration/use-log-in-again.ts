import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { customerSession } from '../../lib/session.ts';
import { useSession } from '../../lib/use-session.ts';

/**
 * To the log-in once the session has ended, here or in another tab.
 * @param isBusy a board is being configured: it gets all that it needs first
 */
export function useLogInAgain(isBusy: boolean): void {
  const isSignedIn = useSession(customerSession) !== null;
  const navigate = useNavigate();
  useEffect(() => {
    if (!isSignedIn && !isBusy) void navigate({ to: '/customer', replace: true });
  }, [isSignedIn, isBusy, navigate]);
}
