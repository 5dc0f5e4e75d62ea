import { useStore } from '@tanstack/react-form';
import { ArrowUp } from 'lucide-react';
import { outageKinds } from '../../../../../src/domain/states.ts';
import { CheckboxField } from '../../../components/ui/checkbox.tsx';
import { FormDialog } from '../../../components/ui/form/form-dialog.tsx';
import { useSaveForm } from '../../../components/ui/form/use-save-form.ts';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { toast } from '../../../components/ui/toast.ts';
import { describeError } from '../../../lib/error-text.ts';
import { formatDuration } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import type { Language } from '../../../lib/language.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { type Contact, useSaveContact } from '../contact-calls.ts';
import { type Chat, nameOfChat, type Site } from '../contact-words.ts';
import { Choice, type ChosenSites, SiteChoice } from './site-choice.tsx';

interface ContactFormProps {
  contact: Contact;
  chats: readonly Chat[];
  sites: readonly Site[];
  isOpen: boolean;
  onClose: () => void;
}

/** The steps that can be chosen, in minutes. */
const steps = [0, 5, 10, 15, 30, 60, 120];
export const kindWords = {
  alert: 'contacts.form.alert',
  reminder: 'contacts.form.reminder',
  recovery: 'contacts.form.recovery',
} as const;
const usualNight = { from: '22:00', to: '06:00' };

function valuesOf(contact: Contact) {
  const { name, order, quiet, recipients, after_minutes: minutes, device_ids: devices } = contact;
  return {
    name,
    language: (contact.language ?? 'own') as Language | 'own',
    after: `${minutes}`,
    isInTurn: order === 'in_turn',
    isQuiet: quiet !== null,
    from: quiet?.from ?? usualNight.from,
    to: quiet?.to ?? usualNight.to,
    wakes: quiet?.wakes ?? ['alert'],
    sites: devices as ChosenSites,
    chats: recipients.map(({ id }) => id),
  };
}

