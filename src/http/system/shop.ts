import { saveShop } from '../../actions/system/save-shop.ts';
import {
  type ShopAnswer,
  saveShopAnswerSchema,
  saveShopSchema,
  shopAnswerSchema,
} from '../../contract/system/shop.ts';
import { AppError } from '../../domain/errors.ts';
import type { ShopSettings } from '../../domain/system/shop.ts';
import { readShop, readShopPhoto } from '../../store/system/shop.ts';
import type { ApiContext } from '../engine/api-context.ts';
import { isNoneMatch } from '../engine/content-negotiation.ts';
import { type Route, route } from '../engine/route.ts';

const tag = 'Settings';
const photoPath = '/api/public/photo';
const photoType = 'image/jpeg';

/** The operator as a seller, on the front page. */
export function shopRoutes({ monitor }: ApiContext): Route[] {
  const { store } = monitor;
  return [
    route(
      {
        method: 'GET',
        path: '/api/settings/shop',
        access: 'owner',
        tag,
        summary: 'Read what the front page says of the seller',
        answer: shopAnswerSchema,
      },
      () => ({ ok: true as const, data: describeShop(readShop(store)) }),
    ),
    route(
      {
        method: 'PUT',
        path: '/api/settings/shop',
        access: 'owner',
        tag,
        summary: 'Save what the front page says of the seller',
        description:
          'Any of them; empty where the front page shall say nothing. Of a photo only the picture is kept: without the place where it was taken, and whatever else was in its file. Who they are and where is set with the privacy page.',
        body: saveShopSchema,
        answer: saveShopAnswerSchema,
      },
      ({ body: { photo, ...changed }, actor, now }) => {
        const file = typeof photo === 'string' ? Buffer.from(photo, 'base64') : photo;
        return {
          ok: true as const,
          data: describeShop(saveShop(monitor, changed, file, actor, now)),
          message: 'Settings saved successfully',
        };
      },
    ),
    route(
      {
        method: 'GET',
        path: photoPath,
        access: 'public',
        tag,
        summary: 'Look at the photo of the seller',
        answerType: photoType,
        errors: ['NOT_FOUND'],
      },
      ({ request }) => {
        const { photo } = readShop(store);
        const picture = photo === '' ? null : readShopPhoto(store);
        if (picture === null) throw new AppError('NOT_FOUND', 'There is no photo.');
        const headers = { 'Cache-Control': 'no-cache', ETag: `"${photo}"` };
        if (isNoneMatch(request.headers.get('if-none-match'), headers.ETag)) {
          return new Response(null, { status: 304, headers });
        }
        return new Response(picture, {
          headers: { ...headers, 'Content-Type': photoType, 'Content-Disposition': 'inline' },
        });
      },
    ),
  ];
}

function describeShop(settings: ShopSettings): ShopAnswer {
  return { ...settings, photo: photoOf(settings) };
}

/** Another address for every other picture, so that nobody sees an old one. */
export function photoOf({ photo }: ShopSettings): string | null {
  return photo === '' ? null : `${photoPath}?v=${photo}`;
}
