import type { PortalDevice } from '../../../../../src/contract/devices/portal.ts';
import { formatNumber } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { areaLossOf } from '../area-loss.ts';

interface SiteNearbyProps {
  nearby: PortalDevice['nearby'];
}

/** How many sites around were lost with this one, and that power is coming back to them. */
export function SiteNearby({ nearby }: SiteNearbyProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (nearby === null) return null;
  const { sites, cause, is_returning } = nearby;
  const number = formatNumber(sites, language);
  return (
    <p className="text-sm" role="status">
      {t(words[areaLossOf(nearby)], { number })}
      {is_returning &&
        ` ${t(cause === 'mains' ? 'site_nearby.power_returns' : 'site_nearby.contact_returns')}`}
    </p>
  );
}

const words = {
  mains: 'site_nearby.mains',
  silent: 'site_nearby.silent',
  network: 'site_nearby.network',
} as const;
