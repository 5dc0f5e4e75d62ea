import { useEffect, useState } from 'react';
import { copyText } from '../../lib/copy-text.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { toast } from './toast.ts';

/** Copies a text, and knows for two seconds that it did. */
export function useCopy() {
  const { t } = useTranslation();
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setIsCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async (text: string) => {
    if (await copyText(text)) setIsCopied(true);
    else toast.error(t('ui.copy.failed'));
  };
  return { isCopied, copy };
}
