import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import type { ApiTokenAnswer } from '../../../../src/contract/people/api-tokens.ts';
import { scopesFor, type TokenScope } from '../../../../src/domain/people/token-scopes.ts';
import { SettingsCard } from '../../components/console/settings-card.tsx';
import { Button } from '../../components/ui/button.tsx';
import { DateTime } from '../../components/ui/date-time.tsx';
import { ErrorState } from '../../components/ui/error-state.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { RelativeTime } from '../../components/ui/relative-time.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { toast } from '../../components/ui/toast.ts';
import { useAsked } from '../../components/ui/use-asked.ts';
import { roleWords } from '../../lib/console/role-words.ts';
import { describeError } from '../../lib/error-text.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { scopeWords } from './rights-fields.tsx';
import { apiTokensQuery, useChangeScopes } from './token-calls.ts';
import {
  CreateTokenDialog,
  NewTokenDialog,
  RevokeTokenDialog,
  ScopesDialog,
} from './token-dialogs.tsx';

interface Asked {
  what: 'scopes' | 'revoke';
  token: ApiTokenAnswer;
}

/** What programs log in with, instead of a person's session. */
export function ApiTokensCard() {
  const { t } = useTranslation();
  const { data: tokens, error, refetch, isRefetching } = useQuery(apiTokensQuery);
  const [isCreating, setIsCreating] = useState(false);
  const [made, setMade] = useState<{ name: string; token: string } | null>(null);
  const { asked, round, ask, shared } = useAsked<Asked>();
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
              <TokenRow
                key={token.id}
                token={token}
                onChange={() => ask({ what: 'scopes', token })}
                onRevoke={() => ask({ what: 'revoke', token })}
              />
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
      {asked?.what === 'scopes' && <ScopesDialog key={round} token={asked.token} {...shared} />}
      {asked?.what === 'revoke' && (
        <RevokeTokenDialog key={round} token={asked.token} {...shared} />
      )}
    </SettingsCard>
  );
}

interface TokenRowProps {
  token: ApiTokenAnswer;
  onChange: () => void;
  onRevoke: () => void;
}

/** A token: what it may do, since when it was not used, and what can be done about it. */
function TokenRow({ token, onChange, onRevoke }: TokenRowProps) {
  const { t } = useTranslation();
  const { name, role, scopes, last_used_at: used, expires_at: ends } = token;
  const say = (named: readonly TokenScope[]) => named.map((one) => t(scopeWords[one])).join(', ');
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
        {scopes.length > 0 && (
          <p className="text-muted">{t('operators.tokens.besides', { scopes: say(scopes) })}</p>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        {scopesFor(role).length > 0 && (
          <Button
            look="secondary"
            size="small"
            aria-label={t('operators.tokens.change_one', { name })}
            onClick={onChange}
          >
            {t('operators.tokens.change')}
          </Button>
        )}
        <Button
          look="secondary"
          size="small"
          aria-label={t('operators.tokens.revoke_one', { name })}
          onClick={onRevoke}
        >
          {t('operators.tokens.revoke')}
        </Button>
      </div>
      <LostScopes token={token} say={say} />
    </li>
  );
}

/** Of a token from before there were scopes: what it lost, and one press to decide. */
function LostScopes({
  token: { id, name, lost_scopes: lost },
  say,
}: {
  token: ApiTokenAnswer;
  say: (named: readonly TokenScope[]) => string;
}) {
  const { t } = useTranslation();
  const change = useChangeScopes();
  if (lost.length === 0) return null;
  const decide = (scopes: TokenScope[]) =>
    change.mutate(
      { id, scopes },
      {
        onSuccess: () => toast.success(t('operators.tokens.scopes_saved')),
        onError: (error) => toast.error(t('ui.form.failed', { reason: describeError(error, t) })),
      },
    );
  return (
    <Notice
      kind="warning"
      className="w-full"
      action={
        <div className="flex flex-wrap gap-2">
          <Button
            look="secondary"
            size="small"
            isBusy={change.isPending}
            aria-label={t('operators.tokens.give_back_one', { name })}
            onClick={() => decide(lost)}
          >
            {t('operators.tokens.give_back')}
          </Button>
          <Button
            look="secondary"
            size="small"
            disabled={change.isPending}
            aria-label={t('operators.tokens.leave_one', { name })}
            onClick={() => decide([])}
          >
            {t('operators.tokens.leave')}
          </Button>
        </div>
      }
    >
      {t('operators.tokens.lost', { scopes: say(lost) })}
    </Notice>
  );
}
