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
  const clock = new Intl.DateTimeFormat(i18n.language, {
    timeZone: timezone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(new Date(now));
  return (
    <>
      <p className="text-muted">{t('setup.timezone.text', { timezone, clock })}</p>
      <Line text={`timezone = "${Intl.DateTimeFormat().resolvedOptions().timeZone}"`} />
    </>
  );
}

export function PublicUrlStep() {
  const { t } = useTranslation();
  return (
    <>
      <p className="text-muted">{t('setup.public_url.text')}</p>
      <Line text={`public_url = "${location.origin}"`} />
    </>
  );
}

export function BackupStep() {
  const { t } = useTranslation();
  return (
    <>
      <p className="text-muted">{t('setup.backup_target.text')}</p>
      <Line text={'backup_directory = "/media/usb/faiwatch"'} />
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

/** A line of the configuration, to copy. */
function Line({ text }: { text: string }) {
  const { t } = useTranslation();
  return (
    <div className="mt-3 flex max-w-xl items-center gap-2 rounded-sm border border-line bg-raised py-1 pr-1 pl-3">
      <code className="wrap-anywhere min-w-0 flex-1 font-mono text-xs">{text}</code>
      <CopyButton text={text} what={t('setup.line')} />
    </div>
  );
}
