import { useEffect, useEffectEvent, useState } from 'react';
import { keepRenewedToken } from './api-client.ts';
import { type LiveState, openLiveStream } from './live-stream.ts';
import type { Session } from './session.ts';
import { openSharedStream } from './shared-stream.ts';
import type { ServerSentEvent } from './sse-parser.ts';
import { useSession } from './use-session.ts';

interface LivePage<User> {
  /** Names the account: its tabs share a stream, and those of another have their own. */
  nameOf: (user: User) => string;
  onEvent: (event: ServerSentEvent) => void;
  /** Called when everything shown has to be fetched again. */
  onMissed: () => void;
  /** Where the stream goes on from what is shown, for this token; empty: nobody knows. */
  takePlace?: (token: string | undefined) => string;
  /** True while there is nothing to follow yet. */
  isOff?: boolean;
}

/**
 * Follows GET /api/stream while somebody is signed in; ends their session when the server does not know
 * it any more. One per page, in its layout.
 * @returns null as long as nothing is known of the stream
 */
export function useLiveStream<User>(
  session: Session<User>,
  page: LivePage<User>,
): LiveState | null {
  const [state, setState] = useState<LiveState | null>(null);
  const user = useSession(session)?.user;
  const name = user && page.nameOf(user);
  const onEvent = useEffectEvent(page.onEvent);
  const onMissed = useEffectEvent(page.onMissed);
  const { isOff = false, takePlace } = page;
  useEffect(() => {
    if (name === undefined || isOff) return;
    const stream = openSharedStream({
      name: `live:${name}`,
      lastId: takePlace?.(session.read()?.token) ?? '',
      open: (lastId, handlers) =>
        openLiveStream({
          url: '/api/stream',
          lastId,
          readToken: () => session.read()?.token,
          ...handlers,
          onAnswer: (response, token) => keepRenewedToken(response, session, token),
          onUnauthorized: (token) => {
            if (session.read()?.token === token) session.end('expired');
          },
        }),
      onEvent,
      // A page that has just come has lost nothing yet; one whose tab takes the lead was connected before.
      onState: (next) =>
        setState((before) => (next === 'connecting' ? before && 'reconnecting' : next)),
      onMissed,
    });
    return () => stream.close();
  }, [session, name, isOff, takePlace]);
  return state;
}
