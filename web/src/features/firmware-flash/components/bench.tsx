import { useState } from 'react';
import { LogPanel } from '../../../components/serial/log-panel.tsx';
import { useKnownPort } from '../../../lib/serial/use-known-port.ts';
import type { PortInfo, SerialPorts } from '../../../lib/serial/web-serial.ts';
import type { Offers } from '../api/get-offers.ts';
import { type Board, suggestBoard } from '../boards.ts';
import { isFlashing } from '../flash-state.ts';
import { useFlasher } from '../use-flasher.ts';
import { BoardCard } from './board-card.tsx';
import { LoaderCard } from './loader-card.tsx';
import { WriteCard } from './write-card.tsx';

interface BenchProps {
  serial: SerialPorts;
  offers: Offers;
}

/** Choice of board, preparation and writing, and beside them the log of the cable. */
export function Bench({ serial, offers }: BenchProps) {
  const { flasher, state } = useFlasher(serial);
  const [chosen, setChosen] = useState<Board | null>(null);
  const known = useKnownPort(serial);
  const suggest = (port: PortInfo | null) => suggestBoard(port, (board) => offers.has(board));
  const board = chosen ?? state.board ?? suggest(known);
  return (
    <div className="mt-6 grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="grid min-w-0 gap-5">
        <BoardCard
          offers={offers}
          board={board}
          onChange={setChosen}
          isDisabled={isFlashing(state)}
        />
        <LoaderCard board={board} />
        <WriteCard
          flasher={flasher}
          state={state}
          chooseBoard={(port) => chosen ?? suggest(port)}
        />
      </div>
      <div className="h-full min-w-0">
        <LogPanel
          lines={state.log}
          onClear={() => flasher.clearLog()}
          className="h-72 lg:sticky lg:top-5 lg:h-[min(40rem,calc(100dvh-2.5rem))]"
        />
      </div>
    </div>
  );
}
