import { useEffect, useState, useSyncExternalStore } from 'react';
import type { SerialPorts } from '../../lib/serial/web-serial.ts';
import { DeviceSession } from './session/device-session.ts';
import type { SessionState } from './session/session-state.ts';

/** A session with a board for as long as the page is shown; its port is closed with it. */
export function useDeviceSession(serial: SerialPorts): {
  session: DeviceSession;
  state: SessionState;
} {
  const [session] = useState(() => new DeviceSession({ serial }));
  useEffect(() => session.start(), [session]);
  return { session, state: useSyncExternalStore(session.subscribe, session.read) };
}
