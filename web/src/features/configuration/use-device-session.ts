import { useEffect, useState, useSyncExternalStore } from 'react';
import type { SerialPorts } from '../../lib/serial/web-serial.ts';
import { DeviceSession } from './session/device-session.ts';
import type { SessionState } from './session/session-state.ts';

/**
 * A session with a board for as long as the page is shown; its port is closed with it.
 * @param isBoardAtHand it begins with the board that was flashed just now
 */
export function useDeviceSession(
  serial: SerialPorts,
  isBoardAtHand: boolean,
): {
  session: DeviceSession;
  state: SessionState;
} {
  const [session] = useState(() => new DeviceSession({ serial }));
  useEffect(() => {
    const stop = session.start();
    if (isBoardAtHand) void session.connectKnown();
    return stop;
  }, [session, isBoardAtHand]);
  return { session, state: useSyncExternalStore(session.subscribe, session.read) };
}
