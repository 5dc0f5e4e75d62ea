import type { PortalDevice } from '../../../../../src/contract/devices/portal.ts';
import { formatNumber } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { describeSite, type SitePower, urgency } from '../site-state.ts';
import { summariseMany } from '../site-summary.ts';
import { styleOf, wordOf } from './site-power-style.ts';

interface AttentionBarProps {
  devices: readonly PortalDevice[];
  /** False: the tabs below say it. */
  hasCounts: boolean;
}

/** One line: how many sites need attention, and how many are in each state. */
export function AttentionBar({ devices, hasCounts }: AttentionBarProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const powers = devices.map((device) => describeSite(device).power);
  const parts = urgency
    .map((power) => ({ power, count: powers.filter((one) => one === power).length }))
    .filter(({ count }) => count > 0);
  return (
    <div>
      <p role="status" className="font-semibold text-lg">
        {summariseMany(devices, t)}
      </p>
      {/* One state is what the sentence says. */}
      {hasCounts && parts.length > 1 && (
        <ul className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-sm">
          {parts.map(({ power, count }) => (
            <PowerCount key={power} power={power} count={formatNumber(count, language)} />
          ))}
        </ul>
      )}
    </div>
  );
}

export function PowerCount({ power, count }: { power: SitePower; count: string }) {
  const { t } = useTranslation();
  const { icon: Icon, text } = styleOf(power);
  return (
    <li className="flex items-center gap-2">
      <Icon aria-hidden="true" className={`size-4 shrink-0 ${text}`} />
      <span className="tabular-nums">
        {t(wordOf(power))} {count}
      </span>
    </li>
  );
}
