import { RefreshCw, RotateCw } from 'lucide-react';
import { type SubmitEvent, useCallback, useRef } from 'react';
import { LogFold } from '../../../components/serial/log-panel.tsx';
import { Button } from '../../../components/ui/button.tsx';
import type { DeviceSetup } from '../../../lib/device-setup.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import type { SerialPorts } from '../../../lib/serial/web-serial.ts';
import { toLogLine } from '../log-words.ts';
import type { DeviceSession } from '../session/device-session.ts';
import { isTestBoard } from '../session/device-settings.ts';
import { isBusy, type SessionState } from '../session/session-state.ts';
import { useBoardArrival } from '../use-board-arrival.ts';
import { useDeviceSession } from '../use-device-session.ts';
import { useLogInAgain } from '../use-log-in-again.ts';
import { useSettings } from '../use-settings.ts';
import { ConfigureCard } from './configure-card.tsx';
import { ConnectCard } from './connect-card.tsx';
import { Instructions } from './instructions.tsx';
import { SettingsCard } from './settings-card.tsx';
import { TestCommands } from './test-commands.tsx';

interface WorkbenchProps {
  serial: SerialPorts;
  setup: DeviceSetup;
  /** The board to configure is the one that was just flashed. */
  isBoardAtHand: boolean;
}

/** Cable, settings and configuring; below them what helps when something fails. */
export function Workbench({ serial, setup, isBoardAtHand }: WorkbenchProps) {
  const { t } = useTranslation();
  const { session, state } = useDeviceSession(serial, isBoardAtHand);
  useLogInAgain(isBusy(state));
  const settings = useSettings(setup, state);
  const form = useRef<HTMLFormElement>(null);
  const onArrived = useCallback(() => session.tellOnline(), [session]);
  useBoardArrival({
    activationKey: setup.activationKey,
    run: state.run,
    isWaiting: state.phase === 'done' && state.arrival.online !== 'done',
    onArrived,
  });

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isBusy(state)) return;
    const wanted = settings.submit();
    if (wanted !== null) {
      void session.configure(wanted);
      return;
    }
    // The session tells what is missing. The field gets the focus once it is marked.
    if (!settings.isFilled || state.link !== 'open') void session.configure(settings.settings);
    requestAnimationFrame(() => {
      const wrong = form.current?.querySelector('[aria-invalid="true"]');
      if (wrong instanceof HTMLElement) wrong.focus();
    });
  };

  return (
    <div className="mt-6 grid min-w-0 max-w-3xl gap-5">
      <form ref={form} noValidate onSubmit={submit} className="grid min-w-0 gap-5">
        <ConnectCard session={session} state={state} />
        <SettingsCard form={settings} isDisabled={isBusy(state)} session={session} state={state} />
        <ConfigureCard
          session={session}
          state={state}
          isReady={state.link === 'open' && settings.isFilled}
        />
      </form>
      <Instructions />
      {isTestBoard(settings.settings.deviceType) && (
        <TestCommands session={session} state={state} />
      )}
      <LogFold
        lines={state.log.map((entry) => toLogLine(entry, t))}
        onClear={() => session.clearLog()}
        tools={<LinkTools session={session} state={state} />}
      />
    </div>
  );
}

/** What helps when the cable hangs. */
function LinkTools({ session, state }: { session: DeviceSession; state: SessionState }) {
  const { t } = useTranslation();
  return (
    <>
      <Button
        look="ghost"
        size="small"
        disabled={isBusy(state)}
        icon={<RefreshCw aria-hidden="true" className="size-4" />}
        onClick={() => void session.reconnect()}
      >
        {t('configure.connect.reconnect')}
      </Button>
      <Button
        look="ghost"
        size="small"
        disabled={isBusy(state)}
        icon={<RotateCw aria-hidden="true" className="size-4" />}
        onClick={() => void session.restartReading()}
      >
        {t('configure.connect.read_again')}
      </Button>
    </>
  );
}
