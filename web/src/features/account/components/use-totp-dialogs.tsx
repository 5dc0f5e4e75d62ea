import { Fragment, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../../components/ui/toast.ts';
import { type TotpSecret, useBeginTotp } from '../api/begin-totp.ts';
import { useRemoveTotp } from '../api/remove-totp.ts';
import { useRenewRecoveryCodes } from '../api/renew-recovery-codes.ts';
import { PasswordDialog } from './password-dialog.tsx';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';
import { TotpDialog } from './totp-dialog.tsx';

type Asked =
  | { what: 'begin' | 'renew' | 'remove' }
  | { what: 'scan'; totp: TotpSecret }
  | { what: 'codes'; codes: readonly string[] };

/**
 * The authenticator app and its recovery codes, one dialog at a time: password, then what the app has to
 * scan, then the codes that are shown once.
 */
export function useTotpDialogs(): {
  open: (what: 'begin' | 'renew' | 'remove') => void;
  dialogs: ReactNode;
} {
  const { t } = useTranslation();
  const [asked, setAsked] = useState<Asked | null>(null);
  // Kept apart from the subject, which stays visible while the dialog fades out.
  const [isOpen, setIsOpen] = useState(false);
  // Made anew each time, so that a form begins empty.
  const [round, setRound] = useState(0);
  const begin = useBeginTotp();
  const renew = useRenewRecoveryCodes();
  const remove = useRemoveTotp();
  const go = (next: Asked) => {
    setAsked(next);
    setRound(round + 1);
    setIsOpen(true);
  };
  const shared = { isOpen, onClose: () => setIsOpen(false) };
  return {
    open: (what) => go({ what }),
    dialogs: asked && (
      <Fragment key={round}>
        {asked.what === 'begin' && (
          <PasswordDialog
            {...shared}
            title={t('account.totp.begin_title')}
            description={t('account.totp.begin_text')}
            action={t('account.next')}
            save={begin.mutateAsync}
            onSaved={(totp) => go({ what: 'scan', totp })}
          />
        )}
        {asked.what === 'scan' && (
          <TotpDialog
            {...shared}
            totp={asked.totp}
            onConfirmed={(codes) => {
              toast.success(t('account.totp.done'));
              go({ what: 'codes', codes });
            }}
          />
        )}
        {asked.what === 'codes' && <RecoveryCodesDialog {...shared} codes={asked.codes} />}
        {asked.what === 'renew' && (
          <PasswordDialog
            {...shared}
            title={t('account.recovery.renew_title')}
            description={t('account.recovery.renew_text')}
            action={t('account.recovery.renew')}
            save={renew.mutateAsync}
            onSaved={(codes) => go({ what: 'codes', codes })}
          />
        )}
        {asked.what === 'remove' && (
          <PasswordDialog
            {...shared}
            title={t('account.totp.remove_title')}
            description={t('account.totp.remove_text')}
            action={t('account.totp.remove')}
            save={remove.mutateAsync}
            onSaved={() => {
              toast.success(t('account.totp.removed'));
              shared.onClose();
            }}
          />
        )}
      </Fragment>
    ),
  };
}
