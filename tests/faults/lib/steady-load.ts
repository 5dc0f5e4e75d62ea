/** Boards that report without end over HTTP, at a given rate of all together. */
import type { DeviceEvent } from '../../../src/contract/fleet/device.ts';
import type { Board } from '../../e2e/board.ts';

/** Reports in one call; the contract allows a hundred. */
const perCall = 50;

/** A few boards report for many. The server is told to let them. */
export const unlimitedDevices = {
  FAIWATCH_DEVICE_RATE: '1000000',
  FAIWATCH_DEVICE_BURST: '1000000',
};

export interface SteadyLoad {
  /** The next `seq` of each board. All below it are acknowledged. */
  acknowledged(): ReadonlyMap<Board, number>;
  /** Acknowledged reports in all. */
  total(): number;
  /** The longest time an answer has taken since the last call, in ms. */
  takeLongestMs(): number;
  stop(): Promise<void>;
}

/** @param perSecond reports, which are rows, in all */
export function startLoad(url: string, boards: readonly Board[], perSecond: number): SteadyLoad {
  const next = new Map(boards.map((board) => [board, 0]));
  const everyMs = (1000 * perCall * boards.length) / perSecond;
  let isOver = false;
  let longestMs = 0;

  async function report(board: Board, startMs: number): Promise<void> {
    let dueAt = performance.now() + startMs;
    while (!isOver) {
      await Bun.sleep(Math.max(0, dueAt - performance.now()));
      dueAt += everyMs;
      const first = next.get(board) ?? 0;
      const events = Array.from({ length: perCall }, (_, index): DeviceEvent => {
        // The boards report that power is there, which makes rows and no outage.
        const seq = first + index;
        return { boot_id: board.bootId, seq, type: 'POWER_RECOVER', age_ms: perCall - index };
      });
      const startedAt = performance.now();
      const response = await fetch(`${url}/api/device/v1/events`, {
        method: 'POST',
        headers: { authorization: `Bearer ${board.token}` },
        body: JSON.stringify({ events }),
      });
      await response.body?.cancel();
      longestMs = Math.max(longestMs, performance.now() - startedAt);
      if (response.status === 200) next.set(board, first + perCall);
    }
  }

  const reports = Promise.all(
    boards.map((board, index) => report(board, (everyMs * index) / boards.length)),
  );
  return {
    acknowledged: () => new Map(next),
    total: () => [...next.values()].reduce((sum, count) => sum + count, 0),
    takeLongestMs() {
      const longest = longestMs;
      longestMs = 0;
      return longest;
    },
    async stop() {
      isOver = true;
      await reports;
    },
  };
}
