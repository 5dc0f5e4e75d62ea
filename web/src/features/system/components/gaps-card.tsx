import { CircleCheck, Clock, EyeOff } from 'lucide-react';
import { useMemo } from 'react';
import type {
  ObservationGapAnswer,
  SystemAnswer,
} from '../../../../../src/contract/system/system.ts';
import { DateTime } from '../../../components/ui/date-time.tsx';
import { Duration } from '../../../components/ui/duration.tsx';
import { DataTable } from '../../../components/ui/table/data-table.tsx';
import type { Column } from '../../../components/ui/table/table-types.ts';
import { formatSeconds } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { useNow } from '../../../lib/use-now.ts';
import { HealthCard } from './health-card.tsx';

const kindWords = {
  server_off: 'system.gap.server_off',
  uplink: 'system.gap.uplink',
} as const satisfies Record<ObservationGapAnswer['kind'], string>;

const secondMs = 1000;
const minuteMs = 60_000;

/** The times in which the server itself could not see, which no report counts. */
export function GapsCard({ system }: { system: SystemAnswer }) {
  const { t } = useTranslation();
  const columns = useMemo<Column<ObservationGapAnswer>[]>(
    () => [
      {
        id: 'kind',
        header: t('system.gap.kind'),
        role: 'title',
        cell: ({ kind }) => t(kindWords[kind]),
      },
      {
        id: 'from',
        header: t('system.gap.from'),
        cell: ({ from }) => <DateTime time={from} />,
      },
      {
        id: 'to',
        header: t('system.gap.to'),
        cell: ({ to }) => (to === null ? t('system.gap.ongoing') : <DateTime time={to} />),
      },
      {
        id: 'duration',
        header: t('system.gap.duration'),
        align: 'end',
        cell: (gap) => <GapDuration gap={gap} />,
      },
    ],
    [t],
  );
  return (
    <HealthCard title={t('system.gap.title')} icon={EyeOff} system={system}>
      <p className="mt-1 mb-4 text-muted text-sm">{t('system.gap.text')}</p>
      <DataTable
        label={t('system.gap.title')}
        columns={columns}
        rows={system.observation.gaps}
        rowId={({ id }) => String(id)}
        empty={
          <p className="flex items-start gap-2.5 px-4 py-4 text-muted text-sm">
            <CircleCheck aria-hidden="true" className="h-lh w-4 shrink-0 text-up" />
            {t('system.gap.none')}
          </p>
        }
      />
      <ClockJumps jumps={system.clock_jumps} />
    </HealthCard>
  );
}

/** In seconds under a minute, since many restarts take no longer. */
function GapDuration({ gap }: { gap: ObservationGapAnswer }) {
  const language = useLanguage();
  const nowMs = useNow();
  const endMs = gap.to === null ? nowMs : Date.parse(gap.to);
  const ms = Math.max(0, endMs - Date.parse(gap.from));
  if (ms < minuteMs) return formatSeconds(Math.round(ms / secondMs), language);
  return <Duration ms={ms} />;
}

function ClockJumps({ jumps }: { jumps: SystemAnswer['clock_jumps'] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (jumps.length === 0) return null;
  return (
    <section className="mt-6">
      <h3 className="flex items-center gap-2.5 font-semibold text-sm">
        <Clock aria-hidden="true" className="size-4 shrink-0 text-muted" />
        {t('system.clock.title')}
      </h3>
      <p className="mt-0.5 text-muted text-sm">{t('system.clock.text')}</p>
      <ul className="mt-2 divide-y divide-line text-sm">
        {jumps.map(({ id, at, jump_ms: jumpMs }) => {
          const size = formatSeconds(Math.round(Math.abs(jumpMs) / secondMs), language);
          return (
            <li key={id} className="flex flex-wrap justify-between gap-x-6 py-2">
              <DateTime time={at} />
              <span>{t(jumpMs < 0 ? 'system.clock.back' : 'system.clock.forward', { size })}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
