import { Database, HardDrive, KeyRound, Map as MapIcon, Server } from 'lucide-react';
import type { ReactNode } from 'react';
import type { SystemAnswer } from '../../../../src/contract/system/system.ts';
import type { MapProblem } from '../../../../src/domain/system/map-file.ts';
import { DateTime } from '../../components/ui/date-time.tsx';
import { Duration } from '../../components/ui/duration.tsx';
import { KeyValueList } from '../../components/ui/key-value-list.tsx';
import { formatBytes } from '../../lib/console/format-bytes.ts';
import { problemsOf } from '../../lib/console/problem-words.ts';
import { formatNumber, formatPercent } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { type HealthProps, HealthRow } from './health.tsx';

export function DatabaseCard({ system }: HealthProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { database } = system;
  const { bytes_written_per_hour: written } = database;
  return (
    <HealthRow
      title={t('system.database.title')}
      icon={Database}
      fact={formatBytes(database.size_bytes, language)}
      system={system}
    >
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
    </HealthRow>
  );
}

export function DiskCard({ system }: HealthProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { disk } = system;
  return (
    <HealthRow
      title={t('system.disk.title')}
      icon={HardDrive}
      fact={
        disk !== null && t('system.disk.free', { size: formatBytes(disk.free_bytes, language) })
      }
      system={system}
      problems={problemsOf.disk}
    >
      {disk === null ? (
        <p className="mt-3 text-muted text-sm">{t('system.disk.not_known')}</p>
      ) : (
        <DiskMeter disk={disk} isLow={system.problems.includes('disk_low')} />
      )}
    </HealthRow>
  );
}

/** Only where the operator put a map there. */
export function MapCard({ system }: HealthProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { map } = system;
  if (map === null) return null;
  return (
    <HealthRow
      title={t('system.map.title')}
      icon={MapIcon}
      fact={formatBytes(map.size_bytes, language)}
      system={system}
      problems={problemsOf.map}
    >
      {map.problem !== null && <p className="mt-3 text-sm">{t(mapProblemWords[map.problem])}</p>}
      <KeyValueList
        className="mt-2"
        entries={[{ term: t('system.map.size'), value: formatBytes(map.size_bytes, language) }]}
      />
    </HealthRow>
  );
}

/** Only while a token waits for an owner's word on what it may do. */
export function TokensCard({ system }: HealthProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { tokens_without_scopes: names } = system;
  if (names.length === 0) return null;
  return (
    <HealthRow
      title={t('operators.tokens.title')}
      icon={KeyRound}
      fact={formatNumber(names.length, language)}
      system={system}
      problems={problemsOf.tokens}
    >
      <ul className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-sm">
        {names.map((name) => (
          <li key={name} className="min-w-0 break-words">
            {name}
          </li>
        ))}
      </ul>
    </HealthRow>
  );
}

const mapProblemWords = {
  unreadable: 'system.map.reason.unreadable',
  foreign: 'system.map.reason.foreign',
  cut_short: 'system.map.reason.cut_short',
  tiles: 'system.map.reason.tiles',
} as const satisfies Record<MapProblem, string>;

export function ServiceCard({ system }: HealthProps) {
  const { t } = useTranslation();
  return (
    <HealthRow
      title={t('system.service.title')}
      icon={Server}
      fact={`v${system.version}`}
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
    </HealthRow>
  );
}

interface DiskMeterProps {
  disk: NonNullable<SystemAnswer['disk']>;
  isLow: boolean;
}

/** How much of the disk is free, in words and as a bar. */
function DiskMeter({ disk, isLow }: DiskMeterProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { free_bytes: free, total_bytes: total } = disk;
  const used = total - free;
  return (
    <div className="mt-3">
      <p className="font-semibold text-xl tabular-nums">
        {t('system.disk.free', { size: formatBytes(free, language) })}
      </p>
      <svg
        viewBox="0 0 100 6"
        preserveAspectRatio="none"
        aria-hidden="true"
        className="mt-2 h-2 w-full overflow-hidden rounded-full"
      >
        <rect width="100" height="6" className="fill-raised" />
        <rect
          width={(100 * used) / total}
          height="6"
          className={isLow ? 'fill-mains-lost' : 'fill-strong'}
        />
      </svg>
      <p className="mt-1.5 text-muted text-xs tabular-nums">
        {t('system.disk.used', {
          percent: formatPercent(Math.round((100 * used) / total), language),
          total: formatBytes(total, language),
        })}
      </p>
    </div>
  );
}

/** Figures of one thing, side by side. */
function FactTiles({ facts }: { facts: readonly { term: string; value: ReactNode }[] }) {
  return (
    <dl className="mt-3 grid grid-cols-2 gap-x-5 gap-y-3 sm:grid-cols-3">
      {facts.map(({ term, value }) => (
        <div key={term} className="flex min-w-0 flex-col">
          <dt className="text-muted text-xs">{term}</dt>
          <dd className="break-words font-semibold tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
