import type { Module } from '../module.ts';

export const status: Module = {
  name: 'status',
  needs: [],
  // Only where the configuration shows the page, and then it is on by that.
  isInUse: () => false,
  setUpBy: 'public_status',
  kinds: ['status'],
  words: {
    th: {
      title: 'หน้าสาธารณะของแต่ละพื้นที่',
      summary:
        'ทุกคนดูได้ที่ /status ว่าพื้นที่ใดไฟดับ และขอรับข้อความแจ้งได้ แสดงเมื่อเปิด public_status ในการตั้งค่าของเซิร์ฟเวอร์',
    },
    en: {
      title: 'Public page by area',
      summary:
        'Everybody reads at /status in which areas power is out, and may ask to be told. It is shown where the configuration says public_status',
    },
  },
  load: async () => (await import('./body.ts')).startStatus,
};
