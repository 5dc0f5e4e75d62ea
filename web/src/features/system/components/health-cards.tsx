import { Link } from '@tanstack/react-router';
import {
  BellRing,
  Cpu,
  Database,
  HardDrive,
  Lock,
  MessageCircle,
  RadioTower,
  Send,
  Server,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { SystemAnswer } from '../../../../../src/contract/system/system.ts';
import { DeviceLink } from '../../../components/console/device-link.tsx';
import { buttonClasses } from '../../../components/ui/button.tsx';
import { DateTime } from '../../../components/ui/date-time.tsx';
import { Duration } from '../../../components/ui/duration.tsx';
import { KeyValueList } from '../../../components/ui/key-value-list.tsx';
import { RelativeTime } from '../../../components/ui/relative-time.tsx';
import { channelStateWords, channelWords } from '../../../lib/console/channel-words.ts';
import { formatBytes } from '../../../lib/console/format-bytes.ts';
import { problemsOf } from '../../../lib/console/problem-words.ts';
import { formatNumber, formatSeconds } from '../../../lib/format.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { DiskMeter } from './disk-meter.tsx';
import { FactTiles } from './fact-tiles.tsx';
import { HealthCard } from './health-card.tsx';

interface HealthProps {
  system: SystemAnswer;
}

const botStates = {
  off: 'system.messenger.state.off',
  polling: 'system.messenger.state.polling',
  conflict: 'system.messenger.state.conflict',
  unreachable: 'system.messenger.state.unreachable',
  refused: 'system.messenger.state.refused',
} as const;

export function MessengerCard({ system }: HealthProps) {
  const { t } = useTranslation();
  const { messenger } = system;
  const { state, since, username, detail } = messenger;
  return (
    <HealthCard
      title={t('system.messenger.title')}
      icon={MessageCircle}
      system={system}
      problems={problemsOf.messenger}
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
    </HealthCard>
  );
}

export function ChannelsCard({ system }: HealthProps) {
  const { t } = useTranslation();
  const { channels } = system;
  return (
    <HealthCard
      title={t('system.channels.title')}
      icon={Send}
      system={system}
      problems={problemsOf.channels}
    >
      {channels.length === 0 ? (
        <p className="mt-2 text-muted text-sm">{t('system.channels.none')}</p>
      ) : (
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
    </HealthCard>
  );
}

const showClasses = buttonClasses('secondary', 'mt-3 self-start', 'small');

export function AlertsCard({ system }: HealthProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { waiting, oldest_seconds: oldest, failed_last_day: failed } = system.outbox;
  return (
    <HealthCard
      title={t('system.alerts.title')}
      icon={BellRing}
      system={system}
      problems={problemsOf.alerts}
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
        ]}
      />
      {(failed > 0 || waiting > 0) && (
        <Link to="/admin/deliveries" className={showClasses}>
          {t('system.alerts.show')}
        </Link>
      )}
    </HealthCard>
  );
}

export function BrokerCard({ system }: HealthProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { broker } = system;
  const ports = [broker.port, broker.tls_port].filter((port) => port !== null);
  return (
    <HealthCard
      title={t('system.broker.title')}
      icon={RadioTower}
      system={system}
      problems={problemsOf.broker}
    >
      <KeyValueList
        className="mt-2"
        entries={[
          {
            term: t('system.broker.kind'),
            value: t(
              broker.kind === 'embedded' ? 'system.broker.embedded' : 'system.broker.external',
            ),
          },
          {
            term: t('system.broker.state'),
            value: t(broker.is_listening ? 'system.broker.listening' : 'system.broker.away'),
          },
          {
            term: t('system.broker.port'),
            value: ports.length === 0 ? t('system.broker.no_port') : ports.join(' · '),
          },
          ...(broker.sessions === null
            ? []
            : [
                {
                  term: t('system.broker.sessions'),
                  value: formatNumber(broker.sessions, language),
                },
              ]),
        ]}
      />
      {!broker.is_listening && broker.detail !== null && (
        <code className="mt-1 block break-words font-mono text-muted text-xs">{broker.detail}</code>
      )}
    </HealthCard>
  );
}

export function BoardsCard({ system }: HealthProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { boards, device_ids: deviceIds } = system.credentials_due;
  const others = boards - deviceIds.length;
  return (
    <HealthCard
      title={t('system.boards.title')}
      icon={Cpu}
      system={system}
      problems={problemsOf.boards}
    >
      <KeyValueList
        className="mt-2"
        entries={[
          {
            term: t('system.database.devices'),
            value: formatNumber(system.database.devices, language),
          },
          { term: t('system.boards.due'), value: formatNumber(boards, language) },
        ]}
      />
      {boards > 0 && (
        <ul className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-sm">
          {deviceIds.map((deviceId) => (
            <li key={deviceId}>
              <DeviceLink id={deviceId} name={deviceId} />
            </li>
          ))}
          {others > 0 && (
            <li className="text-muted">{t('system.boards.more', { count: others })}</li>
          )}
        </ul>
      )}
    </HealthCard>
  );
}

export function ConnectionsCard({ system }: HealthProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { certificate, plain_outside: plain } = system;
  return (
    <HealthCard
      title={t('system.connections.title')}
      icon={Lock}
      system={system}
      problems={problemsOf.connections}
    >
      <KeyValueList
        className="mt-2"
        entries={[
          {
            term: t('system.connections.certificate'),
            value: certificate === null ? t('system.connections.no_domain') : certificate.domain,
          },
          ...(certificate === null || certificate.until === null
            ? []
            : [
                {
                  term: t('system.connections.until'),
                  value: <DateTime time={certificate.until} show="date" />,
                },
              ]),
          {
            term: t('system.connections.plain_boards'),
            value: formatNumber(plain.boards, language),
          },
          {
            term: t('system.connections.plain_people'),
            value: formatNumber(plain.people, language),
          },
        ]}
      />
      {certificate?.failure != null && (
        <code className="mt-1 block break-words font-mono text-muted text-xs">
          {certificate.failure.text}
        </code>
      )}
    </HealthCard>
  );
}

export function DatabaseCard({ system }: HealthProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { database } = system;
  const { bytes_written_per_hour: written } = database;
  return (
    <HealthCard title={t('system.database.title')} icon={Database} system={system}>
      <FactTiles
        facts={[
          {
            term: t('system.database.size'),
            value: formatBytes(database.size_bytes, language),
          },
          { term: t('system.database.wal'), value: formatBytes(database.wal_bytes, language) },
          { term: t('system.database.devices'), value: formatNumber(database.devices, language) },
          { term: t('system.database.keys'), value: formatNumber(database.keys, language) },
          { term: t('system.database.events'), value: formatNumber(database.events, language) },
          {
            term: t('system.database.written'),
            value:
              written === null ? t('system.database.not_known') : formatBytes(written, language),
          },
        ]}
      />
    </HealthCard>
  );
}

export function DiskCard({ system }: HealthProps) {
  const { t } = useTranslation();
  const { disk } = system;
  return (
    <HealthCard
      title={t('system.disk.title')}
      icon={HardDrive}
      system={system}
      problems={problemsOf.disk}
    >
      {disk === null ? (
        <p className="mt-3 text-muted text-sm">{t('system.disk.not_known')}</p>
      ) : (
        <DiskMeter disk={disk} isLow={system.problems.includes('disk_low')} />
      )}
    </HealthCard>
  );
}

export function ServiceCard({ system }: HealthProps) {
  const { t } = useTranslation();
  return (
    <HealthCard
      title={t('system.service.title')}
      icon={Server}
      system={system}
      problems={problemsOf.observation}
    >
      <KeyValueList
        className="mt-2"
        entries={[
          { term: t('system.service.version'), value: `v${system.version}` },
          {
            term: t('system.service.started'),
            value: <DateTime time={system.started_at} />,
          },
          {
            term: t('system.service.uptime'),
            value: <Duration ms={system.uptime_seconds * 1000} />,
          },
        ]}
      />
    </HealthCard>
  );
}
