import { Suspense } from 'react';
import { waysIn } from '../../../lib/extras.ts';
import { PasskeyButton } from './passkey-button.tsx';

/** Without a password: a passkey, and what modules add. */
export function OtherWaysIn({ onIn }: { onIn: () => void }) {
  return (
    <>
      <PasskeyButton onIn={onIn} />
      <Suspense>
        {waysIn().map(({ method, SignIn }) => (
          <SignIn key={method} onIn={onIn} />
        ))}
      </Suspense>
    </>
  );
}
