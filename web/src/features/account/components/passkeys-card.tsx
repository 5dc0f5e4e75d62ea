import { Fingerprint } from 'lucide-react';
import { useState } from 'react';
import type { AccountAnswer } from '../../../../../src/contract/people/account.ts';
import { SettingsCard } from '../../../components/console/settings-card.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Notice } from '../../../components/ui/notice.tsx';
import { useTranslation } from '../../../lib/i18n.ts';
import { canUsePasskeys } from '../../../lib/passkeys.ts';
import { AddPasskeyDialog } from './add-passkey-dialog.tsx';
import { PasskeyList } from './passkey-list.tsx';

/** Passkeys, where browser and page can make them. */
export function PasskeysCard({ account }: { account: AccountAnswer }) {
  const { t } = useTranslation();
  // Made anew each time, so that the form begins empty.
  const [round, setRound] = useState(0);
  const [isOpen, setIsOpen] = useState(false);
  const { passkeys } = account.second_factor;
  const canAdd = account.can_use_passkeys && canUsePasskeys();
  return (
    <SettingsCard title={t('account.passkeys.title')} text={t('account.passkeys.text')}>
      <div className="flex flex-col items-start gap-4 [&>ul]:w-full">
        {passkeys.length > 0 && <PasskeyList passkeys={passkeys} />}
        {canAdd ? (
          <Button
            look="secondary"
            icon={<Fingerprint aria-hidden="true" className="size-4" />}
            onClick={() => {
              setRound(round + 1);
              setIsOpen(true);
            }}
          >
            {t('account.passkeys.add')}
          </Button>
        ) : (
          <Notice kind="info">{t('account.passkeys.needs_https')}</Notice>
        )}
      </div>
      {round > 0 && (
        <AddPasskeyDialog key={round} isOpen={isOpen} onClose={() => setIsOpen(false)} />
      )}
    </SettingsCard>
  );
}
