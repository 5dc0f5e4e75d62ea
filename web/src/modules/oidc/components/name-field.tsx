import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import type { WayIn } from '../../../lib/extras.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { publicInfoQuery } from '../../../lib/public-info-query.ts';

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
