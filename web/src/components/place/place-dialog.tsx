import { useStore } from '@tanstack/react-form';
import { useQuery } from '@tanstack/react-query';
import type { CellsAnswer } from '../../../../src/contract/devices/place.ts';
import {
  type Location,
  type Place,
  type PlaceEdit,
  thaiAreaCode,
} from '../../../../src/domain/devices/place.ts';
import type { Api } from '../../lib/api-client.ts';
import { describeError } from '../../lib/error-text.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { FormDialog } from '../ui/form/form-dialog.tsx';
import { useSaveForm } from '../ui/form/use-save-form.ts';
import type { SelectOption } from '../ui/select-field.tsx';
import { toast } from '../ui/toast.ts';
import { areasQuery } from './area-names.ts';
import { LocationField } from './location-field.tsx';

interface SiteEdit extends PlaceEdit {
  readonly on_status_page?: boolean;
}

interface PlaceDialogProps {
  siteName: string;
  place: Place;
  /** The operator set the cell, and whoever looks is not one. */
  isCellFixed: boolean;
  /** Who sees what, in the words of whoever looks. */
  whoSees: string;
  api: Api;
  /** The call that lists the cells to choose from. */
  cellsPath: string;
  /** Whether the site counts for the public page. Null: nobody is asked. */
  isOnStatusPage: boolean | null;
  save: (edit: SiteEdit) => Promise<unknown>;
  isOpen: boolean;
  onClose: () => void;
}

/** In place of a province: an area of another country, by its name. */
const elsewhere = 'elsewhere';

interface PlaceValues {
  cell: string;
  /** Digits; empty: not known. */
  province: string;
  district: string;
  subDistrict: string;
  /** The name of an area elsewhere. */
  area: string;
  location: Location | null;
  isOnStatusPage: boolean;
}

/** Says where a site is: its area, its feeder or transformer, and its location to 100 m. */
export function PlaceDialog(props: PlaceDialogProps) {
  const { siteName, place, isCellFixed, whoSees, save, isOpen, onClose } = props;
  const { t } = useTranslation();
  const cells = useCells(props);
  const before = valuesOf(place, props.isOnStatusPage ?? false);
  const form = useSaveForm({
    defaultValues: before,
    save: (values) => save(editOf(before, values)),
    onSaved: () => {
      toast.success(t('place.done'));
      onClose();
    },
    describe: (error) => t('ui.form.failed', { reason: describeError(error, t) }),
  });
  const { province, district } = useStore(form.store, ({ values }) => values);
  const provinces = useAreaOptions('');
  const districts = useAreaOptions(/^\d/.test(province) ? province : null);
  const subDistricts = useAreaOptions(district === '' ? null : district);
  const isBusy = useStore(form.store, (state) => state.isSubmitting);
  return (
    <FormDialog
      form={form}
      isOpen={isOpen}
      onClose={onClose}
      title={t('place.title', { name: siteName })}
      description={
        <>
          <p>{t('place.purpose')}</p>
          <p className="mt-1">{whoSees}</p>
        </>
      }
      action={t('place.save')}
    >
      <form.AppField
        name="province"
        listeners={{
          onChange: () => {
            form.setFieldValue('district', '');
            form.setFieldValue('subDistrict', '');
          },
        }}
      >
        {(field) => (
          <field.SelectField
            label={t('place.province')}
            options={[...provinces, { value: elsewhere, label: t('place.elsewhere') }]}
          />
        )}
      </form.AppField>
      {province === elsewhere && (
        <form.AppField name="area">
          {(field) => (
            <field.TextField
              label={t('place.area')}
              hint={t('place.area_hint')}
              maxLength={100}
              autoComplete="off"
            />
          )}
        </form.AppField>
      )}
      {districts.length > 1 && (
        <form.AppField
          name="district"
          listeners={{ onChange: () => form.setFieldValue('subDistrict', '') }}
        >
          {(field) => <field.SelectField label={t('place.district')} options={districts} />}
        </form.AppField>
      )}
      {subDistricts.length > 1 && (
        <form.AppField name="subDistrict">
          {(field) => <field.SelectField label={t('place.sub_district')} options={subDistricts} />}
        </form.AppField>
      )}
      <form.AppField name="cell">
        {(field) => (
          <field.TextField
            label={t('place.cell')}
            hint={t(isCellFixed ? 'place.cell_fixed' : 'place.cell_hint')}
            maxLength={64}
            autoComplete="off"
            isReadOnly={isCellFixed}
            suggestions={cells}
            isOptional={!isCellFixed}
          />
        )}
      </form.AppField>
      <form.Field name="location">
        {(field) => (
          <LocationField
            api={props.api}
            value={field.state.value}
            onChange={field.handleChange}
            isDisabled={isBusy}
          />
        )}
      </form.Field>
      {props.isOnStatusPage !== null && (
        <form.AppField name="isOnStatusPage">
          {(field) => <field.SwitchField label={t('place.share')} hint={t('place.share_hint')} />}
        </form.AppField>
      )}
    </FormDialog>
  );
}

function useCells({ api, cellsPath, isCellFixed }: PlaceDialogProps): readonly string[] {
  const { data } = useQuery({
    queryKey: ['cells', cellsPath],
    queryFn: ({ signal }) => api.get<CellsAnswer>(cellsPath, { signal }),
    enabled: !isCellFixed,
  });
  return isCellFixed ? [] : (data?.data ?? []);
}

/** With the first choice that there is none; alone: there is nothing to choose yet. */
function useAreaOptions(within: string | null): SelectOption<string>[] {
  const { t } = useTranslation();
  const { data } = useQuery(areasQuery(within, useLanguage()));
  const choices = data ?? [];
  return [
    { value: '', label: t('place.not_said') },
    ...choices.map(({ code, name }) => ({ value: code, label: name })),
  ];
}

function valuesOf({ cell, area, location }: Place, isOnStatusPage: boolean): PlaceValues {
  const code = thaiAreaCode(area);
  const digits = (length: number) =>
    (code?.length ?? 0) >= length ? (code ?? '').slice(0, length) : '';
  return {
    cell: cell ?? '',
    province: code === null && area !== null ? elsewhere : digits(2),
    district: digits(4),
    subDistrict: digits(6),
    area: code === null ? (area ?? '') : '',
    location,
    isOnStatusPage,
  };
}

function areaOf({ province, district, subDistrict, area }: PlaceValues): string | null {
  if (province === elsewhere) return area.trim() === '' ? null : area.trim();
  const code = [subDistrict, district, province].find((digits) => digits !== '');
  return code === undefined ? null : `TH-${code}`;
}

/** What somebody changed: what they left alone is not theirs to set. */
function editOf(before: PlaceValues, after: PlaceValues): SiteEdit {
  return {
    area: areaOf(after),
    ...(after.cell !== before.cell && { cell: after.cell.trim() }),
    ...(after.location !== before.location && { location: after.location }),
    ...(after.isOnStatusPage !== before.isOnStatusPage && {
      on_status_page: after.isOnStatusPage,
    }),
  };
}
