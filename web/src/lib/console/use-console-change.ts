import { useMutation, useQueryClient } from '@tanstack/react-query';
import { consoleKey } from './live-query.ts';

/** A call that changes something. Afterwards all that the console shows is asked for again, or what is under a key. */
export function useConsoleChange<Given = void, Answer = unknown>(
  send: (given: Given) => Promise<Answer>,
  queryKey: readonly unknown[] = consoleKey,
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: () => void queryClient.invalidateQueries({ queryKey }),
  });
}
