import { CSPProvider } from '@base-ui/react/csp-provider';
import { Button } from '../../components/ui/button.tsx';
import { Dialog } from '../../components/ui/dialog.tsx';
import { formatBaht } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { OrderFacts, type PackageId, packages } from './order-facts.tsx';
import { usePublicInfo } from './public-info.ts';

interface OrderDialogProps {
  chosen: PackageId;
  isOpen: boolean;
  onClose: () => void;
}

/** What to do to get the chosen package. */
export function OrderDialog({ chosen, isOpen, onClose }: OrderDialogProps) {
  const { t } = useTranslation();
  const { info } = usePublicInfo();
  const wanted = packages.find(({ id }) => id === chosen);
  return (
    // The content-security policy allows no style element made at run time.
    <CSPProvider disableStyleElements>
      <Dialog
        isOpen={isOpen}
        onClose={onClose}
        title={t('order.title')}
        size="small"
        footer={
          <Button look="secondary" onClick={onClose}>
            {t('ui.close')}
          </Button>
        }
      >
        {wanted && (
          <dl className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4 rounded-md bg-raised px-4 py-3">
            <dt className="sr-only">{t('order.chosen')}</dt>
            <dd className="font-semibold">{t(wanted.name)}</dd>
            {info && (
              <dd className="font-semibold text-accent-text tabular-nums">
                {formatBaht(info.prices[chosen])}
              </dd>
            )}
          </dl>
        )}
        <OrderFacts />
      </Dialog>
    </CSPProvider>
  );
}
