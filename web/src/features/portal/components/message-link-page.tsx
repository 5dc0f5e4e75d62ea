import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { CircleCheck, Link2Off, MailQuestion } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { MessageLinkAnswer } from '../../../../../src/contract/alerts/message-links.ts';
import { MessagePage } from '../../../components/layout/message-page.tsx';
import { PublicLayout } from '../../../components/layout/public-layout.tsx';
import { Button, buttonClasses, Spinner } from '../../../components/ui/button.tsx';
import { Notice } from '../../../components/ui/notice.tsx';
import { publicApi } from '../../../lib/api-client.ts';
import { useDocumentTitle } from '../../../lib/document-title.ts';
import { describeError } from '../../../lib/error-text.ts';
import { useTranslation } from '../../../lib/i18n.ts';

const words = {
  acknowledge: {
    title: 'portal.link.acknowledge.title',
    text: 'portal.link.acknowledge.text',
    action: 'portal.link.acknowledge.action',
    done: 'portal.link.acknowledge.done',
    doneText: 'portal.link.acknowledge.done_text',
  },
  stop: {
    title: 'portal.link.stop.title',
    text: 'portal.link.stop.text',
    action: 'portal.link.stop.action',
    done: 'portal.link.stop.done',
    doneText: 'portal.link.stop.done_text',
  },
  confirm: {
    title: 'portal.link.confirm.title',
    text: 'portal.link.confirm.text',
    action: 'portal.link.confirm.action',
    done: 'portal.link.confirm.done',
    doneText: 'portal.link.confirm.done_text',
  },
  unfollow: {
    title: 'portal.link.unfollow.title',
    text: 'portal.link.unfollow.text',
    action: 'portal.link.unfollow.action',
    done: 'portal.link.unfollow.done',
    doneText: 'portal.link.unfollow.done_text',
  },
} as const;

/** Who follows an area of a public page that is there no more can still leave; to follow, that page is needed. */
const isAskedHere = (what: MessageLinkAnswer['data']['do']): what is keyof typeof words =>
  what in words;

/** Asks before it does what a link in a message stands for: programs open links, too. */
export function MessageLinkPage() {
  const { t } = useTranslation();
  useDocumentTitle(t('portal.link.title'));
  const [ticket] = useState(() => location.hash.slice(1));
  // Whoever comes without a link's end is told so without asking.
  const isWhole = ticket !== '';
  const { data, isError } = useQuery({ ...messageLinkQuery(ticket), enabled: isWhole });
  const { mutate, isPending, isSuccess, error } = useFollowLink(ticket);
  const what = data?.do;
  if (isError || !isWhole || (what !== undefined && !isAskedHere(what))) {
    return (
      <Page
        icon={<Link2Off aria-hidden="true" className="size-7" />}
        title={t('portal.link.gone')}
        text={t('portal.link.gone_text')}
        action={<HomeLink />}
      />
    );
  }
  if (data === undefined || what === undefined) {
    return (
      <Page
        icon={<Spinner className="size-7" />}
        title={t('portal.link.busy')}
        text=""
        action={null}
      />
    );
  }
  const { title, text, action, done, doneText } = words[what];
  const about = { address: data.address, account: data.account };
  if (isSuccess) {
    return (
      <Page
        icon={<CircleCheck aria-hidden="true" className="size-7" />}
        title={t(done)}
        text={t(doneText, about)}
        action={<HomeLink />}
      />
    );
  }
  return (
    <Page
      icon={<MailQuestion aria-hidden="true" className="size-7" />}
      title={t(title)}
      text={t(text, about)}
      action={
        <div className="flex flex-col items-center gap-4">
          {error !== null && (
            <Notice kind="error" title={t('portal.link.failed')} isNew>
              {describeError(error, t)}
            </Notice>
          )}
          <Button look="primary" isBusy={isPending} onClick={() => mutate()}>
            {t(action)}
          </Button>
        </div>
      }
    />
  );
}

function Page(props: { icon: ReactNode; title: string; text: string; action: ReactNode }) {
  return (
    <PublicLayout>
      <div aria-live="polite">
        <MessagePage {...props} />
      </div>
    </PublicLayout>
  );
}

function HomeLink() {
  const { t } = useTranslation();
  return (
    <a href="/" className={buttonClasses('secondary')}>
      {t('portal.link.home')}
    </a>
  );
}

const path = '/api/message-link';

/** What a link would do; asking changes nothing. */
const messageLinkQuery = (ticket: string) =>
  queryOptions({
    queryKey: ['message-link', ticket],
    queryFn: async ({ signal }) =>
      (await publicApi.get<MessageLinkAnswer>(path, { query: { ticket }, signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    retry: false,
  });

/** Does what a link stands for. */
function useFollowLink(ticket: string) {
  return useMutation({
    mutationFn: () =>
      publicApi.post<MessageLinkAnswer>(`${path}?${new URLSearchParams({ ticket })}`),
  });
}
