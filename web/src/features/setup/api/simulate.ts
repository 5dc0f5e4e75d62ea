import { useMutation } from '@tanstack/react-query';
import type { OutputOf } from '../../../../../src/contract/shape.ts';
import type {
  SimulatedBoardAnswer,
  simulatedBoardAnswerSchema,
} from '../../../../../src/contract/system/setup.ts';
import { adminApi } from '../../../lib/api-client.ts';
import { useLanguage } from '../../../lib/use-language.ts';

/** Cuts the power of the simulated board, or gives it back; says who was told. */
export function useSimulate() {
  const language = useLanguage();
  return useMutation({
    mutationFn: async (power: SimulatedBoardAnswer['power']) => {
      type Answer = OutputOf<typeof simulatedBoardAnswerSchema>;
      const given = { power, language };
      return (await adminApi.put<Answer>('/api/setup/simulated-board', given)).data;
    },
  });
}
