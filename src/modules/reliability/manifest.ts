import type { Module } from '../module.ts';

export const reliability: Module = {
  name: 'reliability',
  needs: [],
  isInUse: () => true,
  words: {
    th: {
      title: 'ดัชนีความเชื่อถือได้',
      summary: 'SAIDI, SAIFI และดัชนีอื่นตาม IEEE 1366 ของทุกจุดรวมกัน และปีนี้ของลูกค้าเทียบกับพื้นที่',
    },
    en: {
      title: 'Reliability figures',
      summary:
        'SAIDI, SAIFI and the other figures of IEEE 1366 over all sites, and a customer’s year beside that of their area',
    },
  },
  load: async () => {
    const { reliabilityRoutes } = await import('./calls.ts');
    return (core) => ({ routes: reliabilityRoutes(core) });
  },
};
