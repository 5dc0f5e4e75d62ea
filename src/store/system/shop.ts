import { defaultShop, type ShopSettings } from '../../domain/system/shop.ts';
import { readMeta, writeMeta } from '../engine/meta.ts';
import type { Store } from '../engine/open.ts';

/** The saved settings, with the defaults where nothing was saved. */
export function readShop(store: Store): ShopSettings {
  const saved = readMeta(store, 'shop');
  return saved === undefined ? defaultShop : { ...defaultShop, ...JSON.parse(saved) };
}

export function writeShop(store: Store, settings: ShopSettings): void {
  writeMeta(store, 'shop', JSON.stringify(settings));
}

/** The photo, a JPEG. Null: there is none. */
export function readShopPhoto(store: Store): Uint8Array<ArrayBuffer> | null {
  const saved = readMeta(store, 'shop_photo') ?? '';
  return saved === '' ? null : new Uint8Array(Buffer.from(saved, 'base64'));
}

export function writeShopPhoto(store: Store, photo: Uint8Array | null): void {
  writeMeta(store, 'shop_photo', photo === null ? '' : Buffer.from(photo).toString('base64'));
}
