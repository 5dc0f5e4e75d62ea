import { type ReactNode, useState } from 'react';
import type { KeyAnswer } from '../../../../../src/contract/keys/keys.ts';
import { formatNumber } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { CreateKeyDialog } from './create-key-dialog.tsx';
import { CreateKeysDialog } from './create-keys-dialog.tsx';
import { KeyCardsDialog } from './key-cards-dialog.tsx';

type Step = 'one' | 'many' | 'made';

/** Making keys: a form for one or for many, then what was made, to copy or to print. */
export function useMakingKeys(): { start: (step: 'one' | 'many') => void; dialogs: ReactNode } {
  const { t } = useTranslation();
  const language = useLanguage();
  const [step, setStep] = useState<Step | null>(null);
  const [made, setMade] = useState<readonly KeyAnswer[]>([]);
  // Made anew each time, so that a form begins empty.
  const [round, setRound] = useState(0);
  const close = () => setStep(null);
  const start = (first: 'one' | 'many') => {
    setRound(round + 1);
    setStep(first);
  };
  const words = { count: made.length, number: formatNumber(made.length, language) };
  const finish = (keys: readonly KeyAnswer[]) => {
    setMade(keys);
    // The dialog's title reports success. A toast would cover its buttons.
    setStep('made');
  };
  return {
    start,
    dialogs: round > 0 && (
      <>
        <CreateKeyDialog
          key={`one ${round}`}
          isOpen={step === 'one'}
          onClose={close}
          onMade={finish}
        />
        <CreateKeysDialog
          key={`many ${round}`}
          isOpen={step === 'many'}
          onClose={close}
          onMade={finish}
        />
        <KeyCardsDialog
          keys={made}
          isOpen={step === 'made'}
          onClose={close}
          title={t('activation_keys.create.made', words)}
        />
      </>
    ),
  };
}
