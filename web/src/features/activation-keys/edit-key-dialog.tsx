import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import type { KeyAnswer } from '../../../../src/contract/keys/keys.ts';
import { renewalChoices } from '../../../../src/domain/keys/key-lifecycle.ts';
import { useWhoseAccount } from '../../components/console/use-whose-account.tsx';
import { Button } from '../../components/ui/button.tsx';
import { ConfirmDialog } from '../../components/ui/confirm-dialog.tsx';
import { Dialog } from '../../components/ui/dialog.tsx';
import { Form } from '../../components/ui/form/form.tsx';
import { useSaveForm } from '../../components/ui/form/use-save-form.ts';
import { KeyValueList } from '../../components/ui/key-value-list.tsx';
import { SelectField } from '../../components/ui/select-field.tsx';
import { toast } from '../../components/ui/toast.ts';
import { nameActor } from '../../lib/console/name-actor.ts';
import { formatBaht, formatDate, formatPhone } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { publicInfoQuery } from '../../lib/public-info-query.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { describeKeyError, useEditKey, useRenewKey } from './key-calls.ts';
import { KeyStatusBadge } from './key-columns.tsx';
import type { KeyDialogProps } from './key-dialogs.tsx';

/**
 * What a key is, and the three things that can be edited of it: a phone where
 * nobody has it, its end where it serves a device, its notes always.
 */
export function EditKeyDialog({ activationKey: key, isOpen, onClose }: KeyDialogProps) {
  const { t } = useTranslation();
  const { key_code: code, is_active: isActive, customer_id: customerId } = key;
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('activation_keys.edit.title')}
      description={<code className="font-mono">{code}</code>}
      footer={
        <Button look="secondary" onClick={onClose}>
          {t('ui.close')}
        </Button>
      }
    >
      <KeyFacts activationKey={key} />
      <div className="mt-1 divide-y divide-line border-line border-t">
        {customerId === null && isActive && <BindPhoneForm code={code} onDone={onClose} />}
        {isActive && <RenewKeyForm activationKey={key} onDone={onClose} />}
        <KeyNotesForm code={code} notes={key.notes ?? ''} onDone={onClose} />
      </div>
    </Dialog>
  );
}

function KeyFacts({ activationKey: key }: { activationKey: KeyAnswer }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { customer_name: name, phone, device_id: device, site_name: site, expires_at: end } = key;
  const owner = [name, phone === null ? null : formatPhone(phone)].filter((part) => part !== null);
  return (
    <KeyValueList
      entries={[
        {
          term: t('activation_keys.column.status'),
          value: <KeyStatusBadge status={key.status} />,
        },
        {
          term: t('activation_keys.column.customer'),
          value: owner.length === 0 ? t('activation_keys.no_customer') : owner.join(' · '),
        },
        {
          term: t('activation_keys.column.device'),
          value: device === null ? t('activation_keys.no_device') : `${site ?? ''} · ${device}`,
        },
        {
          term: t('activation_keys.column.expires'),
          value: end === null ? t('activation_keys.not_counting') : formatDate(end, language),
        },
        {
          term: t('activation_keys.column.created'),
          value: `${formatDate(key.created_at, language)} · ${nameActor(key.created_by, t)}`,
        },
      ]}
    />
  );
}

interface EditSectionProps {
  title: string;
  text?: string;
  children?: ReactNode;
}

/** One of the things that can be done in a dialog, with a form of its own. */
function EditSection({ title, text, children }: EditSectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="py-4 last:pb-0">
      <h3 id={id} className="font-semibold">
        {title}
      </h3>
      {text !== undefined && <p className="mt-0.5 text-muted text-sm">{text}</p>}
      {children !== undefined && <div className="mt-3">{children}</div>}
    </section>
  );
}

interface BindPhoneFormProps {
  code: string;
  onDone: () => void;
}

