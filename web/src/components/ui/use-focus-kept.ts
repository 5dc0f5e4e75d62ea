import { useLayoutEffect } from 'react';

/** A list is read anew after an answer has come, which on a slow line takes a while. */
const watchMs = 5000;
const pressable =
  ':is(a[href], button, input, select, textarea, summary):not(:disabled, [tabindex="-1"])';

/**
 * Keeps the focus near the button that opened a dialog where that button goes with what the dialog removed, be it
 * before the dialog has closed or after: on the first control of the nearest part of the page that is left.
 */
export function useFocusKept(isOpen: boolean): void {
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
