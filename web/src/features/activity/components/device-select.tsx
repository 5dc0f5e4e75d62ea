import { useQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { Button } from '../../../components/ui/button.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { SelectField } from '../../../components/ui/select-field.tsx';
import { ApiError } from '../../../lib/api-error.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { ownerQuery } from '../activity-calls.ts';
import { useActivitySearch } from '../activity-search.ts';

const allDevices = 'all';

/** All devices, or one of them. Nothing where there is one to choose, and it is no other that is asked for. */
export function DeviceSelect({ className }: { className?: string }) {
  const { t } = useTranslation();
  const { search, show } = useActivitySearch();
  const { data: owner } = useQuery(ownerQuery);
  const options = (owner?.devices ?? []).map(({ device_id: value, site_name: label }) => ({
    value,
    label,
    detail: value,
  }));
  // The device in the address is shown as chosen, even if it is not (or no longer) the customer's.
  const known = [allDevices, ...options.map(({ value }) => value)];
  const chosen = search.device ?? allDevices;
  const unknown = known.includes(chosen) ? [] : [{ value: chosen, label: chosen }];
  if (options.length <= 1 && search.device === undefined) return null;
  return (
    <SelectField
      label={t('activity.device')}
      isLabelHidden
      {...(className !== undefined && { className })}
      options={[{ value: allDevices, label: t('activity.all_devices') }, ...options, ...unknown]}
      value={chosen}
      onChange={(device) =>
        show({ device: device === allDevices ? undefined : device, page: undefined })
      }
    />
  );
}

/** Whether the device in the address is no device of theirs. */
export function isNoDevice(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'NOT_FOUND';
}

export function NoDevice() {
  const { t } = useTranslation();
  const { show } = useActivitySearch();
  return (
    <EmptyState
      icon={SearchX}
      title={t('activity.no_device.title')}
      text={t('activity.no_device.text')}
      action={
        <Button look="secondary" onClick={() => show({ device: undefined, page: undefined })}>
          {t('activity.no_device.show_all')}
        </Button>
      }
    />
  );
}
