import { Check, Copy } from 'lucide-react';
import { useTranslation } from '../../lib/i18n.ts';
import { Button } from './button.tsx';
import { useCopy } from './copy-button.tsx';

interface CopyAllButtonProps {
  /** A line each. */
  texts: readonly string[];
  /** What the button says: `Copy 10 keys`. */
  label: string;
}

/** Copies several lines, and says for two seconds that it did. */
export function CopyAllButton({ texts, label }: CopyAllButtonProps) {
  const { t } = useTranslation();
  const { isCopied, copy } = useCopy();
  const Icon = isCopied ? Check : Copy;
  return (
    <Button
      look="secondary"
      icon={<Icon aria-hidden="true" className="size-4" />}
      onClick={() => void copy(texts.join('\n'))}
    >
      <span aria-live="polite">{isCopied ? t('ui.copy.done') : label}</span>
    </Button>
  );
}
