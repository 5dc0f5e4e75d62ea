import { useNavigate } from '@tanstack/react-router';
import { saveDeviceSetup } from '../../lib/device-setup.ts';
import { customerSession } from '../../lib/session.ts';
import { useSession } from '../../lib/use-session.ts';

/** Opens the page that configures a board, for this customer and with the key it is called with. */
export function useSetUp(): (activationKey: string) => void {
  const phone = useSession(customerSession)?.user.phone;
  const navigate = useNavigate();
  return (activationKey) => {
    if (phone === undefined) return;
    saveDeviceSetup({ phone, activationKey });
    void navigate({ to: '/customer/flash' });
  };
}
