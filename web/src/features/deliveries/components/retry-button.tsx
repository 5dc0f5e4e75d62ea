import { RotateCw } from 'lucide-react';
import type { NotificationAnswer } from '../../../../../src/contract/alerts/notifications.ts';
import { Button } from '../../../components/ui/button.tsx';
import { toast } from '../../../components/ui/toast.ts';
import { useMay } from '../../../lib/console/use-may.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useRetryDelivery } from '../api/retry-delivery.ts';
import { describeRetryError } from '../describe-retry-error.ts';

/** Sends one message that was given up once more. */
export function RetryButton({ notification }: { notification: NotificationAnswer }) {
  const { t } = useTranslation();
  const { mutate, isPending } = useRetryDelivery();
  const mayRetry = useMay('support');
  const { id, customer_name: customer, recipient } = notification;
  if (!mayRetry) return null;
  return (
    <Button
      look="secondary"
      size="small"
      isBusy={isPending}
      icon={<RotateCw aria-hidden="true" className="size-4" />}
      aria-label={t('deliveries.retry.action_of', { name: customer ?? recipient })}
      onClick={() =>
        mutate(id, {
          onSuccess: () => toast.success(t('deliveries.retry.done')),
          onError: (error) => toast.error(describeRetryError(error, t)),
        })
      }
    >
      {t('deliveries.retry.action')}
    </Button>
  );
}
