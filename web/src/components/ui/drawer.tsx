import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from '../../lib/class-names.ts';
import { DialogScope } from './float-container.tsx';
import { IconButton } from './icon-button.tsx';

interface DrawerProps {
  isOpen: boolean;
  onClose: () => void;
  /** Its name, and the heading where there is room for one. */
  title: string;
  side?: 'left' | 'right';
  children: ReactNode;
}

const sides = {
  left: 'left-0 border-r data-ending-style:-translate-x-full data-starting-style:-translate-x-full',
  right: 'right-0 border-l data-ending-style:translate-x-full data-starting-style:translate-x-full',
};

/** A panel from the side, for navigation on a phone. Focus and Escape as in a dialog. */
export function Drawer({ isOpen, onClose, title, side = 'left', children }: DrawerProps) {
  const { t } = useTranslation();
  return (
    <BaseDialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <BaseDialog.Portal>
        <DialogScope>
          <BaseDialog.Backdrop className="fixed inset-0 z-40 bg-veil transition-opacity duration-200 data-ending-style:opacity-0 data-starting-style:opacity-0" />
          <BaseDialog.Popup
            className={classNames(
              'fixed inset-y-0 z-40 flex w-80 max-w-[86vw] flex-col border-line bg-surface text-text shadow-float outline-hidden transition-[translate] duration-200',
              sides[side],
            )}
          >
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
