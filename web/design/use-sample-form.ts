import { useSaveForm } from '../src/components/ui/form/use-save-form.ts';
import { ApiError, NetworkError } from '../src/lib/api-error.ts';
import { useSamples } from './use-samples.ts';

/** A form whose server refuses the name "error", and cannot be reached for "offline". */
export function useSampleForm(onSaved: () => void) {
  const samples = useSamples();
  return useSaveForm({
    defaultValues: { name: '', phone: '081-234-5678' },
    check: ({ name }) => ({ name: name.trim() === '' && samples.name_empty }),
    save: async ({ name }) => {
      await new Promise((resolve) => setTimeout(resolve, 700));
      if (name === 'offline') throw new NetworkError('offline');
      if (name === 'error') {
        const fields = { phone: 'Invalid phone' };
        throw new ApiError('Invalid phone', { status: 400, code: 'VALIDATION', fields });
      }
    },
    onSaved,
  });
}
