import { Toast } from '@base-ui/react/toast';

export type ToastKind = 'success' | 'error' | 'info';

interface ToastAction {
  label: string;
  onClick: () => void;
}

/** Module state, so that any code can show a toast; `Toaster` renders it. */
export const toastManager = Toast.createToastManager<{ kind: ToastKind }>();

/** Says shortly that something was done; read aloud when the reader next pauses. */
export const toast = {
  success: (text: string, action?: ToastAction) => add('success', text, action),
  info: (text: string) => add('info', text),
  /** For what failed without a form to say so; stays longer. */
  error: (text: string) => add('error', text),
};

function add(kind: ToastKind, text: string, action?: ToastAction): void {
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
