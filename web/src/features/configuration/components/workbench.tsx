import { type SubmitEvent, useCallback, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { LogPanel } from '../../../components/serial/log-panel.tsx';
import type { DeviceSetup } from '../../../lib/device-setup.ts';
import type { SerialPorts } from '../../../lib/serial/web-serial.ts';
import { toLogLine } from '../log-words.ts';
import { isTestBoard } from '../session/device-settings.ts';
import { isBusy } from '../session/session-state.ts';
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

/** Settings, cable and configuring, and beside them the log of the cable. */
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
    <div className="mt-6 grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_25rem]">
      <form ref={form} noValidate onSubmit={submit} className="grid min-w-0 gap-5">
        <SettingsCard form={settings} isDisabled={isBusy(state)} session={session} state={state} />
        <ConnectCard session={session} state={state} />
        <ConfigureCard
          session={session}
          state={state}
          isReady={state.link === 'open' && settings.isFilled}
        />
      </form>
      <div className="h-full min-w-0 lg:row-span-2">
        <LogPanel
          lines={state.log.map((entry) => toLogLine(entry, t))}
          onClear={() => session.clearLog()}
          className="h-80 lg:sticky lg:top-5 lg:h-[min(44rem,calc(100dvh-2.5rem))]"
        />
      </div>
      <div className="grid min-w-0 gap-5">
        {isTestBoard(settings.settings.deviceType) && (
          <TestCommands session={session} state={state} />
        )}
        <Instructions />
      </div>
    </div>
  );
}
