import { useState } from 'react';
import type { PlannedTimeAnswer } from '../../../../src/contract/alerts/planned-times.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { toast } from '../ui/toast.ts';
import { spanOf } from './planned-span.ts';

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
