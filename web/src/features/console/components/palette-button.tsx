import { Search } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { asksForSearch, isLetter, takeSearch, writable } from '../../../lib/search-early.ts';
import { useIsTouched } from '../../../lib/use-browser.ts';

/** Opens the palette from the sidebar, for those who do not know the keys. */
export function PaletteButton({ onOpen }: { onOpen: () => void }) {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K /"
      onClick={onOpen}
      className="flex min-h-11 w-full items-center gap-2.5 rounded-sm border border-line bg-ground px-3 text-muted text-sm transition hover:border-strong hover:text-text md:pointer-fine:min-h-9.5"
    >
      <Search aria-hidden="true" className="size-4 shrink-0" />
      {t('palette.open')}
      <span aria-hidden="true" className="ml-auto text-xs">
        Ctrl K
      </span>
    </button>
  );
}

/** The focus is on nothing of a dialog that takes keys, as while the dialog is coming. */
export function isFocusNowhere(): boolean {
  const { activeElement } = document;
  const isWithin = activeElement?.closest('[aria-modal=true]') != null;
  return !isWithin || activeElement?.closest(`${writable}, button, a`) == null;
}

/**
 * Opens on ⌘K or Ctrl-K anywhere, and on `/` where nobody writes. Its scripts, which are those of all other pages, are
 * loaded once somebody begins to do something.
 */
export function usePalette({ isOff }: { isOff: boolean }) {
  const [isOpen, setIsOpen] = useState(false);
  /** What was typed since it was opened, while its scripts were still on their way. */
  const typedAhead = useRef('');
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    // The search takes them once it can (palette.tsx).
    if (!isOff && isOpen && isLetter(event) && isFocusNowhere()) {
      typedAhead.current += event.key;
      event.preventDefault();
      return;
    }
    // An open dialog comes first.
    if (isOff || document.querySelector('[aria-modal=true]') !== null) return;
    if (!asksForSearch(event)) return;
    setIsOpen(true);
    event.preventDefault();
  });
  const goOn = useEffectEvent(() => {
    const typed = takeSearch();
    if (typed === null || isOff) return;
    typedAhead.current = typed;
    setIsOpen(true);
  });
  useEffect(() => {
    goOn();
    const listen = (event: KeyboardEvent) => onKey(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
  const isTouched = useIsTouched();
  const isWanted = isOpen || isTouched;
  return {
    ...{ isOpen, isWanted, open: () => setIsOpen(true), close: () => setIsOpen(false) },
    takeTyped: () => {
      const typed = typedAhead.current;
      typedAhead.current = '';
      return typed;
    },
  };
}
