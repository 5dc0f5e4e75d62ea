import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import type { PortalDevice } from '../../../../../src/contract/devices/portal.ts';
import { Card } from '../../../components/ui/card.tsx';
import { classNames } from '../../../lib/class-names.ts';
import { formatSeconds } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import type { Language } from '../../../lib/language.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { contactsQuery, isPlainPlan } from '../api/contacts.ts';
import type { PortalStats } from '../api/get-stats.ts';
import { nameOfChat } from '../contact-words.ts';
import { listNames } from '../list-names.ts';
import { useIsOwner } from '../use-is-owner.ts';
import { ManySettings } from './site-tools.tsx';

interface AlertsInWordsProps {
  devices: readonly PortalDevice[];
  messenger: PortalStats['messenger'];
}

/** In one sentence who is told of what, and when; and the button that changes it. */
export function AlertsInWords({ devices, messenger }: AlertsInWordsProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const isOwner = useIsOwner();
  const { data: contacts } = useQuery(contactsQuery);
  const reached = messenger.recipients.filter((chat) => chat.is_unreachable === 0);
  const isKnown = contacts !== undefined;
  const names =
    !isKnown || isPlainPlan(contacts)
      ? listNames(
          reached.map((chat) => nameOfChat(chat, t)),
          t,
        )
      : t('portal.alerts.in_turn');
  const telling = devices.filter(({ alerts }) => alerts === 'on');
  const critical = telling.filter((device) => device.critical === 1);
  const hasPhone = reached.some(({ channel }) => channel === 'call');
  const others = devices.filter(({ alerts }) => alerts !== 'on').map((device) => device.site_name);
  return (
    <Card className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-4 sm:p-5">
      {/* Until it is known who is told, the sentence of most people keeps the room. */}
      <p
        id="told"
        tabIndex={-1}
        className={classNames('min-w-52 max-w-prose flex-1 outline-none', !isKnown && 'invisible')}
      >
        {telling.length > 0 && sayTelling(telling, names, t, language)}
        {hasPhone &&
          critical.length > 0 &&
          ` ${t('portal.alerts.critical', {
            names: listNames(
              critical.map((device) => device.site_name),
              t,
            ),
          })}`}
        {others.length > 0 && ` ${t('portal.alerts.not_at', { names: listNames(others, t) })}`}
      </p>
      {isOwner && <ManySettings devices={devices} label={t('portal.told.change')} />}
    </Card>
  );
}

function sayTelling(
  devices: readonly PortalDevice[],
  names: string,
  t: TFunction,
  language: Language,
): string {
  const span = (seconds: readonly number[]) => {
    const [from, to] = [Math.min(...seconds), Math.max(...seconds)];
    const words = [from, to].map((value) => formatSeconds(value, language));
    return from === to ? words[0] : t('portal.alerts.from_to', { from: words[0], to: words[1] });
  };
  const loss = t('portal.alerts.loss', {
    wait: span(devices.map((device) => device.downtime_threshold_seconds)),
    again: span(devices.map((device) => device.reminder_interval_seconds)),
    names,
  });
  const recoveries = new Set(devices.map((device) => device.alert_on_recovery));
  if (recoveries.size > 1) return loss;
  return `${loss} ${t(recoveries.has(1) ? 'portal.alerts.end' : 'portal.alerts.no_end')}`;
}
