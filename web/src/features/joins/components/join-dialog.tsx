import type { OperatorQuestionAnswer } from '../../../../../src/contract/devices/questions.ts';
import { useWhoseAccount } from '../../../components/console/use-whose-account.tsx';
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx';
import { toast } from '../../../components/ui/toast.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { type JoinReply, useAnswerJoin } from '../api/answer-join.ts';
import { describeJoinError } from '../describe-join-error.ts';
import { nameOfJoin } from '../name-of-join.ts';

interface JoinDialogProps {
  join: OperatorQuestionAnswer;
  answer: JoinReply['answer'];
  isOpen: boolean;
  onClose: () => void;
}

/** Tells what a yes or a no does, before the operator answers in the owner's place. */
export function JoinDialog({ join, answer, isOpen, onClose }: JoinDialogProps) {
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
