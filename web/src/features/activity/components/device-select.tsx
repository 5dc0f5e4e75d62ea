import { useQuery } from '@tanstack/react-query';
import { SelectField } from '../../../components/ui/select-field.tsx';
import { useTranslation } from '../../../lib/i18n.ts';
import { ownerQuery } from '../api/get-owner.ts';
import { useActivitySearch } from '../use-activity-search.ts';

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
