import { Radar } from 'lucide-react';
import type { PortalDevice } from '../../../../../src/contract/devices/portal.ts';
import { Ago } from '../../../components/ui/ago.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { portalExtras } from '../../../lib/extras.ts';
import { formatSeconds } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { describeSite } from '../site-state.ts';
import { SilentAlerts } from './silent-alerts.tsx';
import { SiteOutage, SiteRibbon } from './site-row.tsx';
import { SiteState } from './site-state.tsx';

/** Power at one site: now, since when, how that is known, who is told, and the last 24 hours. */
export function SiteCard({ device }: { device: PortalDevice }) {
  const { t } = useTranslation();
  const state = describeSite(device);
  const { outage } = device;
  return (
    <Card className="flex h-full flex-col gap-4 p-5 sm:p-6">
      <div>
        <h3 className="break-words font-semibold text-lg">{device.site_name}</h3>
        {device.site_address !== null && (
          <p className="text-muted text-sm">{device.site_address}</p>
        )}
      </div>
      <SiteState state={state} />
      {state.confirming !== null && (
        <p className="text-sm">
          {state.confirming === 'power'
            ? t('portal.confirming.power')
            : t('portal.confirming.contact')}
        </p>
      )}
      {device.sleep !== null && <p className="text-sm">{t('events.asleep')}</p>}
      {state.power === 'contact_lost' && (
        <p className="text-sm">{t('portal.meaning.contact_lost')}</p>
      )}
      {state.power === 'unknown' && <p className="text-sm">{t('portal.meaning.unknown')}</p>}
      <Surroundings nearby={device.nearby} />
      {outage !== null && outage.recover_at === null && (
        <SiteOutage device={device} outage={outage} />
      )}
      <SilentAlerts device={device} />
      <div className="mt-auto flex flex-col gap-4">
        <SiteRibbon device={device} />
        <Detection device={device} />
      </div>
    </Card>
  );
}

function Surroundings({ nearby }: Pick<PortalDevice, 'nearby'>) {
  return portalExtras().map(({ name, Nearby }) => Nearby && <Nearby key={name} nearby={nearby} />);
}

function Detection({ device }: { device: PortalDevice }) {
  const { t } = useTranslation();
  // With spaces that do not break: a number belongs with its unit.
  const seconds = formatSeconds(device.detects_within_seconds, useLanguage()).replaceAll(
    ' ',
    '\u00a0',
  );
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-1 text-muted text-xs">
      <p className="flex items-start gap-2">
        <Radar aria-hidden="true" className="h-lh w-3.5 shrink-0" />
        {device.detects === 'mains'
          ? t('portal.detects.mains', { seconds })
          : t('portal.detects.silence', { seconds })}
      </p>
      {device.last_heartbeat !== null && (
        <p>
          {t('portal.heard')} <Ago time={device.last_heartbeat} />
        </p>
      )}
    </div>
  );
}
