import { useQuery } from '@tanstack/react-query';
import { CircleUser, LogOut } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LanguageSwitch } from '../../../components/layout/language-switch.tsx';
import { ThemeSwitch } from '../../../components/layout/theme-switch.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx';
import { logOut } from '../../../lib/log-out.ts';
import { type AdminUser, adminSession } from '../../../lib/session.ts';
import { versionQuery } from '../api/get-version.ts';

/** The foot of the sidebar: who is signed in, how the page looks and speaks, the way out. */
export function ConsoleAccount({ user }: { user: AdminUser }) {
  const { t } = useTranslation();
  const { data: version } = useQuery(versionQuery);
  const [isAsking, setIsAsking] = useState(false);
  return (
    <div className="flex flex-col gap-3 border-line border-t px-1 pt-4">
      <p className="flex items-center gap-2.5 px-2 font-semibold text-sm">
        <CircleUser aria-hidden="true" className="size-5 shrink-0 text-muted" />
        <span className="sr-only">{t('console.account.signed_in')}</span>
        <span className="min-w-0 truncate">{user.username || t('console.account.fallback')}</span>
      </p>
      <div className="flex items-center gap-2 px-1">
        <LanguageSwitch />
        <ThemeSwitch />
      </div>
      <div className="flex items-center justify-between gap-2">
        <Button
          look="ghost"
          icon={<LogOut aria-hidden="true" className="size-4" />}
          className="px-2!"
          onClick={() => setIsAsking(true)}
        >
          {t('console.account.log_out')}
        </Button>
        <span className="min-w-12 px-2 text-right text-muted text-xs tabular-nums">
          {version !== undefined && `v${version}`}
        </span>
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
