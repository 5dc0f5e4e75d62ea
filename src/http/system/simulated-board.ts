import { SimulatedBoard } from '../../actions/system/simulate-board.ts';
import { simulatedBoardAnswerSchema, simulateSchema } from '../../contract/system/setup.ts';
import { showAddress } from '../../domain/people/mask-address.ts';
import { catalogues } from '../../notify/messages/catalogue.ts';
import type { ApiContext } from '../engine/api-context.ts';
import { isoTime } from '../engine/iso-time.ts';
import { type Route, route } from '../engine/route.ts';

export function simulatedBoardRoutes(context: ApiContext): Route[] {
  const { monitor, operatorAddresses: configured, channels } = context;
  const board = new SimulatedBoard({ monitor, configured, decided: channels.decided });
  return [
    route(
      {
        method: 'PUT',
        path: '/api/setup/simulated-board',
        access: 'owner',
        tag: 'Settings',
        summary: 'Cut the power of a simulated board, or give it back',
        description:
          'Chats and addresses of the operator, and nobody else, are sent what an alert would say, marked as simulated. Webhooks are not: programs would act on it. There is no such board anywhere else.',
        body: simulateSchema,
        answer: simulatedBoardAnswerSchema,
        errors: ['CONFLICT', 'RATE_LIMITED'],
      },
      async ({ body: { power, language }, actor, now, setIdleTimeout }) => {
        // A messenger that asks for time is waited for longer than a silent connection may last.
        setIdleTimeout(0);
        const told = await board.turn(power, language, actor, now);
        const { waits } = catalogues[language].operator.simulated;
        return {
          ok: true as const,
          data: {
            power,
            told: told.map(({ channel, address, status, lastError }) => ({
              channel,
              address: showAddress(channel, address),
              refusal: status === 'sent' ? null : (lastError ?? waits),
            })),
            at: isoTime(monitor.clock().wallMs),
          },
        };
      },
    ),
  ];
}
