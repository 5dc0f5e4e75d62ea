import { useQuery } from '@tanstack/react-query';
import { Inbox } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import type { OperatorQuestionAnswer } from '../../../../../src/contract/devices/questions.ts';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { PageHeader } from '../../../components/ui/page-header.tsx';
import { DataTable } from '../../../components/ui/table/data-table.tsx';
import { joinRequestsQuery } from '../../../lib/console/join-requests-query.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import type { JoinReply } from '../api/answer-join.ts';
import { makeJoinColumns } from './join-columns.tsx';
import { JoinDialog } from './join-dialog.tsx';

interface Asked {
  join: OperatorQuestionAnswer;
  answer: JoinReply['answer'];
}

/** Keys and boards that wait for a yes or a no. */
export function JoinsPage() {
  const { t } = useTranslation();
  const { data: joins, error, refetch } = useQuery(joinRequestsQuery);
  const [asked, setAsked] = useState<Asked | null>(null);
  // Kept apart from the subject, which stays visible while the dialog fades out.
  const [isOpen, setIsOpen] = useState(false);
  const ask = useCallback((answer: Asked['answer'], join: OperatorQuestionAnswer) => {
    setAsked({ answer, join });
    setIsOpen(true);
  }, []);
  const columns = useMemo(() => makeJoinColumns({ t, onAnswer: ask }), [t, ask]);
  return (
    <div className="flex flex-col gap-5">
      <PageHeader title={t('joins.title')} text={t('joins.text')} />
      <DataTable
        label={t('joins.title')}
        columns={columns}
        rows={joins}
        rowId={({ id }) => id}
        error={error}
        onRetry={() => void refetch()}
        empty={
          <EmptyState icon={Inbox} title={t('joins.empty.title')} text={t('joins.empty.text')} />
        }
      />
      {asked !== null && <JoinDialog {...asked} isOpen={isOpen} onClose={() => setIsOpen(false)} />}
    </div>
  );
}
