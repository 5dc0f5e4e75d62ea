import type { Core, ModuleBody } from '../module.ts';
import { reportFileRoutes } from './calls.ts';
import { DrawingDesk } from './drawing-desk.ts';
import { makeDigestComposer } from './make-digest.ts';
import { queueDueDigests } from './queue-digests.ts';
import { weekCommand } from './week.ts';
import { weekRoute } from './week-call.ts';
import { WeekLinks } from './week-links.ts';

export function startPaper({ monitor, config, tickets }: Core): ModuleBody {
  const { timezone, public_url: publicUrl } = config;
  const printer = { monitor, timezone, publicUrl, drawings: new DrawingDesk() };
  const links = new WeekLinks({ monitor, tickets, publicUrl });
  return {
    routes: [...reportFileRoutes(printer), weekRoute(printer, links)],
    chatCommands: [weekCommand(printer, links)],
    composeDigest: makeDigestComposer(printer),
    ticks: [
      {
        // A look costs no more than an empty index.
        name: 'queue-digests',
        everyMs: 60_000,
        run: async () => void (await queueDueDigests(monitor, timezone, monitor.clock())),
      },
    ],
  };
}
