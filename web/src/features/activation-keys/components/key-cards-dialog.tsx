import { Printer } from 'lucide-react';
import type { KeyAnswer } from '../../../../../src/contract/keys/keys.ts';
import { Button } from '../../../components/ui/button.tsx';
import { CopyAllButton } from '../../../components/ui/copy-all-button.tsx';
import { CopyButton } from '../../../components/ui/copy-button.tsx';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { useTranslation } from '../../../lib/i18n.ts';
import { KeyCardsSheet } from './key-cards-sheet.tsx';

interface KeyCardsDialogProps {
  keys: readonly KeyAnswer[];
  isOpen: boolean;
  onClose: () => void;
  /** Default: the title for cards in general. */
  title?: string;
}

/** Shows keys to hand on: copy one, copy all, or print cards. */
export function KeyCardsDialog({ keys, isOpen, onClose, title }: KeyCardsDialogProps) {
  const { t } = useTranslation();
  const codes = keys.map(({ key_code: code }) => code);
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={title ?? t('activation_keys.cards.title', { count: codes.length })}
      description={t('activation_keys.cards.text')}
      footer={
        <>
          <Button look="ghost" className="sm:mr-auto" onClick={onClose}>
            {t('ui.close')}
          </Button>
          <CopyAllButton
            texts={codes}
            label={t('activation_keys.cards.copy', { count: codes.length })}
          />
          <Button
            look="primary"
            icon={<Printer aria-hidden="true" className="size-4" />}
            onClick={() => print()}
          >
            {t('activation_keys.cards.print')}
          </Button>
        </>
      }
    >
      <ul className="divide-y divide-line rounded-sm border border-line">
        {codes.map((code) => (
          <li key={code} className="flex items-center justify-between gap-2 py-0.5 pr-1 pl-4">
            <code className="break-all font-mono text-sm">{code}</code>
            <CopyButton text={code} what={t('activation_keys.what', { code })} />
          </li>
        ))}
      </ul>
      {isOpen && <KeyCardsSheet keys={keys} />}
    </Dialog>
  );
}
