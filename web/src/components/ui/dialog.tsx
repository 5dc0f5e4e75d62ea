import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import {
  createContext,
  type ReactNode,
  type RefObject,
  useContext,
  useLayoutEffect,
  useRef,
} from 'react';
import { classNames } from '../../lib/class-names.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { IconButton } from './icon-button.tsx';

export interface DialogProps {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons; the main one last. On a phone they stand below each other, the main one on top. */
  footer?: ReactNode;
  /** Saving is in progress: nothing closes the dialog. */
  isBusy?: boolean;
  size?: 'small' | 'medium' | 'large';
  /** `alertdialog` asks before something is destroyed; a click beside it does not close it. */
  role?: 'dialog' | 'alertdialog';
  /** The element that gets the focus first; default the first field, or else the first button below the title. */
  initialFocus?: RefObject<HTMLElement | null>;
  /** What gets the focus afterwards; default what had it before. False: whoever closes the dialog sees to it. */
  finalFocus?: () => HTMLElement | false;
  /** Called when it has faded out. */
  onClosed?: () => void;
}

const fields =
  ':is(input, select, textarea, [role=combobox], [role=switch], [role=checkbox]):not(:disabled, [aria-disabled=true], [readonly], [tabindex="-1"], [aria-hidden=true])';
const controls = ':is(a[href], button):not(:disabled)';

/** Where a dialog begins: never at the × that closes it. */
function findFirst(popup: HTMLElement | null): HTMLElement | null {
  // A slider's thumb cannot have the focus until it was measured.
  const isVisible = (field: HTMLElement) => field.checkVisibility({ visibilityProperty: true });
  return (
    [...(popup?.querySelectorAll<HTMLElement>(fields) ?? [])].find(isVisible) ??
    popup?.querySelector<HTMLElement>(`header ~ * ${controls}`) ??
    popup
  );
}

const sizes = { small: 'sm:max-w-md', medium: 'sm:max-w-xl', large: 'sm:max-w-3xl' };

/**
 * A window over the page; on a phone a sheet from below. The focus stays within, Escape and a click
 * beside it close it, and the focus then returns to where it was, or beside it where that is gone.
 */
export function Dialog(props: DialogProps) {
  const { isOpen, onClose, title, description, children, footer, isBusy = false } = props;
  const { size = 'medium', role = 'dialog', initialFocus, finalFocus, onClosed } = props;
  const { t } = useTranslation();
  const popup = useRef<HTMLDivElement>(null);
  useFocusKept(isOpen);
  return (
    <BaseDialog.Root
      open={isOpen}
      disablePointerDismissal={isBusy || role === 'alertdialog'}
      onOpenChange={(open, details) => {
        if (open) return;
        if (isBusy) details.cancel();
        else onClose();
      }}
      onOpenChangeComplete={(open) => {
        if (!open) onClosed?.();
      }}
    >
      <BaseDialog.Portal>
        <DialogScope>
          <BaseDialog.Backdrop className="fixed inset-0 z-40 bg-veil transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0" />
          <BaseDialog.Viewport className="fixed inset-0 z-40 flex items-end justify-center sm:items-center sm:p-6">
            <BaseDialog.Popup
              role={role}
              aria-busy={isBusy || undefined}
              ref={popup}
              initialFocus={initialFocus ?? (() => findFirst(popup.current))}
              finalFocus={finalFocus}
              className={classNames(
                'flex max-h-[92dvh] w-full flex-col rounded-t-lg border border-line bg-surface text-text shadow-float outline-hidden transition-[opacity,translate,scale] duration-200',
                'data-ending-style:translate-y-8 data-starting-style:translate-y-8 data-ending-style:opacity-0 data-starting-style:opacity-0',
                'sm:max-h-full sm:rounded-lg sm:data-ending-style:translate-y-0 sm:data-ending-style:scale-98 sm:data-starting-style:translate-y-0 sm:data-starting-style:scale-98',
                sizes[size],
              )}
            >
              <header className="flex items-start gap-3 py-3 pr-3 pl-5 sm:pl-6">
                <div className="min-w-0 flex-1 pt-1.5">
                  <BaseDialog.Title className="text-balance font-semibold text-lg leading-snug">
                    {title}
                  </BaseDialog.Title>
                  {description !== undefined && (
                    <BaseDialog.Description className="mt-1 text-muted text-sm" render={<div />}>
                      {description}
                    </BaseDialog.Description>
                  )}
                </div>
                <BaseDialog.Close
                  disabled={isBusy}
                  render={<IconButton label={t('ui.close')} icon={X} />}
                />
              </header>
              {children !== undefined && (
                <div className="min-h-0 flex-1 overflow-y-auto px-5 pt-1 pb-5 sm:px-6">
                  {children}
                </div>
              )}
              {footer !== undefined && <DialogFooter>{footer}</DialogFooter>}
            </BaseDialog.Popup>
          </BaseDialog.Viewport>
        </DialogScope>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}

/** The buttons of a dialog, for one whose buttons belong to a form: the form's last element. */
function DialogFooter({ children }: { children: ReactNode }) {
  return (
    <footer className="flex flex-col-reverse gap-2 border-line border-t px-5 py-4 sm:flex-row sm:justify-end sm:px-6">
      {children}
    </footer>
  );
}

const IsWithinDialog = createContext(false);

/** Wraps a dialog's content, so that lists and bubbles stay inside the dialog, which traps the focus. */
export function DialogScope({ children }: { children: ReactNode }) {
  return <IsWithinDialog value={true}>{children}</IsWithinDialog>;
}

/** Read when something opens: while the page is first rendered it has no main part yet. */
const mainPart: RefObject<HTMLElement | null> = {
  get current() {
    return document.querySelector('main') ?? document.body;
  },
};

/**
 * Where lists and bubbles are put: at the end of the page's main part, so that they belong to a
 * landmark. Props for a portal.
 */
export function useFloatContainer(): { container?: typeof mainPart } {
  return useContext(IsWithinDialog) ? {} : { container: mainPart };
}

/** A list is read anew after an answer has come, which on a slow line takes a while. */
const watchMs = 5000;
const pressable =
  ':is(a[href], button, input, select, textarea, summary):not(:disabled, [tabindex="-1"])';

/**
 * Keeps the focus near the button that opened a dialog where that button goes with what the dialog removed, be it
 * before the dialog has closed or after: on the first control of the nearest part of the page that is left.
 */
function useFocusKept(isOpen: boolean): void {
  useLayoutEffect(() => {
    const opener = document.activeElement;
    if (!isOpen || opener === null || opener === document.body) return;
    const around = ancestorsOf(opener);
    return () => {
      const watch = new MutationObserver(() => {
        if (opener.isConnected || document.activeElement !== document.body) return;
        const left = around.find((part) => part.isConnected && firstIn(part) !== undefined);
        if (left !== undefined) firstIn(left)?.focus({ preventScroll: true });
      });
      watch.observe(document.body, { childList: true, subtree: true });
      setTimeout(() => watch.disconnect(), watchMs);
    };
  }, [isOpen]);
}

function ancestorsOf(element: Element): readonly Element[] {
  const parent = element.parentElement;
  return parent === null || parent === document.body ? [] : [parent, ...ancestorsOf(parent)];
}

function firstIn(part: Element): HTMLElement | undefined {
  return [...part.querySelectorAll<HTMLElement>(pressable)].find((control) =>
    control.checkVisibility({ visibilityProperty: true }),
  );
}
