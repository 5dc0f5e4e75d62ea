import { queryOptions, useMutation } from '@tanstack/react-query';
import type { OutputOf } from '../../../../src/contract/shape.ts';
import type {
  ChannelAnswer,
  changeChannelAnswerSchema,
  channelsAnswerSchema,
  testChannelAnswerSchema,
} from '../../../../src/contract/system/channels.ts';
import { adminApi } from '../../lib/api-client.ts';
import { consoleKey, follow } from '../../lib/console/live-query.ts';
import { useConsoleChange } from '../../lib/console/use-console-change.ts';

const queryKey = [...consoleKey, 'channels'];
/** How a far end does is found out by asking it, and is told by no event. */
const askEveryMs = 30_000;

/** The channels there are, how they are set up, and how they do. */
export const channelsQuery = queryOptions({
  queryKey,
  queryFn: async ({ signal }): Promise<ChannelAnswer[]> => {
    type Answer = OutputOf<typeof channelsAnswerSchema>;
    return (await adminApi.get<Answer>('/api/channels', { signal })).data;
  },
  refetchInterval: askEveryMs,
  meta: follow<ChannelAnswer[]>((channels, message, askAgain) => {
    if (message.event === 'change' && /^(channel|messenger)\./.test(message.data.action))
      askAgain();
    return channels;
  }),
});

type Name = ChannelAnswer['name'];
type Changed = OutputOf<typeof changeChannelAnswerSchema>;

export function useSaveChannel(name: Name) {
  return useConsoleChange((settings: Readonly<Record<string, string>>) =>
    adminApi.put<Changed>(`/api/channels/${name}`, settings),
  );
}

export function useRemoveChannel(name: Name) {
  return useConsoleChange(() => adminApi.delete<Changed>(`/api/channels/${name}`));
}

/** Null: the far end took the message. Otherwise what it said. */
export function useTestChannel(name: Name) {
  return useMutation({
    mutationFn: async (address: string): Promise<string | null> => {
      type Answer = OutputOf<typeof testChannelAnswerSchema>;
      return (await adminApi.post<Answer>(`/api/channels/${name}/test`, { address })).data.refusal;
    },
  });
}
