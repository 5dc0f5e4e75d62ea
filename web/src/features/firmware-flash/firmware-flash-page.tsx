import { useEffect, useState, useSyncExternalStore } from 'react';
import { PublicLayout } from '../../components/layout/public-layout.tsx';
import { LogFold } from '../../components/serial/log-panel.tsx';
import { NoSerial } from '../../components/serial/serial-notices.tsx';
import { PageHeader } from '../../components/ui/page-header.tsx';
import { useTranslation } from '../../lib/i18n.ts';
import { useKnownPort } from '../../lib/serial/setup-network.ts';
import { findSerial, type PortInfo, type SerialPorts } from '../../lib/serial/web-serial.ts';
import { BoardCard, OfferState } from './board-card.tsx';
import { type Board, getFirmware, type Offers, suggestBoard } from './firmware-offers.ts';
import { type FlashState, isFlashing } from './flash-state.ts';
import { Flasher } from './flasher.ts';
import { LoaderCard } from './loader-card.tsx';
import { WriteCard } from './write-card.tsx';

/** Puts the firmware on a board: for everybody, without a log-in. */
export function FirmwareFlashPage() {
  const { t } = useTranslation();
  const [support] = useState(() => findSerial());
  return (
    <PublicLayout>
      <div className="mx-auto w-full max-w-6xl px-4 pt-2 pb-12 sm:px-6 sm:pt-4">
        <PageHeader title={t('firmware.title')} text={t('firmware.lead')} />
        {support.serial === null && (
          <div className="mt-6 max-w-3xl">
            <NoSerial reason={support.reason} page={location.href} />
          </div>
        )}
        <OfferState>
          {(offers) => support.serial !== null && <Bench serial={support.serial} offers={offers} />}
        </OfferState>
      </div>
    </PublicLayout>
  );
}

interface BenchProps {
  serial: SerialPorts;
  offers: Offers;
}

/** Choice of board, preparation and writing; the log of the cable is behind a press. */
function Bench({ serial, offers }: BenchProps) {
  const { flasher, state } = useFlasher(serial);
  const [chosen, setChosen] = useState<Board | null>(null);
  const known = useKnownPort(serial);
  const suggest = (port: PortInfo | null) => suggestBoard(port, (board) => offers.has(board));
  const board = chosen ?? state.board ?? suggest(known);
  return (
    <div className="mt-6 grid min-w-0 max-w-3xl gap-5">
      <BoardCard
        offers={offers}
        board={board}
        onChange={setChosen}
        isDisabled={isFlashing(state)}
      />
      <LoaderCard board={board} />
      <WriteCard flasher={flasher} state={state} chooseBoard={(port) => chosen ?? suggest(port)} />
      <LogFold lines={state.log} onClear={() => flasher.clearLog()} />
    </div>
  );
}

/** A flasher for as long as the page is open; while it writes, the browser asks before it is closed. */
function useFlasher(serial: SerialPorts): { flasher: Flasher; state: FlashState } {
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
