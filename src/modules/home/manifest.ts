import { isHomeUsed } from '../../store/home/ways-in.ts';
import type { Module } from '../module.ts';

export const home: Module = {
  name: 'home',
  needs: [],
  isInUse: isHomeUsed,
  setUpBy: 'home_broker_url',
  words: {
    th: {
      title: 'Home Assistant',
      summary:
        'ลูกค้าเห็นจุดติดตั้งของตนใน Home Assistant และกดรับทราบหรือพักแจ้งเตือนจากที่นั่น โดยเชื่อมต่อมาที่นี่ หรือส่งไปยัง MQTT broker ของตน',
    },
    en: {
      title: 'Home Assistant',
      summary:
        'Customers see their sites in Home Assistant and press the buttons of an alert there: it connects here, or is sent to an MQTT broker of theirs',
    },
  },
  load: async () => (await import('./body.ts')).startHome,
};
