/** What the front page says of the operator as a seller. Empty: nothing. */
export interface ShopSettings {
  /** Where packages are sold; https. */
  readonly shopeeUrl: string;
  readonly lazadaUrl: string;
  /** Another place, by its name. */
  readonly otherName: string;
  readonly otherUrl: string;
  readonly phone: string;
  readonly lineId: string;
  readonly email: string;
  /** What they add, in each language; plain text. */
  readonly noteTh: string;
  readonly noteEn: string;
  /** What the photo is known by, a hash of it; empty: there is none. */
  readonly photo: string;
}

export const defaultShop: ShopSettings = {
  shopeeUrl: '',
  lazadaUrl: '',
  otherName: '',
  otherUrl: '',
  phone: '',
  lineId: '',
  email: '',
  noteTh: '',
  noteEn: '',
  photo: '',
};

/** The places where packages are sold, by name. */
export function marketplaces(
  shop: ShopSettings,
): { readonly name: string; readonly url: string }[] {
  return [
    { name: 'Shopee', url: shop.shopeeUrl },
    { name: 'Lazada', url: shop.lazadaUrl },
    { name: shop.otherName, url: shop.otherUrl },
  ].filter(({ name, url }) => name !== '' && url !== '');
}

/** Bytes a photo may have, so that it fits into one ordinary call and the front page stays light. */
export const mostPhotoBytes = 45_000;
/** Pixels each way. */
export const widestPhoto = 2_000;
