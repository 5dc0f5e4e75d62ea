import { Link } from '@tanstack/react-router';
import { BellRing, MessageCircle, Send } from 'lucide-react';
import { buttonClasses } from '../../components/ui/button.tsx';
import { KeyValueList } from '../../components/ui/key-value-list.tsx';
import { RelativeTime } from '../../components/ui/relative-time.tsx';
import { channelStateWords, channelWords } from '../../lib/console/channel-words.ts';
import { problemsOf } from '../../lib/console/problem-words.ts';
import { formatNumber, formatSeconds } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { type HealthProps, HealthRow } from './health.tsx';

const botStates = {
  off: 'system.messenger.state.off',
  polling: 'system.messenger.state.polling',
  conflict: 'system.messenger.state.conflict',
  unreachable: 'system.messenger.state.unreachable',
  refused: 'system.messenger.state.refused',
} as const;

/** The bot. Left out where people are told by other channels and none is set up, as nothing is missing then. */
export function MessengerCard({ system }: HealthProps) {
  const { t } = useTranslation();
  const { messenger, channels } = system;
  if (channels.length > 0 && !channels.some(({ name }) => name === 'telegram')) return null;
  const { state, since, username, detail } = messenger;
  return (
    <HealthRow
      title={t('system.messenger.title')}
      icon={MessageCircle}
      fact={username === null ? t('system.messenger.none') : `@${username}`}
      system={system}
      problems={problemsOf.messenger}
      isUnused={state === null || state === 'off'}
    >
      <KeyValueList
        className="mt-2"
        entries={[
          {
            term: t('system.messenger.bot'),
            value: username === null ? t('system.messenger.none') : `@${username}`,
          },
          ...(state === null
            ? []
            : [
                {
                  term: t('system.messenger.listening'),
                  value: (
                    <>
                      {t(botStates[state])}
                      {since !== null && (
                        <span className="block text-muted text-xs">
                          <RelativeTime time={since} />
                        </span>
                      )}
                    </>
                  ),
                },
              ]),
          {
            term: t('system.messenger.last_sent'),
            value: <RelativeTime time={messenger.last_sent_at} />,
          },
        ]}
      />
      {detail !== null && (
        <code className="mt-1 block break-words font-mono text-muted text-xs">{detail}</code>
      )}
    </HealthRow>
  );
}

export function ChannelsCard({ system }: HealthProps) {
  const { t } = useTranslation();
  const { channels } = system;
  return (
    <HealthRow
      title={t('system.channels.title')}
      icon={Send}
      fact={
        channels.length === 0
          ? t('system.channels.none')
          : channels.map(({ name }) => t(channelWords[name])).join(' · ')
      }
      system={system}
      problems={problemsOf.channels}
      isUnused={channels.length === 0}
    >
      {channels.length > 0 && (
        <KeyValueList
          className="mt-2"
          entries={channels.map(({ name, state, detail, last_sent_at: lastSentAt }) => ({
            term: t(channelWords[name]),
            value: (
              <>
                {t(channelStateWords[state])}
                {lastSentAt !== null && (
                  <span className="block text-muted text-xs">
                    {t('system.channels.last')} <RelativeTime time={lastSentAt} />
                  </span>
                )}
                {detail !== null && (
                  <code className="wrap-anywhere block font-mono text-muted text-xs">{detail}</code>
                )}
              </>
            ),
          }))}
        />
      )}
    </HealthRow>
  );
}

const showClasses = buttonClasses('secondary', 'mt-3 self-start', 'small');

export function AlertsCard({ system }: HealthProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { waiting, oldest_seconds: oldest, failed_last_day: failed } = system.outbox;
  const { status_subscriptions: followers } = system;
  return (
    <HealthRow
      title={t('system.alerts.title')}
      icon={BellRing}
      fact={`${t('system.alerts.waiting')}: ${formatNumber(waiting, language)}`}
      system={system}
      problems={problemsOf.alerts}
      isUnused={system.channels.length === 0}
    >
      <KeyValueList
        className="mt-2"
        entries={[
          { term: t('system.alerts.waiting'), value: formatNumber(waiting, language) },
          {
            term: t('system.alerts.oldest'),
            value: oldest === null ? '-' : formatSeconds(oldest, language),
          },
          { term: t('system.alerts.failed'), value: formatNumber(failed, language) },
          ...(followers ?? []).map(({ channel, count }) => ({
            term: t('system.alerts.followers', { channel: t(channelWords[channel]) }),
            value: formatNumber(count, language),
          })),
        ]}
      />
      {(failed > 0 || waiting > 0) && (
        <Link to="/admin/deliveries" className={showClasses}>
          {t('system.alerts.show')}
        </Link>
      )}
    </HealthRow>
  );
}
