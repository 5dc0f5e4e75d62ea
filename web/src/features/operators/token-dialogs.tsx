import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiTokenAnswer } from '../../../../src/contract/people/api-tokens.ts';
import { scopesFor, type TokenScope } from '../../../../src/domain/people/token-scopes.ts';
import { isEndable, isMadeSince } from '../../../../src/domain/people/token-trace.ts';
import { Button } from '../../components/ui/button.tsx';
import { ConfirmDialog } from '../../components/ui/confirm-dialog.tsx';
import { CopyButton } from '../../components/ui/copy-button.tsx';
import { DateTime } from '../../components/ui/date-time.tsx';
import { Dialog } from '../../components/ui/dialog.tsx';
import { ErrorState } from '../../components/ui/error-state.tsx';
import { FormDialog } from '../../components/ui/form/form-dialog.tsx';
import { useSaveForm } from '../../components/ui/form/use-save-form.ts';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { toast } from '../../components/ui/toast.ts';
import { ApiError } from '../../lib/api-error.ts';
import { channelWords } from '../../lib/console/channel-words.ts';
import { describeError } from '../../lib/error-text.ts';
import { useTranslation } from '../../lib/i18n.ts';
import type { OperatorRole } from '../../lib/operator-role.ts';
import { RoleField, ScopesField, traceWords } from './rights-fields.tsx';
import {
  apiTokenTracesQuery,
  chooseEndings,
  type Ending,
  type Trace,
  useChangeScopes,
  useCreateApiToken,
  useRevokeApiToken,
} from './token-calls.ts';

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

interface NewTokenDialogProps {
  /** Null: closed. */
  made: { name: string; token: string } | null;
  onClose: () => void;
}

/** A token, shown this once, to be pasted into a program. */
export function NewTokenDialog({ made, onClose }: NewTokenDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog
      isOpen={made !== null}
      onClose={onClose}
      role="alertdialog"
      size="small"
      title={t('operators.tokens.made', { name: made?.name ?? '' })}
      description={t('operators.tokens.made_text')}
      footer={
        <Button look="primary" onClick={onClose}>
          {t('operators.tokens.kept')}
        </Button>
      }
    >
      <p className="flex items-center gap-1">
        <code className="min-w-0 break-all font-mono text-sm">{made?.token}</code>
        <CopyButton text={made?.token ?? ''} what={t('operators.tokens.title')} />
      </p>
    </Dialog>
  );
}

interface ScopesDialogProps {
  token: ApiTokenAnswer;
  isOpen: boolean;
  onClose: () => void;
}

/** Gives a token other scopes. */
export function ScopesDialog({ token, isOpen, onClose }: ScopesDialogProps) {
  const { t } = useTranslation();
  const change = useChangeScopes();
  const form = useSaveForm({
    defaultValues: { scopes: token.scopes },
    save: ({ scopes }) => change.mutateAsync({ id: token.id, scopes }),
    onSaved: () => {
      toast.success(t('operators.tokens.scopes_saved'));
      onClose();
    },
    describe: (error) => t('ui.form.failed', { reason: describeError(error, t) }),
  });
  return (
    <FormDialog
      form={form}
      isOpen={isOpen}
      onClose={onClose}
      title={t('operators.tokens.change_one', { name: token.name })}
      action={t('console.save')}
    >
      <form.AppField name="scopes">
        {(field) => (
          <ScopesField
            role={token.role}
            value={field.state.value}
            onChange={(scopes) => field.handleChange(scopes)}
          />
        )}
      </form.AppField>
    </FormDialog>
  );
}

interface RevokeTokenDialogProps {
  token: ApiTokenAnswer;
  isOpen: boolean;
  onClose: () => void;
}

