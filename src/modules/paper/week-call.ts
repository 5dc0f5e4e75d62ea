import { ticketQuerySchema } from '../../contract/alerts/message-links.ts';
import { AppError } from '../../domain/errors.ts';
import { type Route, route } from '../../http/engine/route.ts';
import { DeskFull, DrawingTooSlow, type Printer } from './drawing-desk.ts';
import { drawWeek } from './week.ts';
import type { WeekLinks } from './week-links.ts';

const pictureType = 'image/png';

/** The picture of a week for LINE. */
export function weekRoute(printer: Printer, links: WeekLinks): Route {
  return route(
    {
      method: 'GET',
      path: '/api/line/week.png',
      access: 'public',
      tag: 'Portal',
      summary: 'Read the picture of a week',
      description:
        'For LINE, which fetches the pictures of messages. The link is only in the answer to `/week`, and works for an hour as long as the chat is connected.',
      query: ticketQuerySchema,
      answerType: pictureType,
      errors: ['NOT_FOUND', 'UNAVAILABLE'],
    },
    async ({ query: { ticket } }) => {
      const drawing = links.read(ticket, (chat) => drawWeek(printer, chat));
      if (drawing === null) throw new AppError('NOT_FOUND', 'There is no such picture.');
      try {
        const headers = { 'Content-Type': pictureType, 'Cache-Control': 'no-store' };
        return new Response(await drawing, { headers });
      } catch (error) {
        if (!(error instanceof DeskFull || error instanceof DrawingTooSlow)) throw error;
        throw new AppError('UNAVAILABLE', 'There is too much to draw just now.');
      }
    },
  );
}
