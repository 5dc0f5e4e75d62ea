import { useStore } from '@tanstack/react-form';
import { useQuery } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import { useId, useState } from 'react';
import type { KeyAnswer } from '../../../../src/contract/keys/keys.ts';
import { useWhoseAccount } from '../../components/console/use-whose-account.tsx';
import { Button } from '../../components/ui/button.tsx';
import { CopyButton } from '../../components/ui/copy-button.tsx';
import { Dialog } from '../../components/ui/dialog.tsx';
import { Form } from '../../components/ui/form/form.tsx';
import { useSaveForm } from '../../components/ui/form/use-save-form.ts';
import { Notice } from '../../components/ui/notice.tsx';
import { SearchField } from '../../components/ui/search-field.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { toast } from '../../components/ui/toast.ts';
import { describeError } from '../../lib/error-text.ts';
import { formatNumber, formatPhone } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { describeKeyError, findCustomersQuery, keyDueQuery, useEditKey } from './key-calls.ts';
import type { KeyDialogProps } from './key-dialogs.tsx';

/** Gives a key, and the device it serves, to another customer. */
export function TransferKeyDialog({ activationKey: key, isOpen, onClose }: KeyDialogProps) {
  const { t } = useTranslation();
  const id = useId();
  const transfer = useEditKey();
  const { give, question } = useWhoseAccount();
  const [done, setDone] = useState<KeyAnswer | null>(null);
  const { key_code: code, device_id: device, site_name: site, customer_id: ownerId } = key;
  const form = useSaveForm({
    defaultValues: { customer_id: '' },
    check: ({ customer_id: chosen }) => ({
      customer_id: chosen === '' && t('ui.said.select_customer'),
    }),
    save: ({ customer_id: chosen }) =>
      give((account) =>
        transfer.mutateAsync({ code, edit: { customer_id: Number(chosen), account } }),
      ),
    onSaved: ({ data }) => {
      if (data.key_code !== code) {
        setDone(data);
        return;
      }
      toast.success(t('activation_keys.transfer.done', { name: data.customer_name ?? '' }));
      onClose();
    },
    describe: (error) => describeKeyError(error, t),
  });
  const isBusy = useStore(form.store, (state) => state.isSubmitting);
  if (done !== null) {
    return <TransferredDialog activationKey={done} isOpen={isOpen} onClose={onClose} />;
  }
  return (
    <form.AppForm>
      <Dialog
        isOpen={isOpen}
        onClose={onClose}
        isBusy={isBusy}
        title={t('activation_keys.transfer.title')}
        description={<code className="font-mono">{code}</code>}
        footer={
          <>
            <Button look="secondary" disabled={isBusy} onClick={onClose}>
              {t('ui.cancel')}
            </Button>
            <form.SubmitButton form={id}>{t('activation_keys.transfer.action')}</form.SubmitButton>
          </>
        }
      >
        <form.AppField name="customer_id">
          {(field) => (
            <CustomerPicker
              value={field.state.value}
              onChange={field.handleChange}
              error={field.state.meta.errors.find((error) => typeof error === 'string')}
              isDisabled={isBusy}
              ownerId={ownerId}
              formId={id}
            />
          )}
        </form.AppField>
        <Form form={form} id={id} className="mt-4">
          {ownerId !== null && (
            <Notice kind="info">
              <p>{t('activation_keys.transfer.code_text')}</p>
              {device !== null && (
                <p className="mt-1">
                  {t('activation_keys.transfer.device', { name: site ?? device })}
                </p>
              )}
            </Notice>
          )}
          <form.FormError />
        </Form>
      </Dialog>
      {question}
    </form.AppForm>
  );
}

interface TransferredDialogProps {
  /** As it is now. */
  activationKey: KeyAnswer;
  isOpen: boolean;
  onClose: () => void;
}

/** After a transfer: the code for the new owner, and whether the board has it by itself. */
function TransferredDialog(props: TransferredDialogProps) {
  const { activationKey: key, isOpen, onClose } = props;
  const { t } = useTranslation();
  const { key_code: code, customer_name: name, device_id: device, site_name: site } = key;
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      role="alertdialog"
      title={t('activation_keys.transfer.done', { name: name ?? '' })}
      description={t('activation_keys.transfer.new_code')}
      footer={
        <Button look="primary" onClick={onClose}>
          {t('ui.close')}
        </Button>
      }
    >
      <p className="flex items-center justify-between gap-2 rounded-sm border border-line py-0.5 pr-1 pl-4">
        <code className="break-all font-mono text-sm">{code}</code>
        <CopyButton text={code} what={t('activation_keys.what', { code })} />
      </p>
      {device !== null && <BoardNotice deviceId={device} name={site ?? device} />}
    </Dialog>
  );
}

