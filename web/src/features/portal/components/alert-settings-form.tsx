import { useStore } from '@tanstack/react-form';
import { useQuery } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { AlertSettingsAnswer } from '../../../../../src/contract/alerts/alert-settings.ts';
import type { PortalDevice } from '../../../../../src/contract/devices/portal.ts';
import { rings } from '../../../../../src/domain/alerts/channel-traits.ts';
import { Button } from '../../../components/ui/button.tsx';
import { FormDialog } from '../../../components/ui/form/form-dialog.tsx';
import { useSaveForm } from '../../../components/ui/form/use-save-form.ts';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { toast } from '../../../components/ui/toast.ts';
import { channelsInUse } from '../../../lib/channels-in-use.ts';
import { describeError } from '../../../lib/error-text.ts';
import { formatSeconds } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { lazyOr } from '../../../lib/lazy-part.tsx';
import { publicInfoQuery } from '../../../lib/public-info-query.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { type AlertSettings, useSaveAlertSettings } from '../alert-settings.ts';
import { useChangeSpokenName } from '../api/spoken-name.ts';
import { statsQuery } from '../portal-stats.ts';
import type { SpokenDraft } from './spoken-name.tsx';

// Where nobody is called it is not loaded.
const SpokenName = lazyOr(
  async () => (await import('./spoken-name.tsx')).SpokenName,
  () => null,
);

interface AlertSettingsFormProps {
  /** Of which site, or how many. */
  description: string;
  /** The id of the one site. Left out: there are several. */
  site?: string;
  /** As they are now. */
  settings: AlertSettingsAnswer;
  save: (settings: AlertSettings) => Promise<unknown>;
  onSaved: () => void;
  isOpen: boolean;
  onClose: () => void;
}

/** A dialog: whether and when somebody is told. */
export function AlertSettingsForm(props: AlertSettingsFormProps) {
  const { description, site, settings, save, onSaved, isOpen, onClose } = props;
  const { defaults, ranges } = settings;
  const { t } = useTranslation();
  const language = useLanguage();
  const phones = usePhones();
  const { mutateAsync: changeName } = useChangeSpokenName();
  const [spoken, setSpoken] = useState<SpokenDraft | null>(null);
  const { data: info } = useQuery(publicInfoQuery);
  const isCalledAtEnd = phones === 'connected' && info?.call_ends === true;
  const form = useSaveForm({
    defaultValues: pick(settings),
    save: async (values) => {
      if (site !== undefined && spoken !== null && spoken !== 'recording') {
        await changeName({ deviceId: site, name: spoken });
        setSpoken(null);
      }
      return save(values);
    },
    onSaved: () => {
      onSaved();
      onClose();
    },
    describe: (error) => t('alerts.save_failed', { reason: describeError(error, t) }),
  });
  const { isOff, isBusy } = useStore(form.store, ({ values, isSubmitting }) => ({
    isOff: !values.alertEnabled,
    isBusy: isSubmitting,
  }));
  const reset = () => {
    form.setFieldValue('alertEnabled', defaults.alertEnabled);
    form.setFieldValue('downtimeThreshold', defaults.downtimeThreshold);
    form.setFieldValue('reminderInterval', defaults.reminderInterval);
    form.setFieldValue('alertOnRecovery', defaults.alertOnRecovery);
    form.setFieldValue('critical', defaults.critical);
    form.setFieldValue('callOnRecovery', defaults.callOnRecovery);
  };
  const format = (seconds: number) => formatSeconds(seconds, language);
  return (
    <FormDialog
      form={form}
      isOpen={isOpen}
      onClose={onClose}
      title={t('alerts.title')}
      description={description}
      action={t('alerts.save')}
      isSubmitDisabled={spoken === 'recording'}
      extra={
        <Button
          look="ghost"
          disabled={isBusy}
          icon={<RotateCcw aria-hidden="true" className="size-4" />}
          onClick={reset}
        >
          {t('alerts.reset')}
        </Button>
      }
    >
      <form.AppField name="alertEnabled">
        {(field) => (
          <field.SwitchField label={t('alerts.enabled')} hint={t('alerts.enabled_hint')} />
        )}
      </form.AppField>
      <form.AppField name="downtimeThreshold">
        {(field) => (
          <field.SliderField
            label={t('alerts.threshold')}
            hint={t('alerts.threshold_hint')}
            {...ranges.downtimeThreshold}
            format={format}
            isDisabled={isOff}
          />
        )}
      </form.AppField>
      <form.AppField name="reminderInterval">
        {(field) => (
          <field.SliderField
            label={t('alerts.reminder')}
            hint={t('alerts.reminder_hint')}
            {...ranges.reminderInterval}
            format={format}
            isDisabled={isOff}
          />
        )}
      </form.AppField>
      <form.AppField name="alertOnRecovery">
        {(field) => <field.CheckboxField label={t('alerts.recovery')} isDisabled={isOff} />}
      </form.AppField>
      {/* A mark stays to be taken off where the last phone is gone. */}
      {phones === 'connected' || settings.critical ? (
        <form.AppField name="critical">
          {(field) => (
            <field.SwitchField
              label={t('alerts.critical')}
              hint={t('alerts.critical_hint')}
              isDisabled={isOff}
            />
          )}
        </form.AppField>
      ) : (
        phones === 'none' && <p className="text-muted text-sm">{t('alerts.critical_phone')}</p>
      )}
      {(isCalledAtEnd || settings.callOnRecovery) && (
        <form.AppField name="callOnRecovery">
          {(field) => (
            <field.SwitchField
              label={t('alerts.call_recovery')}
              hint={t('alerts.call_recovery_hint')}
              isDisabled={isOff}
            />
          )}
        </form.AppField>
      )}
      {phones === 'connected' && site !== undefined && (
        <Suspense fallback={<Skeleton className="w-64" />}>
          <SpokenName
            deviceId={site}
            isSaid={info?.call_names === true}
            draft={spoken}
            onDraft={setSpoken}
          />
        </Suspense>
      )}
    </FormDialog>
  );
}

/** Whether a phone is connected that can be called. Null: not known, or nobody is called here. */
function usePhones(): 'connected' | 'none' | null {
  const { data: info } = useQuery(publicInfoQuery);
  const { data: stats } = useQuery(statsQuery);
  if (info === undefined || stats === undefined) return null;
  if (!channelsInUse(info).some((channel) => rings({ channel }))) return null;
  const isConnected = stats.messenger.recipients.some(rings);
  return isConnected ? 'connected' : 'none';
}

/** The values to save, without descriptions. */
function pick(settings: AlertSettingsAnswer): AlertSettings {
  const { defaults: _, ranges: __, ...values } = settings;
  return values;
}

interface AlertSettingsDialogProps {
  device: PortalDevice;
  /** The server's values when the dialog was opened. */
  settings: AlertSettingsAnswer;
  isOpen: boolean;
  onClose: () => void;
}

/** When the owner of a device is told. */
export function AlertSettingsDialog({ device, ...dialog }: AlertSettingsDialogProps) {
  const { t } = useTranslation();
  const { mutateAsync } = useSaveAlertSettings();
  return (
    <AlertSettingsForm
      {...dialog}
      description={device.site_name}
      site={device.device_id}
      save={(settings) => mutateAsync({ deviceId: device.device_id, settings })}
      onSaved={() => toast.success(t('alerts.saved'))}
    />
  );
}