/** Gives a key that nobody has to the customer with a phone. */
function BindPhoneForm({ code, onDone }: BindPhoneFormProps) {
  const { t } = useTranslation();
  const edit = useEditKey();
  const { give, question } = useWhoseAccount();
  const form = useSaveForm({
    defaultValues: { phone: '' },
    check: ({ phone }) => ({ phone: phone.trim() === '' && t('ui.said.enter_phone') }),
    save: ({ phone }) =>
      give((account) => edit.mutateAsync({ code, edit: { phone: phone.trim(), account } })),
    onSaved: () => {
      toast.success(t('activation_keys.bind.done'));
      onDone();
    },
    describe: (error) => describeKeyError(error, t),
  });
  return (
    <EditSection title={t('activation_keys.bind.title')} text={t('activation_keys.bind.text')}>
      <Form form={form}>
        <form.AppField name="phone">
          {(field) => (
            <field.TextField
              label={t('activation_keys.phone')}
              type="tel"
              placeholder="081-234-5678"
              autoComplete="off"
              maxLength={32}
            />
          )}
        </form.AppField>
        <form.FormError />
        <form.SubmitButton className="self-start">
          {t('activation_keys.bind.action')}
        </form.SubmitButton>
      </Form>
      {question}
    </EditSection>
  );
}

interface RenewKeyFormProps {
  activationKey: KeyAnswer;
  onDone: () => void;
}

/** Moves the end of a key that serves a device; asks before. */
function RenewKeyForm({ activationKey: key, onDone }: RenewKeyFormProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const renew = useRenewKey();
  const { data: info } = useQuery(publicInfoQuery);
  const [choice, setChoice] = useState('12');
  const [isAsking, setIsAsking] = useState(false);
  const { key_code: code, device_id: device, expires_at: end } = key;
  if (device === null || end === null) {
    return (
      <EditSection title={t('activation_keys.renew.title')} text={t('ui.said.key_not_bound')} />
    );
  }
  const months = Number(choice);
  const years = info?.keyValidityYears ?? 1;
  const labelOf = (count: number) =>
    info !== undefined && count === years * 12
      ? t('activation_keys.renew.as_sold', {
          count: years,
          price: formatBaht(info.prices.renewal),
        })
      : t('activation_keys.renew.choice', { count });
  const from =
    key.status === 'expired'
      ? t('activation_keys.renew.from_now')
      : t('activation_keys.renew.from_end', { date: formatDate(end, language) });
  return (
    <EditSection title={t('activation_keys.renew.title')} text={from}>
      <div className="flex flex-wrap items-end gap-3">
        <SelectField
          label={t('activation_keys.renew.months')}
          className="min-w-40 flex-1"
          options={renewalChoices(years).map((count) => ({
            value: String(count),
            label: labelOf(count),
          }))}
          value={choice}
          onChange={setChoice}
        />
        <Button look="primary" onClick={() => setIsAsking(true)}>
          {t('activation_keys.renew.action')}
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={t('activation_keys.renew.question', { count: months })}
        description={
          <>
            <code className="font-mono">{code}</code>
            <br />
            {from}
          </>
        }
        action={t('activation_keys.renew.confirm', { count: months })}
        describe={(error) => describeKeyError(error, t)}
        onConfirm={async () => {
          const { data } = await renew.mutateAsync({ code, months });
          const date = formatDate(data.expires_at ?? end, language);
          toast.success(t('activation_keys.renew.done', { date }));
          onDone();
        }}
      />
    </EditSection>
  );
}

interface KeyNotesFormProps {
  code: string;
  notes: string;
  onDone: () => void;
}

const longestNotes = 1000;

function KeyNotesForm({ code, notes, onDone }: KeyNotesFormProps) {
  const { t } = useTranslation();
  const edit = useEditKey();
  const form = useSaveForm({
    defaultValues: { notes },
    save: (values) => edit.mutateAsync({ code, edit: { notes: values.notes.trim() || null } }),
    onSaved: () => {
      toast.success(t('activation_keys.edit.done'));
      onDone();
    },
    describe: (error) => describeKeyError(error, t),
  });
  return (
    <EditSection title={t('activation_keys.notes.title')}>
      <Form form={form}>
        <form.AppField name="notes">
          {(field) => (
            <field.TextAreaField
              label={t('activation_keys.notes.title')}
              isLabelHidden
              rows={2}
              maxLength={longestNotes}
            />
          )}
        </form.AppField>
        <form.FormError />
        <form.SubmitButton look="secondary" className="self-start">
          {t('activation_keys.notes.action')}
        </form.SubmitButton>
      </Form>
    </EditSection>
  );
}
