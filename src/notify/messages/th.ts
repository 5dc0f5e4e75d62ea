import type { Catalogue, Past } from './catalogue.ts';

const at = (sites: number) => (sites === 1 ? '' : ` ${sites} จุด`);
const about = (isAbout: boolean) => (isAbout ? 'ประมาณ ' : '');

function flickered({ flaps }: Past): string {
  return flaps === 0 ? '' : ` ระหว่างนั้นไฟกลับมาชั่วครู่ ${flaps} ครั้ง`;
}

export const th: Catalogue = {
  alertHeading: (subject, sites) =>
    ({
      mains: `🔴 ไฟดับ${at(sites)}`,
      silent: `🟠 ขาดการติดต่อ${at(sites)}`,
      mixed: `🔴 ไฟดับหรือขาดการติดต่อ${at(sites)}`,
    })[subject],
  reminderHeading: (subject, sites) =>
    ({
      mains: `🔴 ไฟยังไม่มา${at(sites)}`,
      silent: `🟠 ยังติดต่อไม่ได้${at(sites)}`,
      mixed: `🔴 ไฟยังไม่มาหรือยังติดต่อไม่ได้${at(sites)}`,
    })[subject],
  overHeading: (subject, sites) =>
    ({
      mains: `⚪ ไฟดับไปช่วงหนึ่ง${at(sites)}`,
      silent: `⚪ ขาดการติดต่อไปช่วงหนึ่ง${at(sites)}`,
      mixed: `⚪ ไฟดับหรือขาดการติดต่อไปช่วงหนึ่ง${at(sites)}`,
    })[subject],
  recoveryHeading: (subject, sites) =>
    ({
      mains: `🟢 ไฟมาแล้ว${at(sites)}`,
      network: `🔵 อินเทอร์เน็ตกลับมาแล้ว${at(sites)} (ไฟไม่ได้ดับ)`,
      contact: `🔵 ติดต่อได้แล้ว${at(sites)}`,
      mixed: `🟢 กลับมาแล้ว${at(sites)}`,
    })[subject],

  mainsSince: (when, isAbout) => `ไฟดับตั้งแต่${isAbout ? 'ประมาณ' : ''} ${when}`,
  silentSince: (when) => `ไม่ได้รับสัญญาณตั้งแต่ ${when}`,
  mainsFor: (duration, when, isAbout) =>
    `ไฟดับมาแล้ว ${about(isAbout)}${duration} (ตั้งแต่${isAbout ? 'ประมาณ' : ''} ${when})`,
  silentFor: (duration, when) => `ขาดการติดต่อมาแล้ว ${duration} (ตั้งแต่ ${when})`,
  over: {
    mains: (past) =>
      `ไฟดับ ${about(past.isAbout)}${past.span} (นาน ${past.duration})${flickered(past)}`,
    network: ({ span, duration }) => `ไฟไม่ได้ดับ แต่อินเทอร์เน็ตขาดไป ${span} (นาน ${duration})`,
    device: ({ span, duration }) =>
      `บอร์ดรีสตาร์ตเอง ขาดการติดต่อ ${span} (นาน ${duration}) เท่าที่บอร์ดบอกได้ ไฟไม่ได้ดับ`,
    unobserved: ({ span }) => `ระบบของเราตรวจสอบไม่ได้ช่วง ${span} จึงไม่ทราบว่าช่วงนั้นไฟดับหรือไม่`,
    silent: ({ span, duration }) => `ขาดการติดต่อ ${span} (นาน ${duration}) ไม่สามารถบอกสาเหตุได้`,
  },

  silenceMeans: 'อาจเป็นเพราะไฟดับ หรือแค่อินเทอร์เน็ตขัดข้อง ตอนนี้ยังบอกไม่ได้',
  lateNotice: (due) => `⏰ ข้อความนี้ส่งถึงล่าช้า (ควรถึงตั้งแต่ ${due})`,
  andMore: (sites) => `… และอีก ${sites} จุด`,
  acknowledge: 'รับทราบ',
  muteOneHour: 'ปิดแจ้งเตือน 1 ชม.',

  test: {
    heading: '🧪 ทดสอบ: นี่ไม่ใช่การแจ้งเตือนจริง',
    means: 'ข้อความนี้แสดงว่าแชตนี้รับการแจ้งเตือนได้เท่านั้น ไม่ได้บอกสถานะไฟของจุดใด',
    wouldSay: 'ถ้าไฟดับตอนนี้ แชตนี้จะได้รับแจ้งว่า:',
    noSites: 'บัญชีนี้ยังไม่มีเครื่อง จึงยังไม่มีเรื่องให้แจ้ง',
    quote: (words) => `“${words}”`,
    muted: (words, until) => `“${words}” แต่จะไม่แจ้งก่อน ${until} เพราะปิดแจ้งเตือนชั่วคราวไว้`,
    alertsOff: 'จะไม่แจ้ง เพราะปิดการแจ้งเตือนไว้',
    noValidKey: 'จะไม่แจ้ง เพราะไม่มีรหัสที่ใช้งานได้',
    neverHeard: 'จะไม่แจ้ง เพราะยังไม่เคยได้รับสัญญาณจากเครื่อง',
    end: '🧪 จบการทดสอบ ไม่ต้องทำอะไร',
  },

  expiry: {
    heading: (subject, keys) => {
      const count = keys === 1 ? '' : ` ${keys} รหัส`;
      return {
        ending: `🔑 รหัสเปิดใช้งานใกล้หมดอายุ${count}`,
        ended: `🔕 รหัสเปิดใช้งานหมดอายุแล้ว${count}`,
        mixed: `🔕 รหัสเปิดใช้งานหมดอายุแล้วหรือใกล้หมดอายุ${count}`,
      }[subject];
    },
    key: (hint) => `รหัส ${hint}`,
    endsIn: (days, when) => {
      if (days === 0) return `จะหมดอายุวันนี้ เวลา ${when}`;
      return days === 1 ? `จะหมดอายุพรุ่งนี้ ${when}` : `จะหมดอายุในอีก ${days} วัน (${when})`;
    },
    ended: (when) => `หมดอายุเมื่อ ${when} การแจ้งเตือนหยุดแล้ว`,
    renewInTime: 'เมื่อรหัสหมดอายุ จะไม่มีการแจ้งเตือนของจุดนั้น กรุณาต่ออายุก่อนถึงวันหมดอายุ',
    renewToResume: 'เมื่อต่ออายุแล้ว การแจ้งเตือนจะทำงานต่อทันที',
  },

  account: {
    boardAndKey: (site, hint) => {
      if (site === null) return `รหัส ${hint}`;
      return hint === null ? `เครื่อง ${site}` : `เครื่อง ${site} (รหัส ${hint})`;
    },
    joined: (what, by) => `🔐 เพิ่มเข้าบัญชีของคุณแล้ว: ${what}${by === null ? '' : ` (${by} เป็นผู้ยืนยัน)`}`,
    left: (what) => `🔐 ไม่อยู่ในบัญชีของคุณแล้ว: ${what}`,
    keysJoined: (count) => `🔐 เพิ่มรหัสเปิดใช้งาน ${count} รหัสเข้าบัญชีของคุณแล้ว`,
    keysLeft: (count) => `🔐 นำรหัสเปิดใช้งาน ${count} รหัสออกจากบัญชีของคุณแล้ว`,
    chatJoined: (chat) => `🔐 มีแชตเพิ่มที่ได้รับการแจ้งเตือนของคุณ: ${chat} ยกเลิกการเชื่อมได้ที่หน้าแดชบอร์ด`,
    chatLeft: (chat) => `🔐 ยกเลิกการเชื่อมแชตกับบัญชีของคุณแล้ว: ${chat}`,
    chatMoved: (chat) => `🔐 แชตนี้ถูกย้ายจากบัญชีของคุณไปบัญชีอื่น: ${chat}`,
    cutOff: (account) =>
      `🔐 แชตนี้ไม่ได้เชื่อมกับ ${account} แล้ว และจะไม่ได้รับการแจ้งเตือนอีก หากต้องการเชื่อมใหม่: /register`,
    joinAsked: (what) => `🔐 มีการตั้งค่าด้วยเบอร์โทรของคุณเมื่อสักครู่: ${what}`,
    questioned: (what) => `🔐 มีการตั้งค่าด้วยเบอร์โทรของคุณ ก่อนที่คุณจะยืนยันว่าเป็นเบอร์ของคุณ: ${what}`,
    isItYours: 'เป็นของคุณหรือไม่ ถ้าคุณไม่ตอบว่าใช่ จะไม่มีใครเห็นบัญชีของคุณผ่านเครื่องหรือรหัสนี้',
    proveFirst:
      'ก่อนตอบ กรุณายืนยันว่าเบอร์นี้เป็นของคุณ: พิมพ์ /register ถึงบอตในแชตส่วนตัวของคุณ แล้วกดปุ่มแชร์เบอร์โทร',
    moreAsked: '🔐 มีเครื่องอื่นขอเข้าบัญชีของคุณอีก ตอบได้ที่หน้าแดชบอร์ด',
    yes: 'ใช่ เป็นของฉัน',
    no: 'ไม่ใช่',
  },
};
