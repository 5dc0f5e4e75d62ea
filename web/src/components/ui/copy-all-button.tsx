import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText } from '../../lib/copy-text.ts';
import { Button } from './button.tsx';
import { toast } from './toast.ts';

interface CopyAllButtonProps {
  /** A line each. */
  texts: readonly string[];
  /** What the button says: `Copy 10 keys`. */
  label: string;
}

/** Copies several lines, and says for two seconds that it did. */
export function CopyAllButton({ texts, label }: CopyAllButtonProps) {
  const { t } = useTranslation();
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setIsCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async () => {
    if (await copyText(texts.join('\n'))) setIsCopied(true);
    else toast.error(t('ui.copy.failed'));
  };
  const Icon = isCopied ? Check : Copy;
  return (
    <Button
      look="secondary"
      icon={<Icon aria-hidden="true" className="size-4" />}
      onClick={() => void copy()}
    >
      <span aria-live="polite">{isCopied ? t('ui.copy.done') : label}</span>
    </Button>
  );
}
