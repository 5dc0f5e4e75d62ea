import { useBlocker } from '@tanstack/react-router';
import { useRef } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { Button } from '../button.tsx';
import { Dialog } from '../dialog.tsx';

/** Asks before a page is left on which something was typed and not saved. */
export function UnsavedQuestion({ isUnsaved }: { isUnsaved: boolean }) {
  const { t } = useTranslation();
  const stay = useRef<HTMLButtonElement>(null);
  const blocker = useBlocker({
    // What stands behind `?` is the same page.
    shouldBlockFn: ({ current, next }) => isUnsaved && current.pathname !== next.pathname,
    enableBeforeUnload: () => isUnsaved,
    withResolver: true,
  });
  return (
    <Dialog
      isOpen={blocker.status === 'blocked'}
      onClose={() => blocker.reset?.()}
      title={t('ui.unsaved.title')}
      description={t('ui.unsaved.text')}
      size="small"
      role="alertdialog"
      initialFocus={stay}
      footer={
        <>
          <Button look="danger" onClick={() => blocker.proceed?.()}>
            {t('ui.unsaved.leave')}
          </Button>
          <Button ref={stay} look="primary" onClick={() => blocker.reset?.()}>
            {t('ui.unsaved.stay')}
          </Button>
        </>
      }
    />
  );
}
