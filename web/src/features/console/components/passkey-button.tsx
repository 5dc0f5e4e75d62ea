import { Fingerprint } from 'lucide-react';
import { Button } from '../../../components/ui/button.tsx';
import { Notice } from '../../../components/ui/notice.tsx';
import { useTranslation } from '../../../lib/i18n.ts';
import { canUsePasskeys } from '../../../lib/passkeys.ts';
import { useLogInByPasskey } from '../api/log-in-by-passkey.ts';
import { describePasskeyFailure } from '../describe-log-in-error.ts';

interface PasskeyButtonProps {
  /** Challenge from the password step; without it the passkey alone is enough. */
  challenge?: string;
  onIn: () => void;
}

/** Signs in with a passkey, where browser and page know them. */
export function PasskeyButton({ challenge, onIn }: PasskeyButtonProps) {
  const { t } = useTranslation();
  const { mutate, isPending, error } = useLogInByPasskey();
  if (!canUsePasskeys()) return null;
  return (
    <>
      <Button
        look="secondary"
        size="large"
        isBusy={isPending}
        icon={<Fingerprint aria-hidden="true" className="size-5" />}
        onClick={() => mutate(challenge, { onSuccess: onIn })}
      >
        {t('console.login.passkey')}
      </Button>
      {error !== null && <Notice kind="error">{describePasskeyFailure(error, t)}</Notice>}
    </>
  );
}
