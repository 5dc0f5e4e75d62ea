import { useNavigate } from '@tanstack/react-router';
import type { PortalKey } from '../../../../src/contract/devices/portal.ts';
import { toast } from '../../components/ui/toast.ts';
import { saveDeviceSetup, setupOf } from '../../lib/device-setup.ts';
import { describeError } from '../../lib/error-text.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { customerSession } from '../../lib/session.ts';
import { useSession } from '../../lib/use-session.ts';
import { useShowKey } from './api/show-key.ts';

/** Opens the page that configures a board, for this customer and with the key it is called with. */
export function useSetUp(): { setUp: (keyId: PortalKey['id']) => void; isPending: boolean } {
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
