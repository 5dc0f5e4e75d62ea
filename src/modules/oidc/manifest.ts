import { hasProviderNames } from '../../store/people/admins.ts';
import type { Module } from '../module.ts';

export const oidc: Module = {
  name: 'oidc',
  needs: [],
  isInUse: hasProviderNames,
  setUpBy: 'oidc_issuer',
  words: {
    th: {
      title: 'เข้าสู่ระบบด้วยบัญชีองค์กร',
      summary: 'ผู้ดูแลเข้าสู่ระบบผ่านผู้ให้บริการ OpenID เช่น Google หรือ Keycloak ซึ่งระบุไว้ในการตั้งค่าของเซิร์ฟเวอร์',
    },
    en: {
      title: 'The organisation’s log-in',
      summary:
        'Operators log in at an OpenID provider, such as Google or Keycloak, that the configuration of the server names',
    },
  },
  load: async () => (await import('./body.ts')).startOidc,
};
