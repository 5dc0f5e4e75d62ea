import { Cpu, Lock, RadioTower } from 'lucide-react';
import { DeviceLink } from '../../components/console/links.tsx';
import { DateTime } from '../../components/ui/date-time.tsx';
import { KeyValueList } from '../../components/ui/key-value-list.tsx';
import { problemsOf } from '../../lib/console/problem-words.ts';
import { formatNumber } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { type HealthProps, HealthRow } from './health.tsx';

export function BrokerCard({ system }: HealthProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { broker } = system;
  const kind = t(broker.kind === 'embedded' ? 'system.broker.embedded' : 'system.broker.external');
  const state = t(broker.is_listening ? 'system.broker.listening' : 'system.broker.away');
  const ports = [broker.port, broker.tls_port].filter((port) => port !== null);
  return (
    <HealthRow
      title={t('system.broker.title')}
      icon={RadioTower}
      fact={`${kind} · ${state}`}
      system={system}
      problems={problemsOf.broker}
    >
      <KeyValueList
        className="mt-2"
        entries={[
          {
            term: t('system.broker.kind'),
            value: kind,
          },
          {
            term: t('system.broker.state'),
            value: state,
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
    </HealthRow>
  );
}

export function BoardsCard({ system }: HealthProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { boards, device_ids: deviceIds } = system.credentials_due;
  const others = boards - deviceIds.length;
  return (
    <HealthRow
      title={t('system.boards.title')}
      icon={Cpu}
      fact={`${t('system.database.devices')}: ${formatNumber(system.database.devices, language)}`}
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
    </HealthRow>
  );
}

export function ConnectionsCard({ system }: HealthProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { certificate, plain_outside: plain } = system;
  return (
    <HealthRow
      title={t('system.connections.title')}
      icon={Lock}
      fact={certificate === null ? t('system.connections.no_domain') : certificate.domain}
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
    </HealthRow>
  );
}
