import { useQuery } from '@tanstack/react-query';
import { UserPlus, Users } from 'lucide-react';
import { useMemo } from 'react';
import type { DeviceAnswer } from '../../../../src/contract/devices/devices.ts';
import { customerSorts } from '../../../../src/domain/people/customer-filter.ts';
import { ConsoleList } from '../../components/console/console-list.tsx';
import { ExportButton } from '../../components/console/export-button.tsx';
import { Button } from '../../components/ui/button.tsx';
import { FormDialog } from '../../components/ui/form/form-dialog.tsx';
import { useSaveForm } from '../../components/ui/form/use-save-form.ts';
import { PageHeader } from '../../components/ui/page-header.tsx';
import { toast } from '../../components/ui/toast.ts';
import { useAsked } from '../../components/ui/use-asked.ts';
import { devicesQuery } from '../../lib/console/devices-query.ts';
import { lostParams } from '../../lib/console/list-params.ts';
import { useMay } from '../../lib/console/own-account.ts';
import { useConsoleList } from '../../lib/console/use-console-list.ts';
import { formatNumber } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { customersQuery, describeCustomerError, useAddCustomer } from './customer-calls.ts';
import { makeCustomerColumns } from './customer-columns.tsx';
import { useCustomerDialogs } from './customer-dialogs.tsx';
import { customerFilters } from './customer-search.ts';

const tabWords = {
  all: 'customers.tab.all',
  lost: 'customers.tab.lost',
  active: 'customers.tab.active',
  inactive: 'customers.tab.inactive',
  unreachable: 'customers.tab.unreachable',
  deletion: 'customers.tab.deletion',
} as const;

export function CustomersPage() {
  const { t } = useTranslation();
  const language = useLanguage();
  const at = useConsoleList(customerFilters, customerSorts);
  const { q, filter, params } = at;
  const list = useQuery(customersQuery(params));
  const { open, dialogs } = useCustomerDialogs();
  const { round, ask, shared } = useAsked<true>();
  const mayChange = useMay('support');
  const lostSites = useQuery(devicesQuery(troubleParams)).data?.data;
  const lost = useMemo(() => countByCustomer(lostSites ?? []), [lostSites]);
  const columns = useMemo(
    () => makeCustomerColumns({ t, language, lost, onAction: mayChange ? open : undefined }),
    [t, language, lost, open, mayChange],
  );
  const addButton = mayChange && (
    <Button
      look="primary"
      icon={<UserPlus aria-hidden="true" className="size-4" />}
      onClick={() => ask(true)}
    >
      {t('customers.add.open')}
    </Button>
  );
  const total = list.data?.total;
  return (
    <div className="flex flex-col gap-5">
      <PageHeader
        title={t('console.nav.customers')}
        text={
          <span aria-live="polite">
            {total === undefined
              ? t('ui.loading')
              : t('customers.count', { count: total, number: formatNumber(total, language) })}
          </span>
        }
        actions={
          <>
            <ExportButton entity="customers" query={{ q, filter }} />
            {addButton}
          </>
        }
      />
      <ConsoleList
        label={t('console.nav.customers')}
        at={at}
        list={list}
        search={t('customers.search')}
        tabs={{
          label: t('customers.tab.label'),
          filters: customerFilters,
          wordOf: (one) => t(tabWords[one]),
          counts: list.data?.counts,
        }}
        columns={columns}
        rowId={({ id }) => String(id)}
        empty={{
          icon: Users,
          title: t('customers.empty.title'),
          text: t('customers.empty.text'),
          action: addButton,
        }}
      />
      {round > 0 && <AddCustomerDialog key={round} {...shared} />}
      {dialogs}
    </div>
  );
}

/** As many as are listed at once; in a greater storm those that nobody was told of are among them. */
const troubleParams = { ...lostParams, limit: 200 };

function countByCustomer(devices: readonly DeviceAnswer[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const { customer_id: id } of devices) {
    if (id !== null) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}

interface AddCustomerDialogProps {
  isOpen: boolean;
  onClose: () => void;
}

function AddCustomerDialog({ isOpen, onClose }: AddCustomerDialogProps) {
  const { t } = useTranslation();
  const add = useAddCustomer();
  const form = useSaveForm({
    defaultValues: { name: '', phone: '', telegram_username: '' },
    check: ({ name, phone }) => ({
      name: name.trim() === '' && t('ui.said.enter_name'),
      phone: phone.trim() === '' && t('ui.said.enter_phone'),
    }),
    save: (customer) => add.mutateAsync(customer),
    onSaved: () => {
      toast.success(t('customers.add.done'));
      onClose();
    },
    describe: (error) => describeCustomerError(error, t),
  });
  return (
    <FormDialog
      form={form}
      isOpen={isOpen}
      onClose={onClose}
      title={t('customers.add.title')}
      action={t('customers.add.action')}
    >
      <form.AppField name="name">
        {(field) => <field.TextField label={t('customers.column.name')} maxLength={100} />}
      </form.AppField>
      <form.AppField name="phone">
        {(field) => (
          <field.TextField
            label={t('customers.column.phone')}
            type="tel"
            placeholder="081-234-5678"
            maxLength={32}
          />
        )}
      </form.AppField>
      <form.AppField name="telegram_username">
        {(field) => (
          <field.TextField
            label={t('customers.column.bot')}
            hint={t('customers.form.bot_hint')}
            maxLength={33}
            isOptional
          />
        )}
      </form.AppField>
    </FormDialog>
  );
}
