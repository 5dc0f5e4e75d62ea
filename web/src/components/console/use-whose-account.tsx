import { type ReactNode, useCallback, useId, useState } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';

/** What the operator says of an account that is to get a key. */
export type WordForAccount = 'vouch' | 'question';

type Send<T> = (account: 'ask' | WordForAccount) => Promise<T>;

interface WhoseAccount {
  /**
   * Gives an account a key. Where nobody has vouched for the account, the operator is asked first. Throws what `send`
   * throws, and the server's question if it is not answered.
   */
  give: <T>(send: Send<T>) => Promise<T>;
  /** The dialog with the question. */
  question: ReactNode;
}

export function useWhoseAccount(): WhoseAccount {
  const [answer, setAnswer] = useState<((word: WordForAccount | null) => void) | null>(null);
  const give = useCallback(async <T,>(send: Send<T>): Promise<T> => {
    try {
      return await send('ask');
    } catch (error) {
      if (!isUnvouched(error)) throw error;
      const word = await new Promise<WordForAccount | null>((resolve) =>
        setAnswer(() => resolve),
      ).finally(() => setAnswer(null));
      if (word === null) throw error;
      return send(word);
    }
  }, []);
  const question = (
    <WhoseAccountDialog isOpen={answer !== null} onAnswer={(word) => answer?.(word)} />
  );
  return { give, question };
}

/** Whether the server wants to know first whose an account is. */
export function isUnvouched(error: unknown): boolean {
  return error instanceof ApiError && error.findings['body']?.code === 'accountUnvouched';
}

interface WhoseAccountDialogProps {
  isOpen: boolean;
  onAnswer: (word: WordForAccount | null) => void;
}

function WhoseAccountDialog({ isOpen, onAnswer }: WhoseAccountDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog
      isOpen={isOpen}
      onClose={() => onAnswer(null)}
      title={t('whose_account.title')}
      description={t('whose_account.text')}
      size="small"
      role="alertdialog"
      footer={
        <Button look="secondary" onClick={() => onAnswer(null)}>
          {t('ui.cancel')}
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <Choice
          action={t('whose_account.question.action')}
          text={t('whose_account.question.text')}
          onChoose={() => onAnswer('question')}
        />
        <Choice
          action={t('whose_account.vouch.action')}
          text={t('whose_account.vouch.text')}
          onChoose={() => onAnswer('vouch')}
        />
      </div>
    </Dialog>
  );
}

interface ChoiceProps {
  action: string;
  text: string;
  onChoose: () => void;
}

function Choice({ action, text, onChoose }: ChoiceProps) {
  const id = useId();
  return (
    <div>
      <Button look="secondary" className="w-full" aria-describedby={id} onClick={onChoose}>
        {action}
      </Button>
      <p id={id} className="mt-1.5 text-muted text-sm">
        {text}
      </p>
    </div>
  );
}
