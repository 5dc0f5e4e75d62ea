import { useEffectEvent, useLayoutEffect } from 'react';
import { takeTyped } from '../../../lib/typed-early.ts';
import type { SubmittableForm } from './form.tsx';

/**
 * Goes on with what was typed into the picture of this form before it was there.
 * @param fill gives a field, by its name, what was typed
 */
export function useTypedEarly(
  { handleSubmit }: Pick<SubmittableForm, 'handleSubmit'>,
  fill: (name: string, value: string) => void,
): void {
  const goOn = useEffectEvent(() => {
    const typed = takeTyped();
    if (typed === null) return;
    for (const [name, value] of typed.values) fill(name, value);
    const { focused } = typed;
    const field = focused === null ? undefined : document.getElementsByName(focused)[0];
    if (field instanceof HTMLInputElement) field.focus();
    if (typed.isSent) void handleSubmit();
  });
  // When the page takes over.
  useLayoutEffect(() => goOn(), []);
}
