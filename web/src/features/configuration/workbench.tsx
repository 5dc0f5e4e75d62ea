import { useNavigate } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { RefreshCw, RotateCw } from 'lucide-react';
import {
  type SubmitEvent,
  useCallback,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { LogFold, type LogLine } from '../../components/serial/log-panel.tsx';
import { Button, buttonClasses } from '../../components/ui/button.tsx';
import { Card } from '../../components/ui/card.tsx';
import { ConfirmDialog } from '../../components/ui/confirm-dialog.tsx';
import { Fold } from '../../components/ui/fold.tsx';
import type { DeviceSetup } from '../../lib/device-setup.ts';
import { useTranslation } from '../../lib/i18n.ts';
import type { SerialPorts } from '../../lib/serial/web-serial.ts';
import { customerSession } from '../../lib/session.ts';
import { useSession } from '../../lib/use-session.ts';
import { useBoardArrival } from './board-arrival.ts';
import { ConfigureCard } from './configure-card.tsx';
import { ConnectCard, FlashingLinkText, flashingPage } from './connect-card.tsx';
import { describeProblem, nameSubject } from './problem-words.ts';
import type { LogContent, LogEntry } from './session/board-line.ts';
import { DeviceSession } from './session/device-session.ts';
import { isTestBoard, type TestCommand, testCommands } from './session/device-settings.ts';
import { isBusy, type SessionState } from './session/session-state.ts';
import { SettingsCard } from './settings-card.tsx';
import { useSettings } from './use-settings.ts';

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

/** Where to go when the board has no firmware yet, and how it is done from the begin. */
function Instructions() {
  const { t } = useTranslation();
  const steps = [
    t('configure.help.cable'),
    t('configure.help.connect'),
    t('configure.help.fill'),
    t('configure.help.configure'),
    t('configure.help.wait'),
  ];
  return (
    <>
      <Card className="flex min-w-0 flex-wrap items-center justify-between gap-x-8 gap-y-3 px-4 py-3 sm:px-5">
        <div className="min-w-0 flex-1 basis-64">
          <h2 className="font-semibold">{t('configure.flashing.title')}</h2>
          <p className="text-muted text-sm">{t('configure.flashing.text')}</p>
        </div>
        <a {...flashingPage} className={buttonClasses('secondary', undefined, 'small')}>
          <FlashingLinkText />
        </a>
      </Card>
      <Fold title={t('configure.help.title')}>
        <ol className="list-decimal space-y-1.5 pl-5 text-sm marker:font-semibold marker:text-accent-text">
          {steps.map((step) => (
            <li key={step} className="pl-1">
              {step}
            </li>
          ))}
        </ol>
        <p className="mt-4 text-muted text-xs">{t('serial.support')}</p>
      </Fold>
    </>
  );
}

const words = {
  help: 'configure.test.help',
  show_config: 'configure.test.show_config',
  clear_config: 'configure.test.clear_config',
  test_response: 'configure.test.test_response',
  led_test: 'configure.test.led_test',
} as const satisfies Record<TestCommand, string>;

interface TestCommandsProps {
  session: DeviceSession;
  state: SessionState;
}

/** What only the test board understands, and what helps to look into it. */
function TestCommands({ session, state }: TestCommandsProps) {
  const { t } = useTranslation();
  const [isClearing, setIsClearing] = useState(false);
  const run = (command: TestCommand) => {
    if (command === 'clear_config' && state.link === 'open') setIsClearing(true);
    else void session.runCommand(command);
  };
  return (
    <Card className="min-w-0 p-5 sm:p-6">
      <h2 className="font-semibold text-lg">{t('configure.test.title')}</h2>
      <p className="mt-1 text-muted text-sm">{t('configure.test.text')}</p>
      <div className="mt-4 flex flex-wrap gap-2">
        {testCommands.map((command) => (
          <Button
            key={command}
            look="secondary"
            size="small"
            isBusy={state.command === command}
            disabled={isBusy(state) && state.command !== command}
            onClick={() => run(command)}
          >
            {t(words[command])}
          </Button>
        ))}
      </div>
      <ConfirmDialog
        isOpen={isClearing}
        onClose={() => setIsClearing(false)}
        title={t('configure.test.clear.title')}
        description={t('configure.test.clear.text')}
        action={t('configure.test.clear.action')}
        isDestructive
        onConfirm={async () => {
          // The page shows the result.
          void session.runCommand('clear_config');
        }}
      />
    </Card>
  );
}

/**
 * A session with a board for as long as the page is shown; its port is closed with it.
 * @param isBoardAtHand it begins with the board that was flashed just now
 */
function useDeviceSession(
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

const notes = {
  connecting: 'configure.note.connecting',
  connected: 'configure.note.connected',
  disconnected: 'configure.note.disconnected',
  probing: 'configure.note.probing',
  resetting: 'configure.note.resetting',
  reset_failed: 'configure.note.reset_failed',
  lost: 'configure.note.lost',
  returned: 'configure.note.returned',
  reading_again: 'configure.note.reading_again',
  configuring: 'configure.note.configuring',
  repeating: 'configure.note.repeating',
  sending_blind: 'configure.note.sending_blind',
  configured: 'configure.note.configured',
  checked: 'configure.note.checked',
  online: 'configure.note.online',
} as const;

const signs = {
  wifi_connected: 'configure.sign.wifi_connected',
  wifi_failed: 'configure.sign.wifi_failed',
  server_online: 'configure.sign.server_online',
  server_refused: 'configure.sign.server_refused',
  server_unreachable: 'configure.sign.server_unreachable',
  config_saved: 'configure.sign.config_saved',
  led_on: 'configure.sign.led_on',
  led_off: 'configure.sign.led_off',
  download_mode: 'configure.sign.download_mode',
  no_firmware: 'configure.sign.no_firmware',
} as const;

/** An entry of the log in the language of the page; what went over the cable stays as it was. */
function toLogLine({ id, at, type, content }: LogEntry, t: TFunction): LogLine {
  const isOverCable = content.kind === 'sent' || content.kind === 'received';
  return {
    id,
    at,
    type,
    direction: isOverCable ? content.kind : null,
    text: describeContent(content, t),
  };
}

function describeContent(content: LogContent, t: TFunction): string {
  switch (content.kind) {
    case 'note':
      return t(notes[content.note], { step: nameSubject(content.subject, t) });
    case 'problem':
      return describeProblem(content.problem, t).title;
    case 'sign':
      return t(signs[content.sign]);
    case 'sent':
    case 'received':
      return content.line;
  }
}

/**
 * To the log-in once the session has ended, here or in another tab.
 * @param isBusy a board is being configured: it gets all that it needs first
 */
export function useLogInAgain(isBusy: boolean): void {
  const isSignedIn = useSession(customerSession) !== null;
  const navigate = useNavigate();
  useEffect(() => {
    if (!isSignedIn && !isBusy) void navigate({ to: '/customer', replace: true });
  }, [isSignedIn, isBusy, navigate]);
}
