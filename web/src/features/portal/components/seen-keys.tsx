import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import type {
  replaceCodesAnswerSchema,
  SeenKeyAnswer,
} from '../../../../../src/contract/devices/questions.ts';
import type { OutputOf } from '../../../../../src/contract/shape.ts';
import { Button } from '../../../components/ui/button.tsx';
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx';
import { CopyButton } from '../../../components/ui/copy-button.tsx';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { Notice } from '../../../components/ui/notice.tsx';
import { customerApi } from '../../../lib/api-client.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { portalKeys } from '../portal-stats.ts';

interface SeenByChatsProps {
  chats: readonly { readonly id: number; readonly is_owner: boolean }[];
}

/** In a question whether chats are to go: the keys whose codes they have seen, and what owners' may have made. */
export function SeenByChats({ chats }: SeenByChatsProps) {
  const { t } = useTranslation();
  const say = useSayKey();
  const { data = [] } = useQuery(seenKeysQuery);
  const ids = new Set(chats.map(({ id }) => id));
  const keys = eachOnce(data.filter((seen) => ids.has(seen.recipient_id ?? 0)));
  return (
    <div className="mt-4 flex flex-col gap-2 text-sm empty:hidden">
      {keys.length > 0 && (
        <>
          <p>{t('messenger.seen.by_this')}</p>
          <ul className="list-disc pl-5 marker:text-muted">
            {keys.map((key) => (
              <li key={key.key_id}>{say(key)}</li>
            ))}
          </ul>
          <p className="text-muted">{t('messenger.seen.afterwards')}</p>
        </>
      )}
      {chats.some((chat) => chat.is_owner) && (
        <p className="text-muted">{t('messenger.seen.made')}</p>
      )}
    </div>
  );
}

/** Keys whose codes are known to chats that have left, with one button to replace them. */
export function LeftCodes() {
  const { t } = useTranslation();
  const say = useSayKey();
  const { data = [] } = useQuery(seenKeysQuery);
  const [isAsking, setIsAsking] = useState(false);
  const [replaced, setReplaced] = useState<readonly ReplacedKey[] | null>(null);
  const { mutateAsync } = useReplaceCodes();
  const left = data.filter(({ recipient_id: chat }) => chat === null);
  const keys = eachOnce(left);
  const names = [...new Set(left.map(({ chat }) => chat))].join(', ');
  return (
    <>
      {keys.length > 0 && (
        <div role="status">
          <Notice
            kind="warning"
            isNew
            title={t('messenger.seen.left', { names })}
            action={
              <Button
                look="secondary"
                size="small"
                icon={<KeyRound aria-hidden="true" className="size-4" />}
                onClick={() => setIsAsking(true)}
              >
                {t('messenger.seen.replace', { count: keys.length })}
              </Button>
            }
          >
            {keys.map(say).join(', ')}
          </Notice>
        </div>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={t('messenger.seen.ask', { count: keys.length })}
        description={t('messenger.seen.ask_text')}
        losses={[t('messenger.seen.old_ends'), t('messenger.seen.sessions_end')]}
        action={t('messenger.seen.replace', { count: keys.length })}
        onConfirm={async () => {
          setReplaced(await mutateAsync(keys.map(({ key_id: id }) => id)));
        }}
      />
      <NewCodes keys={replaced} onClose={() => setReplaced(null)} />
    </>
  );
}

/** The codes that keys have from now on. Null: there are none to show. */
function NewCodes({ keys, onClose }: { keys: readonly ReplacedKey[] | null; onClose: () => void }) {
  const { t } = useTranslation();
  const [shown, setShown] = useState<readonly ReplacedKey[]>([]);
  if (keys !== null && keys !== shown) setShown(keys);
  return (
    <Dialog
      isOpen={keys !== null}
      onClose={onClose}
      size="small"
      title={t('messenger.seen.new_title', { count: shown.length })}
      description={t('messenger.seen.new_text')}
      footer={
        <Button look="primary" onClick={onClose}>
          {t('messenger.seen.kept')}
        </Button>
      }
    >
      <ul className="divide-y divide-line">
        {shown.map(({ key_id: id, key_code: code, site_name: site }) => (
          <li key={id} className="py-2">
            {site !== null && <p className="text-muted text-sm wrap-anywhere">{site}</p>}
            <span className="inline-flex items-center gap-1">
              <code className="whitespace-nowrap font-mono text-sm max-sm:text-xs">{code}</code>
              <CopyButton text={code} what={t('keys.what', { code })} className="-my-2" />
            </span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function eachOnce(seen: readonly SeenKey[]): SeenKey[] {
  return [...new Map(seen.map((key) => [key.key_id, key])).values()];
}

/** Names a key: by the site that it serves, and the end of its code. */
function useSayKey(): (key: SeenKey) => string {
  const { t } = useTranslation();
  return ({ key_code: code, site_name: site }) => {
    const end = code.slice(-5);
    return site === null
      ? t('messenger.seen.key', { end })
      : t('messenger.seen.key_of', { site, end });
  };
}

type SeenKey = SeenKeyAnswer;
type ReplacedKey = OutputOf<typeof replaceCodesAnswerSchema>['data'][number];

/** Keys whose codes were seen in chats, each with the chat; only owners may ask. */
const seenKeysQuery = queryOptions({
  queryKey: portalKeys.seenKeys,
  queryFn: async ({ signal }) =>
    (await customerApi.get<{ data: SeenKey[] }>('/api/customer/seen-keys', { signal })).data,
});

/** Gives keys new codes; the answer has them whole. */
function useReplaceCodes() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (ids: readonly string[]) =>
      (
        await customerApi.post<{ data: ReplacedKey[] }>('/api/customer/keys/replace-codes', {
          key_ids: ids,
        })
      ).data,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: portalKeys.all }),
  });
}
