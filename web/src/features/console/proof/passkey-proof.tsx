import { Fingerprint } from 'lucide-react';
import { Button } from '../../../components/ui/button.tsx';
import { Notice } from '../../../components/ui/notice.tsx';
import { useTranslation } from '../../../lib/i18n.ts';
import { describePasskeyFailure } from '../describe-log-in-error.ts';
import { useProveByPasskey } from './prove.ts';

export function PasskeyProof({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation();
  const { mutate, isPending, error } = useProveByPasskey();
  return (
    <>
      <Button
        look="secondary"
        isBusy={isPending}
        icon={<Fingerprint aria-hidden="true" className="size-4" />}
        onClick={() => mutate(undefined, { onSuccess: onDone })}
      >
        {t('proof.by_passkey')}
      </Button>
      {error !== null && (
        <Notice kind="error" isNew>
          {describePasskeyFailure(error, t)}
        </Notice>
      )}
    </>
  );
}
