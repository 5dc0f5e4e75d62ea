import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { DialogScope } from './dialog.tsx';
import { IconButton } from './icon-button.tsx';

interface DrawerProps {
  isOpen: boolean;
  onClose: () => void;
  /** Its name, and the heading where there is room for one. */
  title: string;
  children: ReactNode;
}

/** A panel from the left, for navigation on a phone. Focus and Escape as in a dialog. */
export function Drawer({ isOpen, onClose, title, children }: DrawerProps) {
  const { t } = useTranslation();
  return (
    <BaseDialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <BaseDialog.Portal>
        <DialogScope>
          <BaseDialog.Backdrop className="fixed inset-0 z-40 bg-veil transition-opacity duration-200 data-ending-style:opacity-0 data-starting-style:opacity-0" />
          <BaseDialog.Popup className="fixed inset-y-0 left-0 z-40 flex w-80 max-w-[86vw] flex-col border-line border-r bg-surface text-text shadow-float outline-hidden transition-[translate] duration-200 data-ending-style:-translate-x-full data-starting-style:-translate-x-full">
            <header className="flex items-center justify-between gap-3 py-2.5 pr-2.5 pl-5">
              <BaseDialog.Title className="font-semibold">{title}</BaseDialog.Title>
              <BaseDialog.Close render={<IconButton label={t('ui.close')} icon={X} />} />
            </header>
            <div className="min-h-0 flex-1 overflow-y-auto px-3 pb-5">{children}</div>
          </BaseDialog.Popup>
        </DialogScope>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}
