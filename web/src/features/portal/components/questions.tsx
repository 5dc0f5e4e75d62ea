import { useQuery } from '@tanstack/react-query';
import { Check, X } from 'lucide-react';
import { useState } from 'react';
import type { QuestionAnswer } from '../../../../../src/contract/devices/questions.ts';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx';
import { DateTime } from '../../../components/ui/date-time.tsx';
import { Notice } from '../../../components/ui/notice.tsx';
import { toast } from '../../../components/ui/toast.ts';
import { describeError } from '../../../lib/error-text.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { questionsQuery, useAnswerQuestion } from '../question-calls.ts';
import { messengersQuery } from './messenger-connect.tsx';
import { Section } from './section.tsx';

/** Boards and keys that want to join the account; nothing at all while there are none. */
export function Questions() {
  const { t } = useTranslation();
  const { data = [] } = useQuery(questionsQuery);
  // Of the messengers, only it vouches for a number.
  const { telegram = null } = useQuery(messengersQuery).data ?? {};
  if (data.length === 0) return null;
  return (
    <Section title={t('portal.join.title')}>
      <p className="mb-3 max-w-prose text-muted text-sm">{t('portal.join.lead')}</p>
      {data.some((question) => !question.can_accept) && (
        <Notice kind="warning" title={t('portal.join.unproven')} className="mb-3">
          {telegram === null ? t('portal.join.unproven_ask') : t('portal.join.unproven_text')}
        </Notice>
      )}
      <Card>
        <ul className="divide-y divide-line">
          {data.map((question) => (
            <Question key={question.id} question={question} />
          ))}
        </ul>
      </Card>
    </Section>
  );
}

function Question({ question }: { question: QuestionAnswer }) {
  const { t } = useTranslation();
  const [isRefusing, setIsRefusing] = useState(false);
  const { mutateAsync, isPending } = useAnswerQuestion();
  const { id, kind, site_name: name, device_id: deviceId, key_code: code } = question;
  const what = name ?? t('portal.join.key_only');
  const accept = async () => {
    try {
      await mutateAsync({ id, isYes: true });
      toast.success(t('portal.join.accepted', { name: what }));
    } catch (error) {
      toast.error(t('ui.form.failed', { reason: describeError(error, t) }));
    }
  };
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-4 sm:px-5">
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">{what}</p>
        <p className="text-sm">
          {kind === 'join' ? t('portal.join.asks') : t('portal.join.was_there')}
        </p>
        <p className="mt-1 flex flex-wrap gap-x-4 text-muted text-sm">
          {deviceId !== null && <code className="font-mono">{deviceId}</code>}
          <span>{t('portal.join.key_end', { end: code.slice(-5) })}</span>
          <DateTime time={question.asked_at} />
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          look="secondary"
          size="small"
          isBusy={isPending}
          disabled={!question.can_accept}
          aria-label={t('portal.join.yes_name', { name: what })}
          icon={<Check aria-hidden="true" className="size-4" />}
          onClick={() => void accept()}
        >
          {t('portal.join.yes')}
        </Button>
        <Button
          look="secondary"
          size="small"
          aria-label={t('portal.join.no_name', { name: what })}
          icon={<X aria-hidden="true" className="size-4" />}
          onClick={() => setIsRefusing(true)}
        >
          {t('portal.join.no')}
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isRefusing}
        onClose={() => setIsRefusing(false)}
        title={t('portal.join.refuse_title', { name: what })}
        description={t('portal.join.refuse_text')}
        action={t('portal.join.no')}
        isDestructive
        onConfirm={() => mutateAsync({ id, isYes: false })}
      />
    </li>
  );
}
