import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { Fold } from '../../../components/ui/fold.tsx';
import { useTranslation } from '../../../lib/i18n.ts';
import { statsQuery } from '../portal-stats.ts';
import { DeviceTable } from './device-table.tsx';
import { findSpareKey, KeyStats } from './key-stats.tsx';
import { KeyTable } from './key-table.tsx';
import { PageTitle } from './section.tsx';
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

/** So many keys stand below the devices; more of them are a press away. */
const mostKeys = 8;

/** Devices first: a key is looked for when a board is set up or the key ends. */
function Lists() {
  const { t } = useTranslation();
  const { data } = useQuery(statsQuery);
  const { keys: asked }: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const count = data?.keys.length ?? 0;
  return (
    <>
      <DeviceTable devices={data?.devices} spareKey={findSpareKey(data?.keys)} />
      <KeyStats stats={data?.stats} isSmall />
      {count > mostKeys ? (
        <Fold title={t('keys.title')} hint={count} isOpen={asked !== undefined}>
          <KeyTable keys={data?.keys} hasTitle={false} />
        </Fold>
      ) : (
        <KeyTable keys={data?.keys} />
      )}
    </>
  );
}

/**
 * How many keys there are, the keys, and the devices. Long lists lead to the page that has all of them.
 * @param props.hasStats false: how many keys there are stands elsewhere on the page
 */
export function KeysAndDevices({ hasStats }: { hasStats: boolean }) {
  const { data } = useQuery(statsQuery);
  return (
    <>
      {hasStats && <KeyStats stats={data?.stats} />}
      <KeyTable keys={data?.keys} isShort />
      <DeviceTable devices={data?.devices} spareKey={findSpareKey(data?.keys)} isShort />
    </>
  );
}
