import { useQuery } from '@tanstack/react-query';
import { Building2 } from 'lucide-react';
import { type ComponentProps, useEffect, useEffectEvent, useState } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { describeProofError, useProve } from '../../features/console/components/proof-dialog.tsx';
import type { WayIn } from '../../lib/extras.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { publicInfoQuery } from '../../lib/public-info-query.ts';
import {
  hearReturn,
  type OidcReturn,
  readOidcReturn,
  useLeaveForProvider,
  WindowBlocked,
} from './oidc-return.ts';

type Refusal = Extract<OidcReturn, { error: unknown }>['error'];

/** By a log-in at the organisation's provider, in a window of its own. */
export function ProviderProof({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation();
  const { data: info } = useQuery(publicInfoQuery);
  const label = info?.oidc?.label ?? '';
  const leave = useLeaveForProvider();
  const prove = useProve();
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const comeBack = useEffectEvent((hash: string) => {
    const back = readOidcReturn(hash);
    // Another tab may have sent its own window there.
    if (back === null || !leave.isSuccess) return;
    if ('code' in back) prove.mutate({ oidc: back.code }, { onSuccess: onDone });
    else setRefusal(back.error);
  });
  useEffect(() => hearReturn((hash) => comeBack(hash)), []);
  const refusals: Record<Refusal, string> = {
    unknown: t('oidc.somebody_else'),
    unproven: t('oidc.unproven', { label }),
    failed: t('oidc.failed'),
  };
  const error = leave.error ?? prove.error;
  const blocked = leave.error instanceof WindowBlocked ? t('oidc.blocked') : null;
  const said = (refusal && refusals[refusal]) ?? blocked ?? (error && describeProofError(error, t));
  return (
    <>
      <Button
        look="secondary"
        isBusy={leave.isPending || prove.isPending}
        icon={<Building2 aria-hidden="true" className="size-4" />}
        onClick={() => {
          setRefusal(null);
          prove.reset();
          leave.mutate();
        }}
      >
        {t('oidc.log_in_again', { label })}
      </Button>
      {said !== null && (
        <Notice key={said} kind="error" isNew>
          {said}
        </Notice>
      )}
    </>
  );
}

/** In the form of a new operator: what the provider calls them. */
export function NameField({ Field }: ComponentProps<WayIn['NameField']>) {
  const { t } = useTranslation();
  const { data: info } = useQuery(publicInfoQuery);
  if (info?.oidc == null) return null;
  return (
    <Field
      label={t('oidc.name', { label: info.oidc.label })}
      hint={t('oidc.name_hint')}
      autoComplete="off"
      maxLength={255}
      isOptional
    />
  );
}
