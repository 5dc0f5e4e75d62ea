import { useStore } from '@tanstack/react-form';
import { useId, useState } from 'react';
import type { KeyAnswer } from '../../../../../src/contract/keys/keys.ts';
import { useWhoseAccount } from '../../../components/console/use-whose-account.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { Form } from '../../../components/ui/form/form.tsx';
import { useSaveForm } from '../../../components/ui/form/use-save-form.ts';
import { Notice } from '../../../components/ui/notice.tsx';
import { toast } from '../../../components/ui/toast.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useEditKey } from '../api/change-keys.ts';
import { describeKeyError } from '../describe-key-error.ts';
import { CustomerPicker } from './customer-picker.tsx';
import type { KeyDialogProps } from './revoke-key-dialog.tsx';
import { TransferredDialog } from './transferred-dialog.tsx';

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
