import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx';
import { useTranslation } from '../../../lib/i18n.ts';
import type { DeviceSession } from '../session/device-session.ts';
import { type TestCommand, testCommands } from '../session/device-settings.ts';
import { isBusy, type SessionState } from '../session/session-state.ts';

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
export function TestCommands({ session, state }: TestCommandsProps) {
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
