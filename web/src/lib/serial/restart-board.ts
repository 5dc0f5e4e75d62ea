import { type Clock, sleep } from './clock.ts';
import type { BoardPort } from './web-serial.ts';

const holdMs = 250;

/**
 * Restarts a board into what is in its flash. RTS pulls its reset line; DTR, which would ask for the
 * download mode, stays off. A board with USB of its own (ESP32-S2) restarts at the falling edge of RTS
 * and takes its port with it, so that even the last call may fail although all went well.
 */
export async function restartBoard(
  port: Pick<BoardPort, 'setSignals'>,
  clock: Clock,
): Promise<void> {
  await port.setSignals({ dataTerminalReady: false, requestToSend: true });
  await sleep(clock, holdMs);
  await port.setSignals({ dataTerminalReady: false, requestToSend: false });
}
