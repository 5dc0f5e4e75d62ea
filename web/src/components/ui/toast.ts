import { useSyncExternalStore } from 'react';

export type ToastKind = 'success' | 'error' | 'info';

interface ToastAction {
  label: string;
  onClick: () => void;
}

export interface Toast {
  readonly kind: ToastKind;
  readonly text: string;
  readonly action: ToastAction | undefined;
}

/** Says shortly that something was done; read aloud when the reader next pauses. */
export const toast = {
  success: (text: string, action?: ToastAction) => add({ kind: 'success', text, action }),
  info: (text: string) => add({ kind: 'info', text, action: undefined }),
  /** For what failed without a form to say so; stays longer. */
  error: (text: string) => add({ kind: 'error', text, action: undefined }),
};

/** Those that wait for `Toaster`, which a page may load later. */
const waiting: Toast[] = [];
const listeners = new Set<() => void>();
let show: ((toast: Toast) => void) | null = null;

function add(asked: Toast): void {
  if (show !== null) {
    show(asked);
    return;
  }
  waiting.push(asked);
  for (const listener of listeners) listener();
}

/** `Toaster` takes those that wait, and all that follow. @returns ends that */
export function takeToasts(taker: (toast: Toast) => void): () => void {
  show = taker;
  for (const asked of waiting.splice(0)) taker(asked);
  return () => {
    show = null;
  };
}

/** Whether something is to be said, and nothing is there to say it. */
export function useIsToastWaiting(): boolean {
  const read = () => waiting.length > 0;
  return useSyncExternalStore(listen, read, read);
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
