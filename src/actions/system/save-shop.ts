import { createHash } from 'node:crypto';
import { differences } from '../../domain/differences.ts';
import { invalidField } from '../../domain/errors.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Actor } from '../../domain/people/actor.ts';
import { cleanJpeg } from '../../domain/system/clean-jpeg.ts';
import { mostPhotoBytes, type ShopSettings } from '../../domain/system/shop.ts';
import { writeAudit } from '../../store/people/audit.ts';
import { readShop, writeShop, writeShopPhoto } from '../../store/system/shop.ts';
import type { Monitor } from '../monitor.ts';

type Changed = { readonly [K in keyof ShopSettings]?: ShopSettings[K] | undefined };

/**
 * Saves what the front page says of the seller.
 * @param changed checked by the caller
 * @param photo the file; null: none; undefined: as it is
 * @throws AppError VALIDATION when the photo is no plain JPEG
 */
export function saveShop(
  { store }: Pick<Monitor, 'store'>,
  changed: Omit<Changed, 'photo'>,
  photo: Uint8Array | null | undefined,
  actor: Actor,
  now: Instant,
): ShopSettings {
  const picture = photo ? cleanJpeg(photo) : null;
  if (photo && (picture === null || photo.length > mostPhotoBytes)) {
    throw invalidField('photo', 'must be a JPEG of at most 45,000 bytes and 2,000 pixels each way');
  }
  return store.transaction(() => {
    const before = readShop(store);
    const found = differences<ShopSettings>(before, {
      ...changed,
      ...(photo !== undefined && { photo: picture === null ? '' : nameOf(picture) }),
    });
    if (found === null) return before;
    const after = { ...before, ...found.after };
    writeShop(store, after);
    if (found.after.photo !== undefined) writeShopPhoto(store, picture);
    writeAudit(
      store,
      { actor, action: 'settings.shop', subject: 'settings', ...found },
      now.wallMs,
    );
    return after;
  });
}

function nameOf(picture: Uint8Array): string {
  return createHash('sha256').update(picture).digest('hex').slice(0, 16);
}
