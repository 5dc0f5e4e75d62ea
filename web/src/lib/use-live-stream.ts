import { useEffect, useEffectEvent, useState } from 'react';
import { keepRenewedToken } from './api-client.ts';
import { type LiveState, openLiveStream } from './live-stream.ts';
import type { Session } from './session.ts';
import type { ServerSentEvent } from './sse-parser.ts';
import { useSession } from './use-session.ts';

interface LiveHandlers {
  onEvent: (event: ServerSentEvent) => void;
  /** Connected again after a loss: the place to invalidate what is shown. */
  onReconnect: () => void;
  /** There is nothing to follow yet. */
  isOff?: boolean;
}

/**
 * Follows GET /api/stream while somebody is signed in; ends their session when the server does not know
 * it any more. One per page, in its layout.
 */
export function useLiveStream<User>(session: Session<User>, handlers: LiveHandlers): LiveState {
  const [state, setState] = useState<LiveState>('reconnecting');
  const token = useSession(session)?.token;
  const onEvent = useEffectEvent(handlers.onEvent);
  const onReconnect = useEffectEvent(handlers.onReconnect);
  const { isOff = false } = handlers;
  useEffect(() => {
    if (token === undefined || isOff) return;
    const stream = openLiveStream({
      url: '/api/stream',
      token,
      onEvent,
      onState: setState,
      onReconnect,
      onAnswer: (response) => keepRenewedToken(response, session, token),
      onUnauthorized: () => {
        if (session.read()?.token === token) session.end('expired');
      },
    });
    return () => stream.close();
  }, [session, token, isOff]);
  return state;
}
