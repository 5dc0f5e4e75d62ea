import { Download, UserX } from 'lucide-react';
import { useState } from 'react';
import type { CustomerAnswer } from '../../../../../src/contract/people/customers.ts';
import { Button } from '../../../components/ui/button.tsx';
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx';
import { DateTime } from '../../../components/ui/date-time.tsx';
import { Fold } from '../../../components/ui/fold.tsx';
import { Notice } from '../../../components/ui/notice.tsx';
import { toast } from '../../../components/ui/toast.ts';
import { useMay } from '../../../lib/console/use-may.ts';
import { describeError } from '../../../lib/error-text.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { type OldBackups, useDownloadData, useEraseCustomer } from '../api/personal-data.ts';
import { OldBackupsDialog } from './old-backups-dialog.tsx';

interface PersonalDataCardProps {
  customer: CustomerAnswer;
  onErased: () => void;
}

/** The customer's legal rights: a copy of their data, and its deletion. */
export function PersonalDataCard({ customer, onErased }: PersonalDataCardProps) {
  const { t } = useTranslation();
  const [isAsking, setIsAsking] = useState(false);
  const [left, setLeft] = useState<OldBackups | null>(null);
  const download = useDownloadData();
  const erase = useEraseCustomer();
  const mayErase = useMay('owner');
  const { id, name, device_count: devices, key_count: keys } = customer;
  const requestedAt = customer.deletion_requested_at;
  return (
    <Fold title={t('customers.data.title')} isOpen={requestedAt !== null}>
      <p className="text-muted text-sm">{t('customers.data.text')}</p>
      {requestedAt !== null && (
        <Notice kind="warning" title={t('customers.data.requested')} className="mt-4">
          <DateTime time={requestedAt} />
        </Notice>
      )}
      <div className="mt-4 flex flex-wrap gap-2">
        <Button
          look="secondary"
          isBusy={download.isPending}
          icon={<Download aria-hidden="true" className="size-4" />}
          onClick={() =>
            download.mutate(id, {
              onError: (error) =>
                toast.error(t('customers.data.failed', { reason: describeError(error, t) })),
            })
          }
        >
          {t('customers.data.download')}
        </Button>
        {mayErase && (
          <Button
            look="secondary"
            className="text-mains-lost!"
            icon={<UserX aria-hidden="true" className="size-4" />}
            onClick={() => setIsAsking(true)}
          >
            {t('customers.data.erase')}
          </Button>
        )}
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={t('customers.data.erase_title', { name })}
        description={t('customers.data.erase_text')}
        losses={[
          t('customers.data.erase_account'),
          ...(devices > 0 ? [t('customers.data.erase_devices', { count: devices })] : []),
          ...(keys > 0 ? [t('customers.data.erase_keys', { count: keys })] : []),
          t('customers.data.erase_history'),
        ]}
        action={t('customers.data.erase_action')}
        isDestructive
        onConfirm={async () => {
          const { backups } = (await erase.mutateAsync(id)).data;
          toast.success(t('customers.data.erased'));
          if (backups.length === 0) onErased();
          else setLeft(backups);
        }}
      />
      {left !== null && <OldBackupsDialog backups={left} onClose={onErased} />}
    </Fold>
  );
}
