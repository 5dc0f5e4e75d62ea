import { scopesFor, type TokenScope } from '../../../../../src/domain/people/token-scopes.ts';
import { FormDialog } from '../../../components/ui/form/form-dialog.tsx';
import { useSaveForm } from '../../../components/ui/form/use-save-form.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { describeError } from '../../../lib/error-text.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import type { OperatorRole } from '../../../lib/operator-role.ts';
import { useCreateApiToken } from '../api/api-tokens.ts';
import { RoleField } from './role-field.tsx';
import { ScopesField } from './scopes-field.tsx';

interface CreateTokenDialogProps {
  isOpen: boolean;
  onClose: () => void;
  onMade: (made: { name: string; token: string }) => void;
}

/** How long a token may last, in days; the last: until it is revoked. */
const lives = ['30', '90', '365', ''] as const;

const defaultValues: { name: string; role: OperatorRole; scopes: TokenScope[]; days: string } = {
  name: '',
  role: 'viewer',
  scopes: [],
  days: '365',
};

export function CreateTokenDialog({ isOpen, onClose, onMade }: CreateTokenDialogProps) {
  const { t } = useTranslation();
  const create = useCreateApiToken();
  const form = useSaveForm({
    defaultValues,
    check: ({ name }) => ({
      name: !/^[\w.@ -]{1,64}$/.test(name.trim()) && t('operators.tokens.bad_name'),
    }),
    save: async ({ name, role, scopes, days }) => {
      try {
        return await create.mutateAsync({
          name: name.trim(),
          role,
          scopes: scopes.filter((scope) => scopesFor(role).includes(scope)),
          days: days === '' ? null : Number(days),
        });
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'CONFLICT') throw error;
        const { message, status, code } = error;
        throw new ApiError(message, {
          status,
          code,
          fields: { name: t('operators.tokens.taken') },
        });
      }
    },
    onSaved: ({ data }) => onMade({ name: data.name, token: data.token }),
    describe: (error) => t('ui.form.failed', { reason: describeError(error, t) }),
  });
  return (
    <FormDialog
      form={form}
      isOpen={isOpen}
      onClose={onClose}
      title={t('operators.tokens.create')}
      description={t('operators.tokens.create_text')}
      action={t('operators.tokens.create')}
    >
      <form.AppField name="name">
        {(field) => (
          <field.TextField
            label={t('operators.tokens.name')}
            hint={t('operators.tokens.name_hint')}
            autoComplete="off"
            maxLength={64}
          />
        )}
      </form.AppField>
      <form.AppField name="role">
        {(field) => <RoleField value={field.state.value} onChange={field.handleChange} />}
      </form.AppField>
      <form.Subscribe selector={({ values }) => values.role}>
        {(role) => (
          <form.AppField name="scopes">
            {(field) => (
              <ScopesField
                role={role}
                value={field.state.value}
                onChange={(scopes) => field.handleChange(scopes)}
              />
            )}
          </form.AppField>
        )}
      </form.Subscribe>
      <form.AppField name="days">
        {(field) => (
          <field.SelectField
            label={t('operators.tokens.life')}
            options={lives.map((days) => ({
              value: days,
              label:
                days === ''
                  ? t('operators.tokens.until_revoked')
                  : t('operators.tokens.days', { count: Number(days) }),
            }))}
          />
        )}
      </form.AppField>
    </FormDialog>
  );
}
