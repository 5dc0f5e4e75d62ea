import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Cable } from 'lucide-react';
import type { PortalKey } from '../../../../../src/contract/devices/portal.ts';
import { Button } from '../../../components/ui/button.tsx';
import { toast } from '../../../components/ui/toast.ts';
import { saveDeviceSetup, setupOf } from '../../../lib/device-setup.ts';
import { describeError } from '../../../lib/error-text.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { customerSession } from '../../../lib/session.ts';
import { showKey } from '../../../lib/show-key.ts';
import { useSession } from '../../../lib/use-session.ts';

/** To the page that configures a board with this key: a new one, or again the one that has it. */
export function SetUpButton({ boardKey }: { boardKey: PortalKey }) {
  const { t } = useTranslation();
  const { setUp, isPending } = useSetUp();
  const { id, key_code: code, device_name: name } = boardKey;
  const isFree = name === null;
  return (
    <Button
      look={isFree ? 'secondary' : 'ghost'}
      size="small"
      aria-label={
        isFree
          ? t('configure.open_key', { code: code.slice(-5) })
          : t('configure.open_again', { name })
      }
      icon={<Cable aria-hidden="true" className="size-4" />}
      isBusy={isPending}
      onClick={() => setUp(id)}
    >
      {isFree ? t('configure.open') : t('configure.again')}
    </Button>
  );
}

/** To the page that configures one more board, with a key that is still free. */
export function ConfigureButton({ spareKey }: { spareKey: PortalKey['id'] }) {
  const { t } = useTranslation();
  const { setUp, isPending } = useSetUp();
  return (
    <Button
      look="secondary"
      icon={<Cable aria-hidden="true" className="size-4" />}
      isBusy={isPending}
      onClick={() => setUp(spareKey)}
    >
      {t('configure.open')}
    </Button>
  );
}

/** Opens the page that configures a board, for this customer and with the key it is called with. */
function useSetUp(): { setUp: (keyId: PortalKey['id']) => void; isPending: boolean } {
  const { t } = useTranslation();
  const phone = useSession(customerSession)?.user.phone;
  const navigate = useNavigate();
  const { mutateAsync, isPending } = useShowKey();
  const setUp = async (keyId: PortalKey['id']) => {
    if (phone === undefined) return;
    try {
      saveDeviceSetup(setupOf(phone, await mutateAsync(keyId)));
      await navigate({ to: '/customer/flash', search: { key: keyId } });
    } catch (error) {
      toast.error(t('ui.form.failed', { reason: describeError(error, t) }));
    }
  };
  return { setUp: (keyId) => void setUp(keyId), isPending };
}

export function useShowKey() {
  return useMutation({ mutationFn: showKey });
}