function BoardNotice({ deviceId, name }: { deviceId: string; name: string }) {
  const { t } = useTranslation();
  const { data: isDue } = useQuery(keyDueQuery(deviceId));
  return (
    <div role="status" className="mt-4">
      {isDue === true && (
        <Notice kind="warning" title={t('activation_keys.transfer.visit_title', { name })}>
          {t('activation_keys.transfer.visit')}
        </Notice>
      )}
      {isDue === false && (
        <Notice kind="success">{t('activation_keys.transfer.by_itself', { name })}</Notice>
      )}
    </div>
  );
}

interface CustomerPickerProps {
  /** The id of the customer who is chosen; empty: nobody yet. */
  value: string;
  onChange: (id: string) => void;
  error: string | undefined;
  isDisabled: boolean;
  /** Who has it now, and cannot be chosen. */
  ownerId: number | null;
  /** The form that Enter sends; the search stands outside of it. */
  formId: string;
}

/** Looks customers up and lets one be chosen. */
function CustomerPicker(props: CustomerPickerProps) {
  const { value, onChange, error, isDisabled, ownerId, formId } = props;
  const { t } = useTranslation();
  const language = useLanguage();
  const id = useId();
  const [q, setQ] = useState('');
  const list = useQuery(findCustomersQuery(q));
  const { data: found } = list;
  const more = found === undefined ? 0 : found.total - found.data.length;
  return (
    <div className="flex flex-col gap-3">
      <SearchField label={t('activation_keys.transfer.search')} value={q} onChange={setQ} />
      <div
        role="radiogroup"
        tabIndex={-1}
        aria-label={t('activation_keys.transfer.customers')}
        aria-busy={found === undefined || undefined}
        {...(error !== undefined && { 'aria-invalid': true, 'aria-describedby': id })}
        className="rounded-sm outline-none"
      >
        <div className="divide-y divide-line overflow-clip rounded-sm border border-strong">
          {found === undefined && !list.isError && <LoadingRows />}
          {list.isError && (
            <p role="alert" className="px-4 py-3 text-mains-lost text-sm">
              {describeError(list.error, t)}
            </p>
          )}
          {found?.data.length === 0 && (
            <p className="px-4 py-3 text-muted text-sm">{t('activation_keys.transfer.nobody')}</p>
          )}
          {found?.data.map((customer) => (
            <label
              key={customer.id}
              className="flex min-h-11 cursor-pointer items-center gap-3 px-4 py-2 transition hover:bg-raised has-checked:bg-raised has-disabled:cursor-not-allowed has-disabled:text-muted"
            >
              <input
                type="radio"
                name={id}
                form={formId}
                value={customer.id}
                checked={value === String(customer.id)}
                onChange={() => onChange(String(customer.id))}
                disabled={isDisabled || customer.id === ownerId}
                className="size-5 shrink-0 accent-accent"
              />
              <span className="min-w-0 flex-1">
                <span className="block break-words font-semibold text-sm">{customer.name}</span>
                <span className="block text-muted text-xs tabular-nums">
                  {formatPhone(customer.phone)}
                  {customer.id === ownerId && ` · ${t('activation_keys.transfer.owner')}`}
                </span>
              </span>
            </label>
          ))}
        </div>
      </div>
      {more > 0 && (
        <p className="text-muted text-xs">
          {t('activation_keys.transfer.more', {
            count: more,
            number: formatNumber(more, language),
          })}
        </p>
      )}
      {error !== undefined && (
        <p id={id} className="flex items-start gap-1.5 font-semibold text-mains-lost text-xs">
          <CircleAlert aria-hidden="true" className="h-lh w-3.5 shrink-0" />
          {error}
        </p>
      )}
    </div>
  );
}

function LoadingRows() {
  return ['w-32', 'w-44', 'w-24'].map((width) => (
    <span key={width} className="flex min-h-11 items-center px-4 py-2">
      <Skeleton className={width} />
    </span>
  ));
}
