import type { Module } from '../module.ts';

export const paper: Module = {
  name: 'paper',
  needs: [],
  // A report is drawn from what is there, and kept by nobody.
  isInUse: () => true,
  kinds: ['digest'],
  words: {
    th: {
      title: 'รายงาน PDF และรายงานประจำเดือน',
      summary:
        'บันทึกรายงานเป็น PDF หรือแชร์ด้วยลิงก์ รับรายงานประจำเดือนทางแชตและอีเมล และดูเจ็ดวันล่าสุดเป็นภาพด้วย /week',
    },
    en: {
      title: 'Reports on paper and each month',
      summary:
        'The report as a PDF or behind a link for others, each month in chats and mailboxes, and the last seven days as a picture with /week',
    },
  },
  load: async () => (await import('./body.ts')).startPaper,
};
