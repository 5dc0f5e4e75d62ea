import { ShieldX } from 'lucide-react';
import type { SystemAnswer } from '../../../../../src/contract/system/system.ts';
import { RefusalList } from '../../../components/console/refusal-list.tsx';
import { useTranslation } from '../../../lib/i18n.ts';
import { HealthCard } from './health-card.tsx';

/** Refused messages of boards and of unknown senders; nothing if there are none. */
export function RefusalsCard({ system }: { system: SystemAnswer }) {
  const { t } = useTranslation();
  const { boards, strangers } = system.refusals;
  if (boards.length + strangers.length === 0) return null;
  return (
    <HealthCard title={t('refusals.title')} icon={ShieldX} system={system}>
      <p className="mt-1 text-muted text-sm">{t('refusals.system')}</p>
      <RefusalList refusals={boards} />
      {strangers.length > 0 && (
        <section className="mt-4">
          <h3 className="font-semibold text-sm">{t('refusals.strangers')}</h3>
          <RefusalList refusals={strangers} />
        </section>
      )}
    </HealthCard>
  );
}
