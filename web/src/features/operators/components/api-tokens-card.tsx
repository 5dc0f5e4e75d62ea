import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiTokenAnswer } from '../../../../../src/contract/people/api-tokens.ts';
import { roleWords } from '../../../components/console/role-words.ts';
import { SettingsCard } from '../../../components/console/settings-card.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx';
import { DateTime } from '../../../components/ui/date-time.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { RelativeTime } from '../../../components/ui/relative-time.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { toast } from '../../../components/ui/toast.ts';
import { apiTokensQuery, useRevokeApiToken } from '../api/api-tokens.ts';
import { CreateTokenDialog } from './create-token-dialog.tsx';
import { NewTokenDialog } from './new-token-dialog.tsx';

/** What programs log in with, instead of a person's session. */
export function ApiTokensCard() {
  const { t } = useTranslation();
  const { data: tokens, error, refetch, isRefetching } = useQuery(apiTokensQuery);
  const [isCreating, setIsCreating] = useState(false);
  const [made, setMade] = useState<{ name: string; token: string } | null>(null);
  const [revoked, setRevoked] = useState<ApiTokenAnswer | null>(null);
  const revoke = useRevokeApiToken();
  return (
    <SettingsCard
      title={t('operators.tokens.title')}
      text={t('operators.tokens.text')}
      action={
        <Button
          look="secondary"
          icon={<KeyRound aria-hidden="true" className="size-4" />}
          onClick={() => setIsCreating(true)}
        >
          {t('operators.tokens.create')}
        </Button>
      }
    >
      {tokens !== undefined ? (
        tokens.length === 0 ? (
          <p className="text-muted text-sm">{t('operators.tokens.none')}</p>
        ) : (
          <ul className="divide-y divide-line">
            {tokens.map((token) => (
              <TokenRow key={token.id} token={token} onRevoke={() => setRevoked(token)} />
            ))}
          </ul>
        )
      ) : error === null ? (
        <Skeleton className="w-full" />
      ) : (
        <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isRefetching} />
      )}
      <CreateTokenDialog
        isOpen={isCreating}
        onClose={() => setIsCreating(false)}
        onMade={(token) => {
          setIsCreating(false);
          setMade(token);
        }}
      />
      <NewTokenDialog made={made} onClose={() => setMade(null)} />
      <ConfirmDialog
        isOpen={revoked !== null}
        onClose={() => setRevoked(null)}
        title={t('operators.tokens.revoke_title', { name: revoked?.name ?? '' })}
        description={t('operators.tokens.revoke_text')}
        action={t('operators.tokens.revoke')}
        isDestructive
        onConfirm={async () => {
          if (revoked !== null) await revoke.mutateAsync(revoked.id);
          toast.success(t('operators.tokens.revoked'));
        }}
      />
    </SettingsCard>
  );
}

function TokenRow({ token, onRevoke }: { token: ApiTokenAnswer; onRevoke: () => void }) {
  const { t } = useTranslation();
  const { name, role, last_used_at: used, expires_at: ends } = token;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 text-sm">
        <p className="break-words font-semibold">{name}</p>
        <p className="flex flex-wrap gap-x-3 text-muted">
          <span>{t(roleWords[role])}</span>
          <span>
            {used === null ? (
              t('operators.tokens.unused')
            ) : (
              <>
                {t('operators.tokens.used')} <RelativeTime time={used} isFocusable={false} />
              </>
            )}
          </span>
          <span>
            {ends === null ? (
              t('operators.tokens.endless')
            ) : (
              <>
                {t('operators.tokens.ends')} <DateTime time={ends} show="date" />
              </>
            )}
          </span>
        </p>
      </div>
      <Button
        look="secondary"
        size="small"
        aria-label={t('operators.tokens.revoke_one', { name })}
        onClick={onRevoke}
      >
        {t('operators.tokens.revoke')}
      </Button>
    </li>
  );
}
