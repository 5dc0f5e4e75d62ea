import { useTranslation } from 'react-i18next';
import type { PortalDevice } from '../../../../../src/contract/devices/portal.ts';
import { formatNumber } from '../../../lib/format.ts';
import { useLanguage } from '../../../lib/use-language.ts';

interface SiteNearbyProps {
  nearby: NonNullable<PortalDevice['nearby']>;
}

/** How many sites around were lost with this one, and that power is coming back to them. */
export function SiteNearby({ nearby: { sites, cause, status, is_returning } }: SiteNearbyProps) {
  const { t } = useTranslation();
  const number = formatNumber(sites, useLanguage());
  const what = cause === 'mains' && status === 'suspected' ? 'silent' : cause;
  return (
    <p className="text-sm" role="status">
      {t(words[what], { number })}
      {is_returning &&
        ` ${t(cause === 'mains' ? 'portal.nearby.power_returns' : 'portal.nearby.contact_returns')}`}
    </p>
  );
}

const words = {
  mains: 'portal.nearby.mains',
  silent: 'portal.nearby.silent',
  network: 'portal.nearby.network',
} as const;
