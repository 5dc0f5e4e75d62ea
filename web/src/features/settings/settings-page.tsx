import { useStore } from '@tanstack/react-form';
import { useQuery } from '@tanstack/react-query';
import { Save } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import type { SettingsAnswer } from '../../../../src/contract/system/settings.ts';
import { LoadingPage } from '../../components/console/loading-page.tsx';
import { SettingsCard } from '../../components/console/settings-card.tsx';
import { Card } from '../../components/ui/card.tsx';
import { ErrorState } from '../../components/ui/error-state.tsx';
import { Form } from '../../components/ui/form/form.tsx';
import { UnsavedQuestion } from '../../components/ui/form/unsaved-question.tsx';
import { useSaveForm } from '../../components/ui/form/use-save-form.ts';
import { PageHeader } from '../../components/ui/page-header.tsx';
import { TextField } from '../../components/ui/text-field.tsx';
import { toast } from '../../components/ui/toast.ts';
import { channelsInUse, nameChannels } from '../../lib/channels-in-use.ts';
import { describeError } from '../../lib/error-text.ts';
import { formatNumber } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { publicInfoQuery } from '../../lib/public-info-query.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { settingsQuery, useSaveSettings } from './setting-calls.ts';
import {
  pickSettings,
  type SettingName,
  settingLimits,
  settingNames,
  toSaved,
  toWhole,
} from './setting-limits.ts';

/** @param children cards beside the settings */
export function SettingsPage({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const { data, error, refetch, isRefetching } = useQuery(settingsQuery);
  if (data !== undefined) return <SettingsForm settings={data}>{children}</SettingsForm>;
  return (
    <div className="flex flex-col gap-6">
      <PageHeader title={t('settings.title')} text={t('settings.text')} />
      {error === null ? (
        <LoadingPage />
      ) : (
        <Card>
          <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isRefetching} />
        </Card>
      )}
    </div>
  );
}

interface SettingsFormProps {
  settings: SettingsAnswer;
  /** Cards beside them, which save by themselves. */
  children: ReactNode;
}

/** All settings; those that are typed are saved together by the button above. */
function SettingsForm({ settings, children }: SettingsFormProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const id = useId();
  const saved = pickSettings(settings);
  const save = useSaveSettings();
  const form = useSaveForm({
    defaultValues: saved,
    check: (values) => {
      const findings = settingNames.map((name) => {
        const { min, max } = settingLimits[name];
        const value = toWhole(values[name]);
        if (value < min) return [name, t('settings.at_least', { min })] as const;
        if (value <= max) return [name, undefined] as const;
        return [name, t('settings.at_most', { max: formatNumber(max, language) })] as const;
      });
      return Object.fromEntries(findings);
    },
    save: (values) => save.mutateAsync(toSaved(values, saved)),
    onSaved: (answer) => {
      form.reset(pickSettings(answer));
      toast.success(t('settings.saved'));
    },
    describe: (error) => t('settings.failed', { reason: describeError(error, t) }),
  });
  const isBusy = useStore(form.store, (state) => state.isSubmitting);
  const isChanged = useStore(form.store, (state) => !state.isDefaultValue);
  return (
    <form.AppForm>
      <div className="flex flex-col gap-6">
        <PageHeader
          title={t('settings.title')}
          text={t('settings.text')}
          actions={
            <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
              <span role="status" className="text-muted text-sm empty:hidden">
                {isChanged && !isBusy && t('settings.unsaved')}
              </span>
              <form.SubmitButton form={id} icon={<Save aria-hidden="true" className="size-4" />}>
                {isBusy ? t('settings.saving') : t('settings.save')}
              </form.SubmitButton>
            </div>
          }
        />
        <div className="grid items-start gap-5 xl:grid-cols-[3fr_2fr]">
          <div className="flex flex-col gap-5">
            <Form form={form} id={id}>
              <form.FormError />
              {settingCards.map(({ title, fields }) => (
                <SettingsCard key={title} title={t(title)}>
                  <div className="grid gap-x-5 gap-y-4 sm:grid-cols-2">
                    {fields.map((entry) => (
                      <form.AppField key={entry.name} name={entry.name}>
                        {(field) => (
                          <field.NumberField
                            label={t(entry.label)}
                            unit={t(entry.unit)}
                            min={0}
                            {...('hint' in entry && { hint: t(entry.hint) })}
                          />
                        )}
                      </form.AppField>
                    ))}
                  </div>
                </SettingsCard>
              ))}
            </Form>
          </div>
          <div className="flex flex-col gap-5">
            <GeneralCard settings={settings} />
            {children}
          </div>
        </div>
      </div>
      <UnsavedQuestion isUnsaved={isChanged} />
    </form.AppForm>
  );
}

/** Settings from the server's start, which are only shown here. */
function GeneralCard({ settings }: { settings: SettingsAnswer }) {
  const { t } = useTranslation();
  const { botToken, adminMessagingId } = settings;
  const { data: info } = useQuery(publicInfoQuery);
  const language = useLanguage();
  const sayOthers = () => {
    // Keeps the line's place until it is known, and says nothing before.
    if (info === undefined) return '\u00a0';
    const channels = nameChannels(channelsInUse(info), language);
    return channels === ''
      ? t('settings.general.bot_token_hint')
      : t('settings.general.bot_none', { channels });
  };
  return (
    <SettingsCard title={t('settings.general.title')} text={t('settings.general.text')}>
      <div className="flex flex-col gap-4">
        <TextField
          label={t('settings.general.bot_token')}
          value={botToken ?? t('settings.general.not_set')}
          onChange={() => {}}
          isReadOnly
          isCode={botToken !== null}
          {...(botToken === null && { hint: sayOthers() })}
        />
        <TextField
          label={t('settings.general.admin_id')}
          value={adminMessagingId ?? t('settings.general.not_set')}
          onChange={() => {}}
          isReadOnly
          isCode={adminMessagingId !== null}
          // Without a bot nobody has one.
          {...(adminMessagingId === null &&
            botToken !== null && { hint: t('settings.general.admin_id_hint') })}
        />
      </div>
    </SettingsCard>
  );
}

interface SettingField {
  name: SettingName;
  label: string;
  unit: string;
  hint?: string;
}

/** What is typed, in the order of the page; the words as keys of the locale files. */
const settingCards = [
  {
    title: 'settings.notifications.title',
    fields: [
      {
        name: 'heartbeatTimeout',
        label: 'settings.notifications.heartbeat_timeout',
        hint: 'settings.notifications.heartbeat_timeout_hint',
        unit: 'settings.unit.seconds',
      },
      {
        name: 'recoveryDelay',
        label: 'settings.notifications.recovery_delay',
        hint: 'settings.notifications.recovery_delay_hint',
        unit: 'settings.unit.minutes',
      },
    ],
  },
  {
    title: 'settings.pricing.title',
    fields: [
      { name: 'priceS2Mini', label: 'settings.pricing.s2_mini', unit: 'settings.unit.baht' },
      { name: 'priceTDisplay', label: 'settings.pricing.t_display', unit: 'settings.unit.baht' },
      { name: 'priceKeyOnly', label: 'settings.pricing.key_only', unit: 'settings.unit.baht' },
      { name: 'priceRenewal', label: 'settings.pricing.renewal', unit: 'settings.unit.baht' },
    ],
  },
  {
    title: 'settings.keys.title',
    fields: [
      {
        name: 'keyValidityYears',
        label: 'settings.keys.validity',
        hint: 'settings.keys.validity_hint',
        unit: 'settings.unit.years',
      },
    ],
  },
] as const satisfies readonly { title: string; fields: readonly SettingField[] }[];
