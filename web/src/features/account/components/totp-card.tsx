import { CircleCheck, CircleDashed, RefreshCw, ShieldCheck, ShieldOff } from 'lucide-react';
import type { AccountAnswer } from '../../../../../src/contract/people/account.ts';
import { SettingsCard } from '../../../components/console/settings-card.tsx';
import { Badge } from '../../../components/ui/badge.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { useTranslation } from '../../../lib/i18n.ts';
import { useTotpDialogs } from './use-totp-dialogs.tsx';

/** A second factor from an app, and what to do on the day it is lost. */
export function TotpCard({ account }: { account: AccountAnswer }) {
  const { t } = useTranslation();
  const { begin, isBeginning, open, dialogs } = useTotpDialogs();
  const { totp: isOn, recovery_codes_left: left, passkeys } = account.second_factor;
  return (
    <SettingsCard
      title={t('account.totp.title')}
      text={t('account.totp.text')}
      action={
        isOn ? (
          <Badge tone="good" icon={CircleCheck}>
            {t('account.on')}
          </Badge>
        ) : (
          <Badge tone="neutral" icon={CircleDashed}>
            {t('account.off')}
          </Badge>
        )
      }
    >
      {(isOn || passkeys.length > 0) && (
        <p className="mb-4 text-sm">{t('account.recovery.left', { count: left })}</p>
      )}
      <div className="flex flex-wrap gap-2">
        {!isOn && (
          <Button
            look="primary"
            icon={<ShieldCheck aria-hidden="true" className="size-4" />}
            isBusy={isBeginning}
            onClick={begin}
          >
            {t('account.totp.begin')}
          </Button>
        )}
        {(isOn || passkeys.length > 0) && (
          <Button
            look="secondary"
            icon={<RefreshCw aria-hidden="true" className="size-4" />}
            onClick={() => open('renew')}
          >
            {t('account.recovery.renew')}
          </Button>
        )}
        {isOn && (
          <Button
            look="secondary"
            className="text-mains-lost!"
            icon={<ShieldOff aria-hidden="true" className="size-4" />}
            onClick={() => open('remove')}
          >
            {t('account.totp.remove')}
          </Button>
        )}
      </div>
      {dialogs}
    </SettingsCard>
  );
}
