import { useEffect, useState, useSyncExternalStore } from 'react';
import type { SerialPorts } from '../../lib/serial/web-serial.ts';
import { getFirmware } from './api/get-firmware.ts';
import { type FlashState, isFlashing } from './flash-state.ts';
import { Flasher } from './flasher.ts';

/** A flasher for as long as the page is open; while it writes, the browser asks before it is closed. */
export function useFlasher(serial: SerialPorts): { flasher: Flasher; state: FlashState } {
  const [flasher] = useState(() => new Flasher({ serial, getFirmware }));
  const state = useSyncExternalStore(flasher.subscribe, flasher.read);
  const isBusy = isFlashing(state);
  useEffect(() => {
    if (!isBusy) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isBusy]);
  return { flasher, state };
}
