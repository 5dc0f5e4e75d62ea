import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import type { ApiTokenAnswer } from '../../../../../src/contract/people/api-tokens.ts';
import { SettingsCard } from '../../../components/console/settings-card.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { useTranslation } from '../../../lib/i18n.ts';
import { apiTokensQuery } from '../api/api-tokens.ts';
import { CreateTokenDialog } from './create-token-dialog.tsx';
import { NewTokenDialog } from './new-token-dialog.tsx';
import { RevokeTokenDialog } from './revoke-token-dialog.tsx';
import { ScopesDialog } from './scopes-dialog.tsx';
import { TokenRow } from './token-row.tsx';

interface Asked {
  what: 'scopes' | 'revoke';
  token: ApiTokenAnswer;
  /** Made anew each time, so that a dialog begins with current values. */
  round: number;
  isOpen: boolean;
}

/** What programs log in with, instead of a person's session. */
export function ApiTokensCard() {
  const { t } = useTranslation();
  const { data: tokens, error, refetch, isRefetching } = useQuery(apiTokensQuery);
  const [isCreating, setIsCreating] = useState(false);
  const [made, setMade] = useState<{ name: string; token: string } | null>(null);
  // Stays while its dialog fades out.
  const [asked, setAsked] = useState<Asked | null>(null);
  const ask = (what: Asked['what'], token: ApiTokenAnswer) =>
    setAsked((before) => ({ what, token, round: (before?.round ?? 0) + 1, isOpen: true }));
  const close = () => setAsked((before) => before && { ...before, isOpen: false });
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
                onChange={() => ask('scopes', token)}
                onRevoke={() => ask('revoke', token)}
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
      {asked?.what === 'scopes' && (
        <ScopesDialog key={asked.round} token={asked.token} isOpen={asked.isOpen} onClose={close} />
      )}
      {asked?.what === 'revoke' && (
        <RevokeTokenDialog
          key={asked.round}
          token={asked.token}
          isOpen={asked.isOpen}
          onClose={close}
        />
      )}
    </SettingsCard>
  );
}
