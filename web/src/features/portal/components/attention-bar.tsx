import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { PortalDevice } from '../../../../../src/contract/devices/portal.ts';
import { formatNumber } from '../../../lib/format.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { needsAttention } from '../site-filter.ts';
import { describeSite, isAcknowledged, isGoingOn, urgency } from '../site-state.ts';
import { styleOf, wordOf } from './site-power-style.ts';

/** One line: how many sites need attention, and how many are in each state. */
export function AttentionBar({ devices }: { devices: readonly PortalDevice[] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const powers = devices.map((device) => describeSite(device).power);
  const parts = urgency
    .map((power) => ({ power, count: powers.filter((one) => one === power).length }))
    .filter(({ count }) => count > 0);
  return (
    <div>
      <p role="status" className="font-semibold text-lg">
        {summarise(devices, t)}
      </p>
      {/* One state is what the sentence says. */}
      {parts.length > 1 && (
        <ul className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-sm">
          {parts.map(({ power, count }) => {
            const { icon: Icon, text } = styleOf(power);
            return (
              <li key={power} className="flex items-center gap-2">
                <Icon aria-hidden="true" className={`size-4 shrink-0 ${text}`} />
                <span className="tabular-nums">
                  {t(wordOf(power))} {formatNumber(count, language)}
                </span>
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}

/** That all is well, how many need somebody, or how many of the losses were acknowledged. */
function summarise(devices: readonly PortalDevice[], t: TFunction): string {
  const lost = devices.filter(isGoingOn);
  const acknowledged = lost.filter(isAcknowledged).length;
  const attention = devices.filter(needsAttention).length;
  if (acknowledged > 0) {
    const mains = lost.filter(({ outage }) => outage?.cause === 'mains').length;
    const counted = { count: lost.length, acknowledged };
    if (mains === lost.length) return t('portal.summary.seen_mains', counted);
    return t(mains === 0 ? 'portal.summary.seen_silent' : 'portal.summary.seen', counted);
  }
  if (attention === 0) return t('portal.summary.all_up', { count: devices.length });
  return t('portal.summary.attention', { count: attention, total: devices.length });
}
