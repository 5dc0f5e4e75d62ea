import { CSPProvider } from '@base-ui/react/csp-provider';
import { ExternalLink, Store } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button, buttonClasses } from '../../../components/ui/button.tsx';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { formatBaht } from '../../../lib/format.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { type PackageId, packages } from '../packages.ts';
import { usePublicInfo } from '../use-public-info.ts';

/** Names, the same in every language; the page links to no shop, since there is none to name for sure. */
const marketplaces = ['Shopee', 'Lazada'];

interface OrderDialogProps {
  chosen: PackageId;
  isOpen: boolean;
  onClose: () => void;
}

/** Says where a package is sold, and which bot to begin with. */
export function OrderDialog({ chosen, isOpen, onClose }: OrderDialogProps) {
  const { t } = useTranslation();
  const language = useLanguage();
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
          <dl className="flex flex-wrap items-baseline justify-between gap-x-4 rounded-md bg-raised px-4 py-3">
            <dt className="sr-only">{t('order.chosen')}</dt>
            <dd className="font-semibold">{t(wanted.name)}</dd>
            {info && (
              <dd className="font-semibold text-accent-text tabular-nums">
                {formatBaht(info.prices[chosen], language)}
              </dd>
            )}
          </dl>
        )}
        <p className="mt-4">{t('order.search')}</p>
        <ul aria-label={t('order.places')} className="mt-3 flex flex-wrap gap-x-8 gap-y-1.5">
          {marketplaces.map((name) => (
            <li key={name} className="flex items-center gap-2.5 font-semibold text-lg">
              <Store aria-hidden="true" className="size-5 text-accent-text" />
              {name}
            </li>
          ))}
        </ul>
        <div className="mt-5 border-line border-t pt-4">
          <OrderBot />
        </div>
      </Dialog>
    </CSPProvider>
  );
}

function OrderBot() {
  const { t } = useTranslation();
  const { info } = usePublicInfo();
  if (!info) return <p className="text-muted text-sm">{t('order.bot_unknown')}</p>;
  if (!info.bot) return <p className="text-muted text-sm">{t('order.no_bot')}</p>;
  return (
    <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-sm">
      <span className="text-muted">{t('order.bot')}</span>
      <a
        href={info.bot.link}
        rel="noreferrer"
        className={buttonClasses('secondary', 'break-all', 'small')}
      >
        {info.bot.handle}
        <ExternalLink aria-hidden="true" className="size-4 shrink-0 text-muted" />
      </a>
    </p>
  );
}
