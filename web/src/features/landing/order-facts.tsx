import { ExternalLink, Store } from 'lucide-react';
import type { PublicInfo } from '../../../../src/contract/system/public-info.ts';
import { buttonClasses } from '../../components/ui/button.tsx';
import { channelsInUse, nameChannels } from '../../lib/channels-in-use.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { usePublicInfo } from './public-info.ts';

/** Where to search, as long as the operator has named no shop. Names are the same in every language. */
const marketplaces = ['Shopee', 'Lazada'];

/** Where packages are sold, and which bot to begin with. */
export function OrderFacts() {
  const { t } = useTranslation();
  const { info } = usePublicInfo();
  const shops = info?.shop.marketplaces ?? [];
  return (
    <>
      {shops.length > 0 ? (
        <ul aria-label={t('order.places')} className="flex flex-col gap-2">
          {shops.map(({ name, url }) => (
            <li key={url}>
              <a
                href={url}
                target="_blank"
                rel="noopener noreferrer"
                className={buttonClasses('primary', 'wrap-anywhere w-full')}
              >
                <Store aria-hidden="true" className="size-4 shrink-0" />
                {t('order.buy', { name })}
                <span className="sr-only">({t('cta.new_window')})</span>
              </a>
            </li>
          ))}
        </ul>
      ) : (
        <>
          <p>{t('order.search')}</p>
          <ul aria-label={t('order.places')} className="mt-3 flex flex-wrap gap-x-8 gap-y-1.5">
            {marketplaces.map((name) => (
              <li key={name} className="flex items-center gap-2.5 font-semibold text-lg">
                <Store aria-hidden="true" className="size-5 text-accent-text" />
                {name}
              </li>
            ))}
          </ul>
        </>
      )}
      <div className="mt-5 border-line border-t pt-4">
        <OrderBot />
      </div>
    </>
  );
}

function OrderBot() {
  const { t, language } = useTranslation();
  const { info } = usePublicInfo();
  if (!info) return <p className="text-muted text-sm">{t('order.bot_unknown')}</p>;
  const { bot, line } = info;
  const account = bot ?? (line && { handle: line.account, link: line.link });
  if (account === null) {
    const channels = nameChannels(channelsInUse(info), language);
    return (
      <p className="text-muted text-sm">
        {channels === '' ? t('order.no_bot') : t('order.channels', { channels })}
      </p>
    );
  }
  return (
    <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-sm">
      <span className="text-muted">{t('order.bot')}</span>
      <a
        href={account.link}
        rel="noreferrer"
        className={buttonClasses('secondary', 'break-all', 'small')}
      >
        {account.handle}
        <ExternalLink aria-hidden="true" className="size-4 shrink-0 text-muted" />
      </a>
    </p>
  );
}

export type PackageId = Exclude<keyof PublicInfo['prices'], 'renewal'>;

interface Package {
  /** Also the name of its price. */
  id: PackageId;
  name: 'price.key_only' | 'price.s2_mini' | 'price.t_display';
  /** Whom it suits. */
  suits: 'price.key_only_for' | 'price.s2_mini_for' | 'price.t_display_for';
  /** What is in the parcel. */
  has: 'price.key_only_has' | 'price.s2_mini_has' | 'price.t_display_has';
  isRecommended: boolean;
}

/** What can be ordered; the prices come from the server. */
export const packages: readonly Package[] = [
  {
    id: 'keyOnly',
    name: 'price.key_only',
    suits: 'price.key_only_for',
    has: 'price.key_only_has',
    isRecommended: false,
  },
  {
    id: 's2Mini',
    name: 'price.s2_mini',
    suits: 'price.s2_mini_for',
    has: 'price.s2_mini_has',
    isRecommended: true,
  },
  {
    id: 'tDisplay',
    name: 'price.t_display',
    suits: 'price.t_display_for',
    has: 'price.t_display_has',
    isRecommended: false,
  },
];
