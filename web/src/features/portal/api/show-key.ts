import { useMutation } from '@tanstack/react-query';
import { showKey } from '../../../lib/show-key.ts';

export function useShowKey() {
  return useMutation({ mutationFn: showKey });
}
