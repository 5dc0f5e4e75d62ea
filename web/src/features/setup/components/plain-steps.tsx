import { Link } from '@tanstack/react-router';
import type { SetupAnswer } from '../../../../../src/contract/system/setup.ts';
import { LineToCopy } from '../../../components/console/restart-notice.tsx';
import { buttonClasses } from '../../../components/ui/button.tsx';
import { useTranslation } from '../../../lib/i18n.ts';
import { SettingForm } from './setting-form.tsx';

interface StepProps {
  setup: SetupAnswer;
}

/** Asks whether the time zone is right, since only a person knows. */
export function TimezoneStep({ setup }: StepProps) {
  const { t, language } = useTranslation();
  const { timezone, server_time: now } = setup;
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const clock = new Intl.DateTimeFormat(language, {
    timeZone: timezone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(new Date(now));
  return (
    <>
      <p className="text-muted">{t('setup.timezone.text', { timezone, clock })}</p>
      {here === timezone && <p className="mt-1 text-muted">{t('setup.timezone.same')}</p>}
      <SettingForm
        setup={setup}
        setting="timezone"
        label={t('setup.timezone.field')}
        proposal={here}
        suggestions={Intl.supportedValuesOf('timeZone')}
      />
    </>
  );
}

export function PublicUrlStep({ setup }: StepProps) {
  const { t } = useTranslation();
  return (
    <>
      <p className="text-muted">{t('setup.public_url.text')}</p>
      <SettingForm
        setup={setup}
        setting="public_url"
        label={t('setup.public_url.field')}
        proposal={location.origin}
      />
    </>
  );
}

export function BackupStep({ setup }: StepProps) {
  const { t } = useTranslation();
  return (
    <>
      <p className="text-muted">{t('setup.backup_target.text')}</p>
      <SettingForm
        setup={setup}
        setting="backup_directory"
        label={t('setup.backup_target.field')}
        hint={t('setup.backup_target.hint')}
        proposal=""
      />
    </>
  );
}

/** Its address is a secret of the service behind it, and is given in the file alone. */
export function DeadMansSwitchStep({ setup }: StepProps) {
  const { t } = useTranslation();
  const { config_file: file, restart_command: command } = setup;
  return (
    <>
      <p className="text-muted">{t('setup.dead_mans_switch.text', { file })}</p>
      <LineToCopy
        text={'heartbeat_url = "https://hc-ping.com/…"'}
        what={t('setup.dead_mans_switch.line')}
      />
      {command !== null && <LineToCopy text={command} what={t('setup.command')} />}
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
