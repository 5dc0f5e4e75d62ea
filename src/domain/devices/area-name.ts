import type { Language } from '../states.ts';

/** Of thai-address-universal: a province, a district or a sub-district. */
interface NamedArea {
  readonly nameTh: string;
  readonly nameEn: string;
}

/** Names that the package writes otherwise than the Royal Institute. */
const byTheRoyalInstitute: Readonly<Record<string, string>> = {
  'Kan La Ya Wi Nat Tha': 'Galyani Vadhana',
  Nakhonratchasima: 'Nakhon Ratchasima',
  Nakhonsawan: 'Nakhon Sawan',
  Suphanburi: 'Suphan Buri',
};

/** `Nakhon Ratchasima`, `นครราชสีมา` */
export function nameOfArea({ nameTh, nameEn }: NamedArea, language: Language): string {
  return language === 'th' ? nameTh : (byTheRoyalInstitute[nameEn] ?? nameEn);
}
