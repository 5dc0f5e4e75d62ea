import { Link } from '@tanstack/react-router';
import { CircleUser, LogOut } from 'lucide-react';
import { useState } from 'react';
import { roleWords } from '../../../components/console/role-words.ts';
import { LanguageSwitch } from '../../../components/layout/language-switch.tsx';
import { ThemeSwitch } from '../../../components/layout/theme-switch.tsx';
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { useTranslation } from '../../../lib/i18n.ts';
import { logOut } from '../../../lib/log-out.ts';
import { type AdminUser, adminSession } from '../../../lib/session.ts';

/** The foot of the sidebar: who is signed in and the way to their account, how the page looks and speaks, the way out. */
export function ConsoleAccount({ user, onGo }: { user: AdminUser; onGo?: () => void }) {
  const { t } = useTranslation();
  const [isAsking, setIsAsking] = useState(false);
  return (
    <div className="flex flex-col gap-2 border-line border-t px-1 pt-3">
      <Link
        to="/admin/account"
        onClick={onGo}
        className="flex min-h-11 items-center gap-2.5 rounded-sm px-2 text-sm transition hover:bg-raised aria-[current=page]:bg-raised"
      >
        <CircleUser aria-hidden="true" className="size-5 shrink-0 text-muted" />
        <span className="min-w-0">
          <span className="sr-only">{t('console.account.signed_in')} </span>
          <span className="block truncate font-semibold">
            {user.username || t('console.account.fallback')}
          </span>
          <span className="block truncate text-muted text-xs">
            {t(roleWords[user.operator_role])}
          </span>
        </span>
        <span className="ml-auto shrink-0 self-end pb-1 text-muted text-xs tabular-nums">
          {t('console.account.version_label')}
        </span>
      </Link>
      <div className="flex items-center gap-2 px-1">
        <LanguageSwitch />
        <ThemeSwitch />
        <IconButton
          look="secondary"
          label={t('console.account.log_out')}
          icon={LogOut}
          className="ml-auto"
          onClick={() => setIsAsking(true)}
        />
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={t('console.account.log_out_question')}
        description={t('console.account.log_out_text')}
        action={t('console.account.log_out')}
        onConfirm={async () => logOut(adminSession)}
      />
    </div>
  );
}
