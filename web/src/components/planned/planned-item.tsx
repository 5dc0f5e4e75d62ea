import { X } from 'lucide-react';
import { useState } from 'react';
import type { PlannedTimeAnswer } from '../../../../src/contract/alerts/planned-times.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { Badge } from '../ui/badge.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { toast } from '../ui/toast.ts';
import { spanOf } from './planned-span.ts';

interface PlannedItemProps {
  time: PlannedTimeAnswer;
  badge: string;
  /** What else is said of it, behind where it is. */
  facts?: readonly string[];
  /** Absent: it cannot be taken back here. */
  onCancel?: () => void;
}

/** One planned time in a list: when, where, and why. */
export function PlannedItem({ time, badge, facts = [], onCancel }: PlannedItemProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const span = spanOf(time.next ?? { from: time.starts_at, to: time.ends_at }, language);
  const sites = time.sites?.map((site) => site.site_name) ?? null;
  const said = [
    ...(time.is_weekly ? [t('planned.weekly')] : []),
    sites === null ? t('planned.all_sites') : nameSites(sites, t('planned.more_sites')),
    ...(time.note === '' ? [] : [time.note]),
    ...(time.is_imported ? [t('planned.imported')] : []),
    ...facts,
  ];
  return (
    <li className="flex items-start justify-between gap-3 py-4">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold tabular-nums">
          {span}
          <Badge tone="neutral">{badge}</Badge>
        </p>
        <p className="wrap-anywhere text-muted text-sm">{said.join(' · ')}</p>
      </div>
      {onCancel !== undefined && (
        <IconButton icon={X} label={t('planned.cancel_name', { span })} onClick={onCancel} />
      )}
    </li>
  );
}

/** So many sites are named before the others are only counted. */
const mostNamed = 8;

function nameSites(sites: readonly string[], more: string): string {
  const named = sites.slice(0, mostNamed).join(', ');
  const others = sites.length - mostNamed;
  return others > 0 ? `${named} ${more.replace('{n}', String(others))}` : named;
}

/** Asks before a planned time is taken back. */
export function useCancelQuestion(cancel: (id: number) => Promise<unknown>) {
  const { t } = useTranslation();
  const language = useLanguage();
  // It stays while the dialog closes.
  const [asked, setAsked] = useState<{ time: PlannedTimeAnswer; isOpen: boolean } | null>(null);
  const question = asked !== null && (
    <ConfirmDialog
      isOpen={asked.isOpen}
      onClose={() => setAsked({ ...asked, isOpen: false })}
      title={t('planned.cancel_title', {
        span: spanOf(
          asked.time.next ?? { from: asked.time.starts_at, to: asked.time.ends_at },
          language,
        ),
      })}
      description={t(
        asked.time.kind === 'announced' ? 'planned.call_off_text' : 'planned.cancel_text',
      )}
      action={t('planned.cancel')}
      onConfirm={async () => {
        await cancel(asked.time.id);
        toast.success(t('planned.cancelled'));
      }}
    />
  );
  return { question, ask: (time: PlannedTimeAnswer) => setAsked({ time, isOpen: true }) };
}
