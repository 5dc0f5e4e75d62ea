import { KeyRound, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { AccountAnswer } from '../../../../../src/contract/people/account.ts';
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx';
import { DateTime } from '../../../components/ui/date-time.tsx';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { RelativeTime } from '../../../components/ui/relative-time.tsx';
import { toast } from '../../../components/ui/toast.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useDeletePasskey } from '../api/delete-passkey.ts';

type Passkey = AccountAnswer['second_factor']['passkeys'][number];

export function PasskeyList({ passkeys }: { passkeys: readonly Passkey[] }) {
  const { t } = useTranslation();
  const remove = useDeletePasskey();
  const [asked, setAsked] = useState<Passkey | null>(null);
  // Kept apart from the subject, which stays visible while the dialog fades out.
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <ul className="divide-y divide-line rounded-sm border border-line">
        {passkeys.map((passkey) => (
          <li key={passkey.id} className="flex items-center gap-3 py-1 pr-1 pl-4">
            <KeyRound aria-hidden="true" className="size-4.5 shrink-0 text-muted" />
            <div className="min-w-0 flex-1 py-1 text-sm">
              <p className="break-words font-semibold">{passkey.name}</p>
              <p className="text-muted text-xs">
                {t('account.passkeys.since')} <DateTime time={passkey.created_at} show="date" />
                {' · '}
                {t('sessions.last_used')}{' '}
                <RelativeTime time={passkey.last_used_at} isFocusable={false} />
              </p>
            </div>
            <IconButton
              label={t('account.passkeys.remove_of', { name: passkey.name })}
              icon={Trash2}
              onClick={() => {
                setAsked(passkey);
                setIsOpen(true);
              }}
            />
          </li>
        ))}
      </ul>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title={t('account.passkeys.remove_title', { name: asked?.name ?? '' })}
        description={t('account.passkeys.remove_text')}
        action={t('account.passkeys.remove')}
        isDestructive
        onConfirm={async () => {
          if (asked !== null) await remove.mutateAsync(asked.id);
          toast.success(t('account.passkeys.removed'));
        }}
      />
    </>
  );
}
