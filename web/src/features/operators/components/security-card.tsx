import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { OperatorAnswer } from '../../../../../src/contract/people/operators.ts';
import { SettingsCard } from '../../../components/console/settings-card.tsx';
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { SwitchField } from '../../../components/ui/switch-field.tsx';
import { toast } from '../../../components/ui/toast.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { securityQuery, useSaveSecurity } from '../api/operators.ts';
import { hasSecondFactor } from '../operator-rules.ts';

/** Whether everybody has to show more than a password. */
export function SecurityCard({ operators }: { operators: readonly OperatorAnswer[] }) {
  const { t } = useTranslation();
  const [isAsking, setIsAsking] = useState(false);
  const { data, error, refetch, isRefetching } = useQuery(securityQuery);
  const save = useSaveSecurity();
  const isOn = data?.require_second_factor ?? false;
  const without = operators.filter((operator) => !hasSecondFactor(operator));
  return (
    <SettingsCard title={t('operators.security.title')}>
      {data !== undefined ? (
        <SwitchField
          label={t('operators.security.require')}
          hint={t('operators.security.hint')}
          isOn={isOn}
          onChange={() => setIsAsking(true)}
        />
      ) : error === null ? (
        <Skeleton className="w-full" />
      ) : (
        <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isRefetching} />
      )}
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={isOn ? t('operators.security.off_title') : t('operators.security.on_title')}
        description={isOn ? t('operators.security.off_text') : t('operators.security.on_text')}
        losses={
          isOn ? [] : without.map(({ username }) => t('operators.security.has_none', { username }))
        }
        action={isOn ? t('operators.security.off_action') : t('operators.security.on_action')}
        onConfirm={async () => {
          await save.mutateAsync({ require_second_factor: !isOn });
          toast.success(t('operators.security.saved'));
        }}
      />
    </SettingsCard>
  );
}
