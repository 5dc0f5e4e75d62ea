import type { KeyAnswer } from '../../../../../src/contract/keys/keys.ts';
import { Button } from '../../../components/ui/button.tsx';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { KeyValueList } from '../../../components/ui/key-value-list.tsx';
import { nameActor } from '../../../lib/console/name-actor.ts';
import { formatDate, formatPhone } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { BindPhoneForm } from './bind-phone-form.tsx';
import { KeyNotesForm } from './key-notes-form.tsx';
import { KeyStatusBadge } from './key-status-badge.tsx';
import { RenewKeyForm } from './renew-key-form.tsx';
import type { KeyDialogProps } from './revoke-key-dialog.tsx';

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
