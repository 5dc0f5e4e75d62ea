import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { SetupAnswer } from '../../../../../src/contract/system/setup.ts';
import { buttonClasses } from '../../../components/ui/button.tsx';
import { CopyButton } from '../../../components/ui/copy-button.tsx';

interface StepProps {
  setup: SetupAnswer;
}

/** Asks whether the time zone is right, since only a person knows. */
export function TimezoneStep({ setup }: StepProps) {
  const { t, i18n } = useTranslation();
  const { timezone, server_time: now } = setup;
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const clock = new Intl.DateTimeFormat(i18n.language, {
    timeZone: timezone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(new Date(now));
  return (
    <>
      <p className="text-muted">{t('setup.timezone.text', { timezone, clock })}</p>
      {here === timezone ? (
        <p className="mt-1 text-muted">{t('setup.timezone.same')}</p>
      ) : (
        <Change setup={setup} line={`timezone = "${here}"`} />
      )}
    </>
  );
}

export function PublicUrlStep({ setup }: StepProps) {
  const { t } = useTranslation();
  return (
    <>
      <p className="text-muted">{t('setup.public_url.text')}</p>
      <Change setup={setup} line={`public_url = "${location.origin}"`} />
    </>
  );
}

export function BackupStep({ setup }: StepProps) {
  const { t } = useTranslation();
  return (
    <>
      <p className="text-muted">{t('setup.backup_target.text')}</p>
      <Change setup={setup} line={'backup_directory = "/media/usb/faiwatch"'} />
    </>
  );
}

export function FactorStep() {
  const { t } = useTranslation();
  return (
    <>
      <p className="text-muted">{t('setup.second_factor.text')}</p>
      <Link to="/admin/account" className={buttonClasses('secondary', 'mt-3', 'small')}>
        {t('setup.second_factor.action')}
      </Link>
    </>
  );
}

/** How a setting of the machine is changed: a line of its file, and a start. */
function Change({ setup, line }: StepProps & { line: string }) {
  const { t } = useTranslation();
  const { config_file: file, restart_command: command } = setup;
  return (
    <ol className="mt-2 flex list-decimal flex-col gap-2 pl-5 marker:text-muted">
      <li>
        {t('setup.change.line')} <code className="wrap-anywhere font-mono text-xs">{file}</code>
        <Line text={line} what={t('setup.line')} />
      </li>
      <li>
        {t('setup.change.restart')}
        {command !== null && <Line text={command} what={t('setup.command')} />}
      </li>
    </ol>
  );
}

/** Something to copy. */
function Line({ text, what }: { text: string; what: string }) {
  return (
    <div className="mt-1 flex max-w-xl items-center gap-2 rounded-sm border border-line bg-raised py-1 pr-1 pl-3">
      <code className="wrap-anywhere min-w-0 flex-1 font-mono text-xs">{text}</code>
      <CopyButton text={text} what={what} />
    </div>
  );
}