/** Asks before a token ends, and what of the things that its program left is to end with it. */
export function RevokeTokenDialog({ token, isOpen, onClose }: RevokeTokenDialogProps) {
  const { t } = useTranslation();
  const { data, error, refetch, isRefetching } = useQuery(apiTokenTracesQuery(token.id));
  // What was chosen otherwise than is suggested.
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const revoke = useRevokeApiToken();
  const traces = data?.data ?? [];
  const endings = chooseEndings(traces, toggled);
  const toggle = ({ kind, ref }: Trace) =>
    setToggled((before) => before.symmetricDifference(new Set([`${kind}:${ref}`])));
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('operators.tokens.revoke_title', { name: token.name })}
      description={t('operators.tokens.revoke_text')}
      action={
        endings.length === 0
          ? t('operators.tokens.revoke')
          : t('operators.tokens.revoke_with', { count: endings.length })
      }
      isDestructive
      isWaiting={data === undefined && error === null}
      onConfirm={async () => {
        await revoke.mutateAsync({ id: token.id, end: endings });
        toast.success(t('operators.tokens.revoked'));
      }}
    >
      {data === undefined && error === null && <Skeleton className="w-full" />}
      {data === undefined && error !== null && (
        <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isRefetching} />
      )}
      {traces.length > 0 && <TraceList traces={traces} endings={endings} onToggle={toggle} />}
      {data?.has_more === true && (
        <p className="mt-3 text-muted text-sm">
          {t('operators.tokens.more', { count: traces.length })}
        </p>
      )}
    </ConfirmDialog>
  );
}

interface TraceListProps {
  traces: readonly Trace[];
  endings: readonly Ending[];
  onToggle: (trace: Trace) => void;
}

/** What a program left, and what came into accounts that it opened: what can end with its token, to be chosen, and what a person has to look at. */
function TraceList({ traces, endings, onToggle }: TraceListProps) {
  const { t } = useTranslation();
  const endable = traces.filter(({ kind }) => isEndable(kind));
  const others = traces.filter(({ kind }) => !isEndable(kind));
  const groups = [
    ['operators.tokens.left', endable.filter(({ kind }) => !isMadeSince(kind))],
    ['operators.tokens.made_since', endable.filter(({ kind }) => isMadeSince(kind))],
  ] as const;
  const isEnding = ({ kind, ref }: Trace) =>
    endings.some((ending) => ending.kind === kind && ending.ref === ref);
  return (
    <div className="flex flex-col gap-4">
      {groups
        .filter(([, group]) => group.length > 0)
        .map(([legend, group]) => (
          <fieldset key={legend}>
            <legend className="mb-1.5 font-semibold text-sm">{t(legend)}</legend>
            <div className="divide-y divide-line overflow-clip rounded-sm border border-strong">
              {group.map((trace) => (
                <label
                  key={`${trace.kind}:${trace.ref}`}
                  className="flex min-h-11 cursor-pointer items-center gap-3 px-4 py-2 transition hover:bg-raised has-checked:bg-raised"
                >
                  <input
                    type="checkbox"
                    checked={isEnding(trace)}
                    onChange={() => onToggle(trace)}
                    className="size-5 shrink-0 accent-accent"
                  />
                  <TraceWords trace={trace} />
                </label>
              ))}
            </div>
          </fieldset>
        ))}
      {others.length > 0 && (
        <div>
          <p className="font-semibold text-sm">{t('operators.tokens.stays')}</p>
          <ul className="divide-y divide-line">
            {others.map((trace) => (
              <li key={`${trace.kind}:${trace.ref}`} className="py-2">
                <TraceWords trace={trace} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

function TraceWords({ trace }: { trace: Trace }) {
  const { t } = useTranslation();
  const { kind, ref, name, customer_name: customer, is_in_use: isInUse, at } = trace;
  const channel =
    kind === 'channel' && ref in channelWords ? (ref as keyof typeof channelWords) : null;
  return (
    <span className="block min-w-0 text-sm">
      <span className="block break-words">
        <span className="font-semibold">{t(traceWords[kind])}</span>{' '}
        {channel === null ? name : t(channelWords[channel])}
      </span>
      <span className="flex flex-wrap gap-x-3 text-muted text-xs">
        <DateTime time={at} />
        {customer !== null && customer !== name && <span className="break-words">{customer}</span>}
        {isInUse && <span>{t('operators.tokens.in_use')}</span>}
      </span>
    </span>
  );
}
