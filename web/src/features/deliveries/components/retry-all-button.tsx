import { RotateCw } from 'lucide-react';
import { Button } from '../../../components/ui/button.tsx';
import { toast } from '../../../components/ui/toast.ts';
import { useMay } from '../../../lib/console/use-may.ts';
import { formatNumber } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { useRetryAllDeliveries } from '../api/retry-all-deliveries.ts';
import { describeRetryError } from '../describe-retry-error.ts';

/** Sends everything that was given up within a day once more. */
export function RetryAllButton() {
  const { t } = useTranslation();
  const language = useLanguage();
  const { mutate, isPending } = useRetryAllDeliveries();
  const mayRetry = useMay('support');
  const tell = (count: number) => {
    if (count === 0) toast.info(t('deliveries.retry_all.nothing'));
    else {
      const number = formatNumber(count, language);
      toast.success(t('deliveries.retry_all.done', { count, number }));
    }
  };
  if (!mayRetry) return null;
  return (
    <Button
      look="primary"
      isBusy={isPending}
      icon={<RotateCw aria-hidden="true" className="size-4" />}
      onClick={() =>
        mutate(undefined, {
          onSuccess: tell,
          onError: (error) => toast.error(describeRetryError(error, t)),
        })
      }
    >
      {t('deliveries.retry_all.action')}
    </Button>
  );
}
