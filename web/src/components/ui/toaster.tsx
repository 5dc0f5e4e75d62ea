import { Toast } from '@base-ui/react/toast';
import { CircleCheck, CircleX, Info, X } from 'lucide-react';
import { useEffect } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { buttonClasses } from './button.tsx';
import { IconButton } from './icon-button.tsx';
import { type ToastKind, type Toast as ToastWords, takeToasts } from './toast.ts';

const kinds = {
  success: { icon: CircleCheck, text: 'text-up' },
  error: { icon: CircleX, text: 'text-mains-lost' },
  info: { icon: Info, text: 'text-accent-text' },
} satisfies Record<ToastKind, object>;

/** The library makes each a `dialog`, which would promise something that takes the focus. */
const notADialog = { role: 'group', 'aria-modal': undefined } as const;

/** The library hides it until the stack is unfolded; ours always is. */
const alwaysThere = { 'aria-hidden': undefined } as const;

const toastManager = Toast.createToastManager<{ kind: ToastKind }>();

function show({ kind, text, action }: ToastWords): void {
  const id = toastManager.add({
    title: text,
    ...(action && {
      actionProps: {
        children: action.label,
        onClick: () => {
          toastManager.close(id);
          action.onClick();
        },
      },
    }),
    data: { kind },
    priority: 'low',
    timeout: kind === 'error' || action !== undefined ? 10_000 : 5_000,
  });
}

/** Shows the toasts of `toast.ts`, bottom right; a polite live region. */
export function Toaster() {
  useEffect(() => takeToasts(show), []);
  return (
    <Toast.Provider toastManager={toastManager} limit={3}>
      <ToastList />
    </Toast.Provider>
  );
}

function ToastList() {
  const { t } = useTranslation();
  const { toasts } = Toast.useToastManager<{ kind: ToastKind }>();
  return (
    <Toast.Portal>
      {/* Beside an open dialog it takes no press: on a phone it stands over the dialog's buttons. */}
      <Toast.Viewport
        aria-label={t('ui.toasts')}
        className="in-[[data-base-ui-inert]]:pointer-events-none fixed inset-x-3 bottom-[calc(var(--bottom-bar)+0.75rem)] z-60 flex flex-col gap-2 sm:right-6 sm:bottom-6 sm:left-auto sm:w-96 print:hidden"
      >
        {toasts.map((toast) => {
          const { icon: Icon, text } = kinds[toast.data?.kind ?? 'info'];
          return (
            <Toast.Root
              key={toast.id}
              toast={toast}
              {...notADialog}
              swipeDirection={['right', 'down']}
              className="rounded-md border border-line bg-surface shadow-float transition-[opacity,translate] duration-200 data-limited:hidden data-ending-style:translate-y-2 data-starting-style:translate-y-4 data-ending-style:opacity-0 data-starting-style:opacity-0"
            >
              <Toast.Content className="flex items-start gap-3 py-1.5 pr-1.5 pl-4">
                <Icon aria-hidden="true" className={classNames('mt-3 size-5 shrink-0', text)} />
                <Toast.Title render={<p />} className="min-w-0 flex-1 py-2 font-semibold text-sm" />
                {toast.actionProps !== undefined && (
                  <Toast.Action className={buttonClasses('secondary', 'my-1 shrink-0', 'small')} />
                )}
                <Toast.Close
                  {...alwaysThere}
                  render={<IconButton label={t('ui.close')} icon={X} />}
                />
              </Toast.Content>
            </Toast.Root>
          );
        })}
      </Toast.Viewport>
    </Toast.Portal>
  );
}
