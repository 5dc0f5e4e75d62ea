import type { Module } from '../module.ts';

export const map: Module = {
  name: 'map',
  needs: [],
  // The places on it are the core's, and a wall view needs none.
  isInUse: () => true,
  words: {
    th: {
      title: 'แผนที่และจอติดผนัง',
      summary: 'ทุกจุดบนแผนที่พร้อมสถานะไฟ และมุมมองสำหรับจอใหญ่ในสำนักงาน',
    },
    en: {
      title: 'Map and wall view',
      summary: 'All sites on a map with their power, and a view for a large screen in the office',
    },
  },
  load: async () => {
    const { mapRoutes } = await import('./calls.ts');
    return (core) => ({ routes: mapRoutes(core) });
  },
};
