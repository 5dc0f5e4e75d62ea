/** The operator as a seller, on the front page. Empty: not said. */
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
  /** Their own words, in each language; plain text. */
  readonly noteTh: string;
  readonly noteEn: string;
  /** A hash of the photo, which names it; empty: there is none. */
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
