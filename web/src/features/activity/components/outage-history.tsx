import type { TFunction } from 'i18next';
import { useMemo, useState } from 'react';
import type { ReportAnswer } from '../../../../../src/contract/fleet/report.ts';
import { compareCodes, nameOrder } from '../../../../../src/domain/name-order.ts';
import { DateTime } from '../../../components/ui/date-time.tsx';
import { PowerStateMark } from '../../../components/ui/power-legend.tsx';
import { DataTable } from '../../../components/ui/table/data-table.tsx';
import type { Column, Sort } from '../../../components/ui/table/table-types.ts';
import { formatNumber } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import type { Language } from '../../../lib/language.ts';
import { toPowerState } from '../../../lib/power-state.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { describePerson } from '../event-details.ts';
import { mostOutages, plannedWords } from '../report-facts.ts';
import { createReportWords, type ReportWords } from '../report-words.ts';
import { DeviceName } from './device-reports.tsx';

const rowsPerPage = 10;

/** Outages one by one. */
export function OutageHistory({ outages }: { outages: readonly Outage[] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [sort, setSort] = useState<Sort>();
  const [wantedPage, setPage] = useState(1);
  const columns = useMemo(
    () => createOutageColumns(t, language, createReportWords(t, language)),
    [t, language],
  );
  // Live data may have fewer pages than before.
  const page = Math.min(wantedPage, Math.max(1, Math.ceil(outages.length / rowsPerPage)));
  const rows = useMemo(() => {
    const first = (page - 1) * rowsPerPage;
    return sortOutages(outages, sort).slice(first, first + rowsPerPage);
  }, [outages, sort, page]);
  return (
    <section aria-labelledby="report-history" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h3 id="report-history" className="font-semibold">
          {t('report.history.title')}
        </h3>
        {outages.length === mostOutages && (
          <p className="text-muted text-xs">
            {t('report.history.newest', { shown: formatNumber(mostOutages, language) })}
          </p>
        )}
      </div>
      <DataTable
        label={t('report.history.title')}
        columns={columns}
        rows={rows}
        rowId={({ outage_id: id }) => String(id)}
        empty={null}
        sort={sort}
        onSortChange={(next) => {
          setSort(next);
          setPage(1);
        }}
        pager={{ page, limit: rowsPerPage, total: outages.length, onPageChange: setPage }}
      />
    </section>
  );
}

/** Device, down, recovered, duration, cause and who acknowledged; each can be sorted by. */
export function createOutageColumns(
  t: TFunction,
  language: Language,
  words: ReportWords,
): Column<Outage>[] {
  const columns: Omit<Column<Outage>, 'isSortable'>[] = [
    {
      id: 'device',
      header: t('report.history.device'),
      role: 'title',
      cell: ({ device_name: name, device_id: id }) => <DeviceName name={name} id={id} />,
    },
    {
      id: 'down',
      header: t('report.history.down'),
      cell: ({ down_time: time }) => <DateTime time={time} />,
    },
    {
      id: 'recover',
      header: t('report.history.recover'),
      cell: (outage) => <Recovered outage={outage} t={t} />,
    },
    {
      id: 'duration',
      header: t('report.history.duration'),
      cell: ({ recover_time: recovered, duration_minutes: minutes, flaps }) => (
        <>
          <span className="whitespace-nowrap tabular-nums">
            {recovered === null ? t('report.none') : words.duration(minutes)}
          </span>
          {flaps > 0 && (
            <span className="block text-muted text-xs">
              {t('report.history.flaps', { count: flaps, number: formatNumber(flaps, language) })}
            </span>
          )}
        </>
      ),
    },
    {
      id: 'cause',
      header: t('report.history.cause'),
      cell: ({ cause, planned }) => (
        <>
          <PowerStateMark state={toPowerState(cause)} />
          {planned !== null && (
            <span className="block text-muted text-xs">{t(plannedWords[planned])}</span>
          )}
        </>
      ),
    },
    {
      id: 'acknowledged',
      header: t('report.history.acknowledged'),
      cell: ({ acknowledged_by: by }) => (by === null ? t('report.none') : describePerson(by, t)),
    },
  ];
  return columns.map((column) => ({ ...column, isSortable: true }));
}

function Recovered({ outage, t }: { outage: Outage; t: TFunction }) {
  if (outage.recover_time === null) {
    return (
      <span className="font-semibold text-mains-lost">{t('report.history.not_recovered')}</span>
    );
  }
  return (
    <>
      <DateTime time={outage.recover_time} />
      {outage.is_open && (
        <span className="block text-muted text-xs">{t('report.history.being_confirmed')}</span>
      )}
    </>
  );
}

export type Outage = ReportAnswer['recent_outages'][number];

/** What the columns of the history are sorted by, by their ids. What is not over comes last. */
const comparers: Readonly<Record<string, (one: Outage, other: Outage) => number>> = {
  device: (one, other) => nameOrder.compare(one.device_name, other.device_name),
  down: (one, other) => compareCodes(one.down_time, other.down_time),
  recover: (one, other) => compareCodes(one.recover_time ?? '9', other.recover_time ?? '9'),
  duration: (one, other) => one.duration_minutes - other.duration_minutes,
  cause: (one, other) => compareCodes(one.cause, other.cause),
  acknowledged: (one, other) =>
    nameOrder.compare(one.acknowledged_by ?? '\uffff', other.acknowledged_by ?? '\uffff'),
};

/** In the order asked for; in that of the server, newest first, where none is. */
export function sortOutages(outages: readonly Outage[], sort: Sort | undefined): readonly Outage[] {
  const comparer = sort && comparers[sort.by];
  if (!comparer) return outages;
  const sign = sort.direction === 'desc' ? -1 : 1;
  return [...outages].sort((one, other) => sign * comparer(one, other));
}
