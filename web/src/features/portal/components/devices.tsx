import { useTranslation } from 'react-i18next';
import { KeysAndDevices } from './keys-and-devices.tsx';
import { PageTitle } from './page-title.tsx';
import { WithStats } from './with-stats.tsx';

/** All devices and keys. */
export function Devices() {
  const { t } = useTranslation();
  return (
    <>
      <PageTitle>{t('portal.nav.devices')}</PageTitle>
      <WithStats skeleton={<KeysAndDevices />}>{() => <KeysAndDevices />}</WithStats>
    </>
  );
}
