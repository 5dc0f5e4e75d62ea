import { useParams, useSearch } from '@tanstack/react-router';
import { Tabs } from '../components/ui/tabs.tsx';
import { CustomerKeys } from '../features/activation-keys/customer-keys.tsx';
import { CustomerDevices } from '../features/admin-devices/components/devices-page.tsx';
import {
  EventTable,
  NotificationTable,
  OutageTable,
} from '../features/console/components/history-tables.tsx';
import { CustomerPage } from '../features/customers/customer-page.tsx';
import { customerTabs, readCustomerPageSearch } from '../features/customers/customer-search.ts';
import { useTabSearch } from '../lib/console/use-console-list.ts';
import { useTranslation } from '../lib/i18n.ts';

const words = {
  devices: 'customers.page.devices',
  keys: 'customers.page.keys',
  outages: 'customers.page.outages',
  events: 'customers.page.events',
  notifications: 'customers.page.notifications',
} as const;

/** A customer, with all that is theirs. */
export function AdminCustomerPage() {
  const { t } = useTranslation();
  const { id } = useParams({ from: '/admin/customers/$id' });
  const search = readCustomerPageSearch(useSearch({ strict: false }));
  const { tab = customerTabs[0], page = 1 } = search;
  const show = useTabSearch();
  const customerId = Number(id);
  const paging = {
    page,
    onPageChange: (next: number) => show({ page: next > 1 ? next : undefined }),
  };
  const history = { of: { customer_id: customerId }, ...paging };
  const panels = {
    keys: <CustomerKeys customerId={customerId} {...paging} />,
    devices: <CustomerDevices customerId={customerId} {...paging} />,
    outages: <OutageTable {...history} />,
    events: <EventTable {...history} />,
    notifications: <NotificationTable {...history} />,
  };
  return (
    <CustomerPage key={id} id={customerId}>
      <Tabs
        label={t('customers.page.label')}
        tabs={customerTabs.map((value) => ({
          value,
          label: t(words[value]),
          panel: panels[value],
        }))}
        value={tab}
        onChange={(value) =>
          show({ tab: value === customerTabs[0] ? undefined : value, page: undefined })
        }
      />
    </CustomerPage>
  );
}
