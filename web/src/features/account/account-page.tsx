import { useQuery } from '@tanstack/react-query';
import type { AccountAnswer } from '../../../../src/contract/people/account.ts';
import { LoadingPage } from '../../components/console/loading-page.tsx';
import { SettingsCard } from '../../components/console/settings-card.tsx';
import { EndOthersButton, SessionTable } from '../../components/sessions.tsx';
import { Card } from '../../components/ui/card.tsx';
import { ErrorState } from '../../components/ui/error-state.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { PageHeader } from '../../components/ui/page-header.tsx';
import { adminApi } from '../../lib/api-client.ts';
import { consoleKey } from '../../lib/console/live-query.ts';
import { accountQuery } from '../../lib/console/own-account.ts';
import { roleMayWords, roleWords } from '../../lib/console/role-words.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { PasskeysCard } from './passkeys-card.tsx';
import { PasswordCard } from './password-card.tsx';
import { TotpCard } from './totp-card.tsx';

/** The operator's own account: its ways to log in, and its sessions. */
export function AccountPage() {
  const { t } = useTranslation();
  const { data: account, error, refetch, isRefetching } = useQuery(accountQuery);
  return (
    <div className="flex flex-col gap-6">
      <PageHeader title={t('account.title')} text={account && <Who account={account} />} />
      {account !== undefined ? (
        <AccountCards account={account} />
      ) : error === null ? (
        <LoadingPage />
      ) : (
        <Card>
          <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isRefetching} />
        </Card>
      )}
    </div>
  );
}

function Who({ account }: { account: AccountAnswer }) {
  const { t } = useTranslation();
  const { username, operator_role: role } = account;
  return `${username} · ${t(roleWords[role])}: ${t(roleMayWords[role])}`;
}

function AccountCards({ account }: { account: AccountAnswer }) {
  const { t } = useTranslation();
  const { must_set_second_factor: mustSet, has_password: hasPassword } = account;
  return (
    <>
      {mustSet && (
        <Notice kind="warning" title={t('account.must_set.title')}>
          {t('account.must_set.text')}
        </Notice>
      )}
      {!hasPassword && <Notice kind="info">{t('account.no_password')}</Notice>}
      <div className="grid items-start gap-5 xl:grid-cols-2">
        <div className="flex flex-col gap-5">
          {hasPassword && <TotpCard account={account} />}
          {hasPassword && <PasskeysCard account={account} />}
        </div>
        {!mustSet && hasPassword && <PasswordCard />}
      </div>
      {!mustSet && <SessionsCard />}
    </>
  );
}

const audience = { api: adminApi, queryKey: consoleKey };

function SessionsCard() {
  const { t } = useTranslation();
  return (
    <SettingsCard title={t('sessions.title')} text={t('sessions.text')}>
      <SessionTable audience={audience} />
      <div className="mt-4 empty:hidden">
        <EndOthersButton audience={audience} />
      </div>
    </SettingsCard>
  );
}
