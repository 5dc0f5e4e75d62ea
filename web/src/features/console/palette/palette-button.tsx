import { Search } from 'lucide-react';
import { useTranslation } from '../../../lib/i18n.ts';

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
