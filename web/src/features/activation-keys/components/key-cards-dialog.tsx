import { Check, Copy, Printer } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { KeyAnswer } from '../../../../../src/contract/keys.ts';
import { Button } from '../../../components/ui/button.tsx';
import { CopyButton } from '../../../components/ui/copy-button.tsx';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { toast } from '../../../components/ui/toast.ts';
import { copyText } from '../../../lib/copy-text.ts';
import { KeyCardsSheet } from './key-cards-sheet.tsx';

interface KeyCardsDialogProps {
  keys: readonly KeyAnswer[];
  isOpen: boolean;
  onClose: () => void;
  /** Otherwise said of cards in general. */
  title?: string;
}

/** Keys to hand on: copied, one or all, or printed as cards. */
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
          <CopyAllButton codes={codes} />
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

/** Copies all of them, a line each, and says for two seconds that it did. */
function CopyAllButton({ codes }: { codes: readonly string[] }) {
  const { t } = useTranslation();
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setIsCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async () => {
    if (await copyText(codes.join('\n'))) setIsCopied(true);
    else toast.error(t('ui.copy.failed'));
  };
  const Icon = isCopied ? Check : Copy;
  return (
    <Button
      look="secondary"
      icon={<Icon aria-hidden="true" className="size-4" />}
      onClick={() => void copy()}
    >
      <span aria-live="polite">
        {isCopied ? t('ui.copy.done') : t('activation_keys.cards.copy', { count: codes.length })}
      </span>
    </Button>
  );
}
