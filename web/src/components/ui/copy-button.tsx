import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { IconButton } from './icon-button.tsx';
import { toast } from './toast.ts';

interface CopyButtonProps {
  text: string;
  /** What is copied, for its name: `key`. */
  what: string;
  className?: string;
}

/** Copies, and says for two seconds that it did. */
export function CopyButton({ text, what, className }: CopyButtonProps) {
  const { t } = useTranslation();
  const { isCopied, copy } = useCopy();
  return (
    <>
      <IconButton
        label={t('ui.copy.action', { what })}
        icon={isCopied ? Check : Copy}
        size="small"
        className={classNames(isCopied && 'text-up', className)}
        onClick={() => void copy(text)}
      />
      <span role="status" className="sr-only">
        {isCopied && t('ui.copy.done')}
      </span>
    </>
  );
}

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

/**
 * Puts a text on the clipboard. Where the page came over plain HTTP, as in a home network, browsers keep
 * their clipboard closed to it, and only the old way is left.
 * @returns whether it worked
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

function copyBySelection(text: string): boolean {
  const focused = document.activeElement;
  const carrier = document.createElement('textarea');
  carrier.value = text;
  carrier.className = 'sr-only';
  // Within an open dialog, which would take the focus back from anywhere else.
  (focused?.parentElement ?? document.body).append(carrier);
  carrier.select();
  const isCopied = document.execCommand('copy');
  carrier.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return isCopied;
}
