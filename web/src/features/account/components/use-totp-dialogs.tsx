import { Fragment, type ReactNode, useState } from 'react';
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx';
import { toast } from '../../../components/ui/toast.ts';
import { describeError } from '../../../lib/error-text.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import {
  type TotpSecret,
  useBeginTotp,
  useRemoveTotp,
  useRenewRecoveryCodes,
} from '../api/totp.ts';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';
import { TotpDialog } from './totp-dialog.tsx';

type Asked =
  | { what: 'renew' | 'remove' }
  | { what: 'scan'; totp: TotpSecret }
  | { what: 'codes'; codes: readonly string[] };

interface State {
  /** Stays while its dialog fades out. */
  asked: Asked | null;
  /** Made anew each time, so that a form begins empty. */
  round: number;
  isOpen: boolean;
}

/** The authenticator app and its recovery codes, one dialog at a time: what the app has to scan, then the codes. */
export function useTotpDialogs(): {
  begin: () => void;
  isBeginning: boolean;
  open: (what: 'renew' | 'remove') => void;
  dialogs: ReactNode;
} {
  const { t } = useTranslation();
  const [{ asked, round, isOpen }, setState] = useState<State>({
    asked: null,
    round: 0,
    isOpen: false,
  });
  const begin = useBeginTotp();
  const renew = useRenewRecoveryCodes();
  const remove = useRemoveTotp();
  const go = (next: Asked) =>
    setState((before) => ({ asked: next, round: before.round + 1, isOpen: true }));
  // Closes only this dialog: the next one may be open by then.
  const onClose = () => setState((now) => (now.round === round ? { ...now, isOpen: false } : now));
  const shared = { isOpen, onClose };
  return {
    begin: () =>
      begin.mutate(undefined, {
        onSuccess: (totp) => go({ what: 'scan', totp }),
        onError: (error) => toast.error(describeError(error, t)),
      }),
    isBeginning: begin.isPending,
    open: (what) => go({ what }),
    dialogs: asked && (
      <Fragment key={round}>
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
          <ConfirmDialog
            {...shared}
            title={t('account.recovery.renew_title')}
            description={t('account.recovery.renew_text')}
            action={t('account.recovery.renew')}
            onConfirm={async () => go({ what: 'codes', codes: await renew.mutateAsync() })}
          />
        )}
        {asked.what === 'remove' && (
          <ConfirmDialog
            {...shared}
            title={t('account.totp.remove_title')}
            description={t('account.totp.remove_text')}
            action={t('account.totp.remove')}
            isDestructive
            onConfirm={async () => {
              await remove.mutateAsync();
              toast.success(t('account.totp.removed'));
            }}
          />
        )}
      </Fragment>
    ),
  };
}
