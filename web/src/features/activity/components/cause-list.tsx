import type { ReportAnswer } from '../../../../../src/contract/fleet/report.ts';
import { Card } from '../../../components/ui/card.tsx';
import { powerStateStyles } from '../../../components/ui/power-state-style.ts';
import { classNames } from '../../../lib/class-names.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { causeState, causeWords } from '../cause-words.ts';
import { useReportWords } from '../use-report-words.ts';

type Cause = ReportAnswer['by_cause'][number];

/** Power outages by cause, and apart from them what only looked like one. */
export function CauseList({ causes }: { causes: readonly Cause[] }) {
  const { t } = useTranslation();
  const groups = [
    { title: t('report.cause.counted'), causes: causes.filter((cause) => cause.is_power_outage) },
    {
      title: t('report.cause.not_counted'),
      causes: causes.filter((cause) => !cause.is_power_outage),
    },
  ].filter((group) => group.causes.length > 0);
  return (
    <Card className="p-4 sm:p-5">
      <h3 className="font-semibold text-sm">{t('report.cause.title')}</h3>
      <div className={classNames('grid gap-x-10', groups.length > 1 && 'lg:grid-cols-2')}>
        {groups.map((group) => (
          <section key={group.title} className="mt-3 min-w-0">
            <h4 className="border-line border-b pb-1 text-muted text-xs">{group.title}</h4>
            <ul className="divide-y divide-line">
              {group.causes.map((cause) => (
                <CauseRow key={cause.cause} entry={cause} />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Card>
  );
}

function CauseRow({ entry }: { entry: Cause }) {
  const { t } = useTranslation();
  const words = useReportWords();
  const [word, hint] = causeWords(entry);
  const { icon: Icon, text } = powerStateStyles[causeState(entry)];
  return (
    <li className="flex items-start gap-3 py-2.5">
      <Icon aria-hidden="true" className={classNames('h-lh w-4.5 shrink-0 text-sm', text)} />
      <div className="min-w-0 flex-1">
        <p className="font-semibold text-sm">{t(word)}</p>
        <p className="text-muted text-xs">{t(hint)}</p>
      </div>
      <p className="shrink-0 text-right text-sm tabular-nums">
        {entry.is_power_outage ? words.outages(entry.count) : words.times(entry.count)}
        <span className="block text-muted text-xs">{words.duration(entry.duration)}</span>
      </p>
    </li>
  );
}
