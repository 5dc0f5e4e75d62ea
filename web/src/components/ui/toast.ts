import { Toast } from '@base-ui/react/toast';

export type ToastKind = 'success' | 'error' | 'info';

/** Held here, so that anything can say something; `Toaster` shows it. */
export const toastManager = Toast.createToastManager<{ kind: ToastKind }>();

/** Says shortly that something was done; read aloud when the reader next pauses. */
export const toast = {
  success: (text: string) => add('success', text),
  info: (text: string) => add('info', text),
  /** For what failed without a form to say so; stays longer. */
  error: (text: string) => add('error', text),
};

function add(kind: ToastKind, text: string): void {
  toastManager.add({
    title: text,
    data: { kind },
    priority: 'low',
    timeout: kind === 'error' ? 10_000 : 5_000,
  });
}