/** A dialog: when a contact is told, by which chats, and of which sites. */
export function ContactForm({ contact, chats, sites, isOpen, onClose }: ContactFormProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { mutateAsync } = useSaveContact();
  const { id, name } = contact;
  const isOwn = id === 'own';
  const form = useSaveForm({
    defaultValues: valuesOf(contact),
    check: ({ name: typed, isQuiet, from, to }) => ({
      ...(typed.trim() === '' && { name: t('contacts.name_missing') }),
      ...(isQuiet && from === '' && { from: t('ui.field.time_missing') }),
      ...(isQuiet && to === '' && { to: t('ui.field.time_missing') }),
    }),
    save: ({ from, to, wakes, ...values }) =>
      mutateAsync({
        id,
        ...(!isOwn && { name: values.name }),
        language: values.language === 'own' ? null : values.language,
        order: values.isInTurn ? 'in_turn' : 'together',
        after_minutes: Number(values.after),
        quiet: values.isQuiet ? { from, to, wakes } : null,
        device_ids: values.sites,
        recipient_ids: values.chats,
      }),
    onSaved: () => {
      toast.success(t('contacts.saved'));
      onClose();
    },
    describe: (error) => t('contacts.failed', { reason: describeError(error, t) }),
  });
  const { isQuiet, chosen } = useStore(form.store, ({ values }) => ({
    isQuiet: values.isQuiet,
    chosen: values.chats.length,
  }));
  const minutes = steps.includes(contact.after_minutes) ? steps : [...steps, contact.after_minutes];
  return (
    <FormDialog
      form={form}
      isOpen={isOpen}
      onClose={onClose}
      title={t('contacts.edit_title', { name })}
      action={t('contacts.form.save')}
    >
      {!isOwn && (
        <form.AppField name="name">
          {(field) => (
            <field.TextField label={t('contacts.name')} maxLength={100} autoComplete="off" />
          )}
        </form.AppField>
      )}
      <form.AppField name="language">
        {(field) => (
          <field.SelectField
            label={t('contacts.form.language')}
            options={[
              { value: 'own', label: t('contacts.form.language_own') },
              { value: 'th', label: 'ไทย' },
              { value: 'en', label: 'English' },
            ]}
          />
        )}
      </form.AppField>
      <form.AppField name="after">
        {(field) => (
          <field.SelectField
            label={t('contacts.form.after')}
            options={minutes
              .toSorted((a, b) => a - b)
              .map((step) => ({
                value: `${step}`,
                label:
                  step === 0
                    ? t('contacts.facts.at_once')
                    : t('contacts.facts.after', {
                        duration: formatDuration(step * 60_000, language),
                      }),
              }))}
          />
        )}
      </form.AppField>
      {(chats.length > 1 || !isOwn) && (
        <form.AppField name="chats">
          {(field) => (
            <ChatChoice
              chats={chats}
              value={field.state.value}
              onChange={field.handleChange}
              isOwn={isOwn}
            />
          )}
        </form.AppField>
      )}
      {chosen > 1 && (
        <form.AppField name="isInTurn">
          {(field) => (
            <field.CheckboxField
              label={t('contacts.form.in_turn')}
              hint={t('contacts.form.in_turn_hint')}
            />
          )}
        </form.AppField>
      )}
      <form.AppField name="isQuiet">
        {(field) => (
          <field.SwitchField
            label={t('contacts.form.quiet')}
            hint={t('contacts.form.quiet_hint')}
          />
        )}
      </form.AppField>
      {isQuiet && (
        <>
          <div className="grid grid-cols-2 gap-4">
            <form.AppField name="from">
              {(field) => <field.TimeField label={t('contacts.form.from')} />}
            </form.AppField>
            <form.AppField name="to">
              {(field) => <field.TimeField label={t('contacts.form.to')} />}
            </form.AppField>
          </div>
          <form.AppField name="wakes">
            {(field) => (
              <Choice
                legend={t('contacts.form.wakes')}
                options={outageKinds.map((kind) => ({
                  value: kind,
                  label: t(kindWords[kind]),
                }))}
                value={field.state.value}
                onChange={field.handleChange}
              />
            )}
          </form.AppField>
        </>
      )}
      <form.AppField name="sites">
        {(field) => (
          <SiteChoice sites={sites} value={field.state.value} onChange={field.handleChange} />
        )}
      </form.AppField>
    </FormDialog>
  );
}

interface ChatChoiceProps {
  chats: readonly Chat[];
  /** Numbers of chats, in the order in which they are tried. */
  value: number[];
  onChange: (value: number[]) => void;
  /** The own contact gives none away: the others take theirs. */
  isOwn: boolean;
}

/** The chats of a contact in their order, then those of others. */
function ChatChoice({ chats, value, onChange, isOwn }: ChatChoiceProps) {
  const { t } = useTranslation();
  const own = value.flatMap((id) => chats.find((chat) => chat.id === id) ?? []);
  const others = chats.filter(({ id }) => !value.includes(id));
  const moveUp = (place: number) => {
    const moved = [...value];
    const [id] = moved.splice(place, 1);
    if (id !== undefined) moved.splice(place - 1, 0, id);
    onChange(moved);
  };
  return (
    <fieldset>
      <legend className="font-semibold text-sm">{t('contacts.form.chats')}</legend>
      {[...own, ...others].map((chat, place) => {
        const label = nameOfChat(chat, t);
        const isChosen = value.includes(chat.id);
        return (
          <div key={chat.id} className="flex items-center justify-between gap-2">
            <CheckboxField
              label={label}
              isChecked={isChosen}
              isDisabled={isOwn && isChosen}
              onChange={() =>
                onChange(isChosen ? value.filter((id) => id !== chat.id) : [...value, chat.id])
              }
            />
            {isChosen && place > 0 && (
              <IconButton
                icon={ArrowUp}
                label={t('contacts.form.earlier', { chat: label })}
                onClick={() => moveUp(place)}
              />
            )}
          </div>
        );
      })}
      {!isOwn && <p className="text-muted text-xs">{t('contacts.form.chats_hint')}</p>}
    </fieldset>
  );
}
