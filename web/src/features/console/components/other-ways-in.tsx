import { OidcSignIn } from '../../../modules/oidc/components/sign-in.tsx';
import { PasskeyButton } from './passkey-button.tsx';

/** Without a password: a passkey, or the organisation's own log-in. */
export function OtherWaysIn({ onIn }: { onIn: () => void }) {
  return (
    <>
      <PasskeyButton onIn={onIn} />
      <OidcSignIn onIn={onIn} />
    </>
  );
}
