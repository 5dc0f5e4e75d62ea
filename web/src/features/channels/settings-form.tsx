import { useStore } from '@tanstack/react-form';
import { Plug } from 'lucide-react';
import type { ChannelAnswer } from '../../../../src/contract/system/channels.ts';
import { mostOfDay } from '../../../../src/domain/alerts/call-cost.ts';
import { Form } from '../../components/ui/form/form.tsx';
import { useSaveForm } from '../../components/ui/form/use-save-form.ts';
import { toast } from '../../components/ui/toast.ts';
import { ApiError } from '../../lib/api-error.ts';
import { channelWords } from '../../lib/console/channel-words.ts';
import { describeError } from '../../lib/error-text.ts';
import { formatNumber } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useSaveChannel } from './channel-calls.ts';
import { settingWords } from './setting-words.ts';

type Setting = ChannelAnswer['fields'][number];

/** The keys of texts, by setting. */
interface Words {
  readonly fields: Readonly<Record<string, string>>;
  readonly options?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** Whether it means something with what is chosen. */
function isAsked({ when }: Setting, values: Readonly<Record<string, string>>): boolean {
  return when === null || values[when.field] === when.value;
}

/** What the server asks for of a channel. A secret is never shown again; left empty, it stays. */
export function SettingsForm({ channel }: { channel: ChannelAnswer }) {
  const { t, language } = useTranslation();
  const { name, fields, is_set_up: isSetUp } = channel;
  const save = useSaveChannel(name);
  const before = Object.fromEntries(
    fields.map(({ field, is_secret: isSecret, value }) => [field, isSecret ? '' : (value ?? '')]),
  );
  // Where one of a few is chosen, the browser shows the first.
  const chosen = fields.flatMap(({ field, options, value }) =>
    value === null && options !== null ? [[field, options[0] ?? '']] : [],
  );
  const isMissing = ({ is_required: isRequired, is_secret: isSecret, value }: Setting) =>
    isRequired && !(isSecret && value !== null);
  const { fields: words, options: optionWords = {} }: Words = settingWords[name];
  const form = useSaveForm({
    defaultValues: { ...before, ...Object.fromEntries(chosen) },
    check: (values) =>
      Object.fromEntries(
        fields.map((one) => [
          one.field,
          isAsked(one, values) &&
            isMissing(one) &&
            values[one.field]?.trim() === '' &&
            t('ui.finding.required'),
        ]),
      ),
    save: (values) => save.mutateAsync(changed(values, before)),
    onSaved: () => {
      form.reset();
      toast.success(t('channels.saved', { channel: t(channelWords[name]) }));
    },
    describe: (error) => sayRefusal(error) ?? describeError(error, t),
  });
  const values = useStore(form.store, (state) => state.values);
  const shown = fields.filter((one) => isAsked(one, values));
  const most = mostOfDay(Number(values['daily_cap']), values['minute_price'] ?? '');
  const dayCost =
    most === null ? null : t('channels.day_cost', { most: formatNumber(most, language, 2) });
  return (
    <Form form={form} className="gap-4">
      {shown.map((one) => (
        <form.AppField key={one.field} name={one.field}>
          {(field) => {
            const label = t(words[one.field] as 'channels.telegram.token');
            const common = {
              label,
              isOptional: !one.is_required,
              ...(one.value !== null && one.is_secret && { hint: t('channels.keep') }),
              ...(one.field === 'daily_cap' && dayCost !== null && { hint: dayCost }),
            };
            if (one.options !== null) {
              const options = one.options.map((value) => {
                const word = optionWords[one.field]?.[value];
                return {
                  value,
                  label: word === undefined ? value : t(word as 'channels.telegram.token'),
                };
              });
              return <field.SelectField {...common} options={options} />;
            }
            if (one.is_long) return <field.TextAreaField {...common} maxLength={4000} />;
            if (!one.is_secret) return <field.TextField {...common} maxLength={4000} />;
            return (
              <field.PasswordField
                {...common}
                autoComplete="off"
                maxLength={4000}
                {...(one.value !== null && { placeholder: one.value })}
              />
            );
          }}
        </form.AppField>
      ))}
      <form.FormError />
      <form.SubmitButton
        className="self-start"
        look={isSetUp ? 'secondary' : 'primary'}
        icon={<Plug aria-hidden="true" className="size-4" />}
      >
        {isSetUp ? t('channels.save') : t('channels.set_up')}
        <span className="sr-only">: {t(channelWords[name])}</span>
      </form.SubmitButton>
    </Form>
  );
}

/** What is not as it was; an empty secret is none. */
function changed(
  values: Readonly<Record<string, string>>,
  before: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).filter(([field, value]) => value.trim() !== before[field]),
  );
}

/** The far end's own words; null: it was not the far end that refused. */
function sayRefusal(error: unknown): string | null {
  if (!(error instanceof ApiError)) return null;
  return error.code === 'VALIDATION' || error.code === 'UNAVAILABLE' ? error.message : null;
}
