import { useIsMutating } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';

/**
 * Says at once that something that was asked for is on its way: a change to the server, or another page.
 * What asked says so itself where it stays; this is for what closes, a menu or a search, or has gone.
 */
export function BusyBar() {
  const isChanging = useIsMutating() > 0;
  const isGoing = useRouterState({ select: ({ isLoading }) => isLoading });
  if (!isChanging && !isGoing) return null;
  return (
    <div
      aria-hidden="true"
      data-busy
      className="fixed inset-x-0 top-0 z-60 h-0.75 animate-pulse bg-accent print:hidden"
    />
  );
}
