import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type {
  ContactAnswer,
  contactAnswerSchema,
  contactsAnswerSchema,
  PreviewAnswer,
  SaveContact,
} from '../../../../src/contract/alerts/contacts.ts';
import type { OutputOf } from '../../../../src/contract/shape.ts';
import { customerApi } from '../../lib/api-client.ts';
import { portalKeys } from './portal-stats.ts';

export type Contact = ContactAnswer;
type Answer = OutputOf<typeof contactAnswerSchema>;

const path = '/api/customer/contacts';

/** Who is told, the own contact first. */
export const contactsQuery = queryOptions({
  queryKey: portalKeys.contacts,
  queryFn: ({ signal }) => customerApi.get<OutputOf<typeof contactsAnswerSchema>>(path, { signal }),
  select: ({ data }) => data,
});

/** Nobody ever set anything: one contact, told at once of everything. */
export function isPlainPlan(contacts: readonly Contact[]): boolean {
  const [own, ...others] = contacts;
  return (
    others.length === 0 &&
    own?.quiet === null &&
    own.device_ids === null &&
    own.order === 'together' &&
    own.after_minutes === 0
  );
}

/** Who would be told if a site lost power at a time of day. */
export function previewQuery(deviceId: string, time: string) {
  const query = new URLSearchParams({ device_id: deviceId, time });
  return queryOptions({
    queryKey: [...portalKeys.contactPreview, deviceId, time],
    queryFn: ({ signal }) =>
      customerApi.get<{ data: PreviewAnswer }>(`${path}/preview?${query}`, { signal }),
    select: ({ data }) => data,
  });
}

/** Whose a chat is stands with the chats, too; and who would be told changes with all of it. */
function useContactChange<Input, Output>(change: (input: Input) => Promise<Output>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () =>
      Promise.all(
        [portalKeys.contacts, portalKeys.contactPreview, portalKeys.stats, portalKeys.seenKeys].map(
          (queryKey) => queryClient.invalidateQueries({ queryKey }),
        ),
      ),
  });
}

export function useAddContact() {
  return useContactChange((name: string) => customerApi.post<Answer>(path, { name }));
}

export function useSaveContact() {
  return useContactChange(({ id, ...change }: SaveContact & { id: string }) =>
    customerApi.put<Answer>(`${path}/${id}`, change),
  );
}

export function useRemoveContact() {
  return useContactChange((id: string) => customerApi.delete(`${path}/${id}`));
}
