import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { statsQuery } from '../api/get-stats.ts';
import { findSpareKey } from '../spare-key.ts';
import { DeviceTable } from './device-table.tsx';
import { KeyStats } from './key-stats.tsx';
import { KeyTable } from './key-table.tsx';
import { PageTitle } from './page-title.tsx';
import { WithStats } from './with-stats.tsx';

/** All devices and keys. */
export function Devices() {
  const { t } = useTranslation();
  return (
    <>
      <PageTitle>{t('portal.nav.devices')}</PageTitle>
      <WithStats skeleton={<Lists />}>{() => <Lists />}</WithStats>
    </>
  );
}

/** Devices first: a key is looked for when a board is set up or the key ends. */
function Lists() {
  const { data } = useQuery(statsQuery);
  return (
    <>
      <DeviceTable devices={data?.devices} spareKey={findSpareKey(data?.keys)} />
      <KeyStats stats={data?.stats} isSmall />
      <KeyTable keys={data?.keys} />
    </>
  );
}
