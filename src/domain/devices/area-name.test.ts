import { expect, test } from 'bun:test';
import { getDistricts, getProvinces } from 'thai-address-universal';
import { nameOfArea } from './area-name.ts';

test('provinces and districts are called as the Royal Institute writes them', async () => {
  const provinces = await getProvinces();
  const names = provinces.map((province) => nameOfArea(province, 'en'));
  expect(names).toContain('Nakhon Ratchasima');
  expect(names).toContain('Nakhon Sawan');
  expect(names).toContain('Suphan Buri');
  expect(names.filter((name) => /[a-z]{2}(?:ratchasima|sawan|buri)$/.test(name))).toEqual(
    // One word each.
    ['Kanchanaburi', 'Chanthaburi', 'Nonthaburi', 'Ratchaburi', 'Saraburi', 'Phetchaburi'],
  );
  const ofChiangMai = await getDistricts('50');
  expect(ofChiangMai.map((district) => nameOfArea(district, 'en'))).toContain('Galyani Vadhana');
  expect(provinces.map((province) => nameOfArea(province, 'th'))).toContain('นครราชสีมา');
});
