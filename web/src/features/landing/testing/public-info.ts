import type { PublicInfo } from '../../../../../src/contract/system/public-info.ts';

/** What a server with a bot and no shop says of itself, with prices that are nobody's defaults. */
export const publicInfo: PublicInfo = {
  ok: true,
  version: '9.8.7',
  bot: { handle: '@faiwatch_bot', link: 'https://t.me/faiwatch_bot' },
  line: null,
  email: false,
  webhook: false,
  sms: false,
  call: false,
  call_ends: false,
  call_names: false,
  push: null,
  status_page: false,
  oidc: null,
  prices: { s2Mini: 1300, tDisplay: 650, keyOnly: 200, renewal: 210 },
  keyValidityYears: 3,
  shop: {
    marketplaces: [],
    name: '',
    address: '',
    phone: '',
    lineId: '',
    email: '',
    noteTh: '',
    noteEn: '',
    photo: null,
  },
  firmwareAvailable: true,
  firmware: [{ board: 's2-mini', version: '1.0.0' }],
};
