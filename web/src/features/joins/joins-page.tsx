import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { Check, Inbox, X } from 'lucide-react';
import { useMemo } from 'react';
import type {
  answerOperatorQuestionAnswerSchema,
  OperatorQuestionAnswer,
} from '../../../../src/contract/devices/questions.ts';
import type { OutputOf } from '../../../../src/contract/shape.ts';
import { CustomerLink, DeviceLink } from '../../components/console/links.tsx';
import {
  isUnvouched,
  useWhoseAccount,
  type WordForAccount,
} from '../../components/console/use-whose-account.tsx';
import { Button } from '../../components/ui/button.tsx';
import { ConfirmDialog } from '../../components/ui/confirm-dialog.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { PageHeader } from '../../components/ui/page-header.tsx';
import { RelativeTime } from '../../components/ui/relative-time.tsx';
import { DataTable } from '../../components/ui/table/data-table.tsx';
import type { Column } from '../../components/ui/table/table-types.ts';
import { toast } from '../../components/ui/toast.ts';
import { useAsked } from '../../components/ui/use-asked.ts';
import { adminApi } from '../../lib/api-client.ts';
import { ApiError } from '../../lib/api-error.ts';
import { joinRequestsQuery } from '../../lib/console/join-requests-query.ts';
import { consoleKey } from '../../lib/console/live-query.ts';
import { describeError } from '../../lib/error-text.ts';
import { formatPhone } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';

interface Asked {
  join: OperatorQuestionAnswer;
  answer: JoinReply['answer'];
}

/** Keys and boards that wait for a yes or a no. */
export function JoinsPage() {
  const { t } = useTranslation();
  const { data: joins, error, refetch } = useQuery(joinRequestsQuery);
  const { asked, ask, shared } = useAsked<Asked>();
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
      {asked !== null && <JoinDialog {...asked} {...shared} />}
    </div>
  );
}

const kindWords = {
  join: 'joins.kind.join',
  question: 'joins.kind.question',
} as const satisfies Record<OperatorQuestionAnswer['kind'], string>;

interface JoinColumnsOptions {
  t: TFunction;
  onAnswer: (asked: Asked) => void;
}

function makeJoinColumns(options: JoinColumnsOptions): Column<OperatorQuestionAnswer>[] {
  const { t, onAnswer } = options;
  return [
    {
      id: 'what',
      header: t('joins.column.what'),
      role: 'title',
      cell: ({ device_id: id, site_name: site, key_code: code }) => (
        <>
          {id === null ? t('joins.key_only') : <DeviceLink id={id} name={site ?? id} />}
          <code className="block break-all font-mono font-normal text-muted text-xs">{code}</code>
        </>
      ),
    },
    {
      id: 'customer',
      header: t('joins.column.customer'),
      cell: ({ customer_id: id, customer_name: name, phone }) => (
        <>
          {/* One of whom nothing else is known is called by the number. */}
          <CustomerLink id={id} name={name === phone ? formatPhone(phone) : name} />
          {name !== phone && (
            <span className="block whitespace-nowrap text-muted text-xs tabular-nums">
              {formatPhone(phone)}
            </span>
          )}
        </>
      ),
    },
    {
      id: 'why',
      header: t('joins.column.why'),
      className: 'in-table:max-w-72',
      cell: ({ kind }) => t(kindWords[kind]),
    },
    {
      id: 'since',
      header: t('joins.column.since'),
      cell: ({ asked_at: time }) => <RelativeTime time={time} isFocusable={false} />,
    },
    {
      id: 'actions',
      header: t('ui.table.actions'),
      role: 'actions',
      cell: (join) => (
        <span className="inline-flex flex-wrap gap-2 in-table:flex-nowrap">
          <Button
            look="secondary"
            size="small"
            icon={<Check aria-hidden="true" className="size-4 text-up" />}
            aria-label={t('joins.accept.of', { name: nameOfJoin(join) })}
            onClick={() => onAnswer({ answer: 'accept', join })}
          >
            {t('joins.accept.open')}
          </Button>
          <Button
            look="secondary"
            size="small"
            icon={<X aria-hidden="true" className="size-4 text-mains-lost" />}
            aria-label={t('joins.refuse.of', { name: nameOfJoin(join) })}
            onClick={() => onAnswer({ answer: 'refuse', join })}
          >
            {t('joins.refuse.open')}
          </Button>
        </span>
      ),
    },
  ];
}

interface JoinDialogProps {
  join: OperatorQuestionAnswer;
  answer: JoinReply['answer'];
  isOpen: boolean;
  onClose: () => void;
}

/** Tells what a yes or a no does, before the operator answers in the owner's place. */
function JoinDialog({ join, answer, isOpen, onClose }: JoinDialogProps) {
  const { t } = useTranslation();
  const { mutateAsync } = useAnswerJoin();
  const { give, question } = useWhoseAccount();
  const { id, device_id: device, customer_name: customer } = join;
  const name = nameOfJoin(join);
  const isYes = answer === 'accept';
  const board = isYes ? t('joins.accept.board') : t('joins.refuse.board');
  const key = isYes ? t('joins.accept.key', { customer }) : t('joins.refuse.key');
  return (
    <>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={onClose}
        title={t(isYes ? 'joins.accept.title' : 'joins.refuse.title', { name, customer })}
        description={isYes ? t('joins.accept.text') : t('joins.refuse.text')}
        losses={device === null ? [key] : [board, key]}
        action={isYes ? t('joins.accept.action') : t('joins.refuse.action')}
        isDestructive={!isYes}
        describe={(error) => describeJoinError(error, t)}
        onConfirm={async () => {
          await (isYes
            ? give((account) => mutateAsync({ id, answer, account }))
            : mutateAsync({ id, answer }));
          toast.success(
            isYes ? t('joins.accept.done', { name }) : t('joins.refuse.done', { name }),
          );
        }}
      />
      {question}
    </>
  );
}

interface JoinReply {
  id: string;
  answer: 'accept' | 'refuse';
  /** For a yes: whose the account is. */
  account?: 'ask' | WordForAccount;
}

/** Answers yes or no in the owner's place. */
function useAnswerJoin() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({
      id,
      answer,
      account,
    }: JoinReply): Promise<OutputOf<typeof answerOperatorQuestionAnswerSchema>> =>
      adminApi.post(`/api/join-requests/${encodeURIComponent(id)}/${answer}`, undefined, {
        query: { account },
      }),
    // Also after a refusal, since the owner may have been quicker.
    onSettled: () => void queryClient.invalidateQueries({ queryKey: consoleKey }),
  });
}

/** Name of a request in a sentence: its site, or the end of its key. */
function nameOfJoin(
  join: Pick<OperatorQuestionAnswer, 'site_name' | 'device_id' | 'key_code'>,
): string {
  return join.site_name ?? join.device_id ?? join.key_code;
}

function describeJoinError(error: unknown, t: TFunction): string {
  if (!(error instanceof ApiError)) return t('ui.form.failed', { reason: describeError(error, t) });
  if (error.code === 'NOT_FOUND') return t('joins.answered_already');
  if (isUnvouched(error)) return t('whose_account.unanswered');
  if (error.code === 'CONFLICT') return t('joins.account_inactive');
  return t('ui.form.failed', { reason: describeError(error, t) });
}
