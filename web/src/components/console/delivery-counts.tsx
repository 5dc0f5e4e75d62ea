import { CircleCheck, CircleX, Clock } from 'lucide-react';
import type { OutageAnswer } from '../../../../src/contract/fleet/outages.ts';
import { useIsNobodyTold } from '../../lib/console/use-is-nobody-told.ts';
import { formatNumber } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useLanguage } from '../../lib/use-language.ts';

const parts = [
  { name: 'sent', icon: CircleCheck, tone: 'text-up', word: 'console.delivery.sent' },
  { name: 'waiting', icon: Clock, tone: 'text-contact-lost', word: 'console.delivery.waiting' },
  { name: 'failed', icon: CircleX, tone: 'text-mains-lost', word: 'console.delivery.failed' },
] as const;

/** How many messages of an outage arrived, wait, or failed; that nobody was told where there are none. */
export function DeliveryCounts({ counts }: { counts: OutageAnswer['told'] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const shown = parts.filter(({ name }) => counts[name] > 0);
  if (shown.length === 0) return <Nobody />;
  return (
    <span className="inline-flex flex-wrap gap-x-3">
      {shown.map(({ name, icon: Icon, tone, word }) => (
        <span key={name} className="inline-flex items-center gap-1.5 whitespace-nowrap">
          <Icon aria-hidden="true" className={`size-4 shrink-0 ${tone}`} />
          {t(word, { count: counts[name], number: formatNumber(counts[name], language) })}
        </span>
      ))}
    </span>
  );
}

/** In red while nobody can be told of anything. */
function Nobody() {
  const { t } = useTranslation();
  const isNobodyTold = useIsNobodyTold();
  return (
    <span className={isNobodyTold ? 'text-mains-lost' : 'text-muted'}>
      {t('admin_events.nobody')}
    </span>
  );
}
