import type { TFunction } from 'i18next';
import { DateTime } from '../../../components/ui/date-time.tsx';
import { PowerStateMark } from '../../../components/ui/power-state-mark.tsx';
import type { Column } from '../../../components/ui/table/table-types.ts';
import { formatNumber } from '../../../lib/format.ts';
import type { Language } from '../../../lib/language.ts';
import { toPowerState } from '../../../lib/power-state.ts';
import { plannedWords } from '../cause-words.ts';
import { describePerson } from '../event-details.ts';
import type { ReportWords } from '../report-words.ts';
import type { Outage } from '../sort-outages.ts';
import { DeviceName } from './device-name.tsx';

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
