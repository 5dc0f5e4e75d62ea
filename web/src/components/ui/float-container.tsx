import { createContext, type ReactNode, type RefObject, useContext } from 'react';

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
