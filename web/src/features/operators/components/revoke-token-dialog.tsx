import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiTokenAnswer } from '../../../../../src/contract/people/api-tokens.ts';
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { toast } from '../../../components/ui/toast.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { apiTokenTracesQuery, useRevokeApiToken } from '../api/api-tokens.ts';
import { chooseEndings, type Trace } from '../token-endings.ts';
import { TraceList } from './trace-list.tsx';

interface RevokeTokenDialogProps {
  token: ApiTokenAnswer;
  isOpen: boolean;
  onClose: () => void;
}

/** Asks before a token ends, and what of the things that its program left is to end with it. */
export function RevokeTokenDialog({ token, isOpen, onClose }: RevokeTokenDialogProps) {
  const { t } = useTranslation();
  const { data, error, refetch, isRefetching } = useQuery(apiTokenTracesQuery(token.id));
  // What was chosen otherwise than is suggested.
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const revoke = useRevokeApiToken();
  const traces = data?.data ?? [];
  const endings = chooseEndings(traces, toggled);
  const toggle = ({ kind, ref }: Trace) =>
    setToggled((before) => before.symmetricDifference(new Set([`${kind}:${ref}`])));
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('operators.tokens.revoke_title', { name: token.name })}
      description={t('operators.tokens.revoke_text')}
      action={
        endings.length === 0
          ? t('operators.tokens.revoke')
          : t('operators.tokens.revoke_with', { count: endings.length })
      }
      isDestructive
      isWaiting={data === undefined && error === null}
      onConfirm={async () => {
        await revoke.mutateAsync({ id: token.id, end: endings });
        toast.success(t('operators.tokens.revoked'));
      }}
    >
      {data === undefined && error === null && <Skeleton className="w-full" />}
      {data === undefined && error !== null && (
        <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isRefetching} />
      )}
      {traces.length > 0 && <TraceList traces={traces} endings={endings} onToggle={toggle} />}
      {data?.has_more === true && (
        <p className="mt-3 text-muted text-sm">
          {t('operators.tokens.more', { count: traces.length })}
        </p>
      )}
    </ConfirmDialog>
  );
}
