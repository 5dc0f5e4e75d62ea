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
      network: `🔵 เน็ตกลับมาแล้ว${at(sites)} (ไฟไม่ได้ดับ)`,
      contact: `🔵 ติดต่อได้แล้ว${at(sites)}`,
      mixed: `🟢 ไฟหรือการติดต่อกลับมาแล้ว${at(sites)}`,
    })[subject],

  mainsSince: (when, isAbout) => `ไฟดับตั้งแต่${isAbout ? 'ประมาณ' : ''} ${when}`,
  silentSince: (when) => `ไม่ได้รับสัญญาณตั้งแต่ ${when}`,
  announcedUntil: (until) => ` (ตามประกาศ ถึง ${until})`,
  mainsFor: (duration, when, isAbout) =>
    `ไฟดับมาแล้ว ${about(isAbout)}${duration} (ตั้งแต่${isAbout ? 'ประมาณ' : ''} ${when})`,
  asleep: ' แบตเตอรี่ใกล้หมด บอร์ดหลับจนกว่าไฟจะกลับมา',
  silentFor: (duration, when) => `ขาดการติดต่อมาแล้ว ${duration} (ตั้งแต่ ${when})`,
  over: {
    mains: (past) =>
      `ไฟดับ ${about(past.isAbout)}${past.span} (นาน ${past.duration})${flickered(past)}`,
    network: ({ span, duration }) => `ไฟไม่ได้ดับ แต่เน็ตหลุด ${span} (นาน ${duration})`,
    device: ({ span, duration }) =>
      `บอร์ดรีสตาร์ตเอง ขาดการติดต่อ ${span} (นาน ${duration}) เท่าที่บอร์ดบอกได้ ไฟไม่ได้ดับ`,
    unobserved: ({ span }) => `ช่วง ${span} เซิร์ฟเวอร์ของเราหยุดหรือขาดการเชื่อมต่อ จึงไม่ทราบว่าไฟดับหรือไม่`,
    silent: ({ span, duration }) => `ขาดการติดต่อ ${span} (นาน ${duration}) ไม่ทราบสาเหตุ`,
  },

  silenceMeans: 'อาจเป็นเพราะไฟดับ หรือแค่เน็ตหลุด ตอนนี้ยังไม่ทราบ',
  nearby: (sites, what) =>
    ({
      mains: `📍 จุดใกล้เคียงอีก ${sites} แห่งก็ไฟดับ ไม่ได้ดับแค่ที่นี่`,
      silent: `📍 จุดใกล้เคียงอีก ${sites} แห่งขาดการติดต่อพร้อมกัน`,
      network: `📍 จุดใกล้เคียงอีก ${sites} แห่งก็ขาดการติดต่อ น่าจะเป็นที่อินเทอร์เน็ต ไม่ใช่ไฟดับ`,
    })[what],
  powerReturns: '🔆 ไฟเริ่มกลับมาแล้วในละแวกนี้',
  contactReturns: '🔆 การติดต่อเริ่มกลับมาแล้วในละแวกนี้',
  summaryHeading: '🌙 สรุปช่วงงดรบกวน',
  lateNotice: (due) => `⏰ ข้อความนี้ส่งถึงล่าช้า (ควรถึงตั้งแต่ ${due})`,
  andMore: (sites) => `… และอีก ${sites} จุด`,
  acknowledge: 'รับทราบ',
  muteOneHour: 'พักแจ้งเตือน 1 ชม.',

  test: {
    heading: '🧪 ทดสอบ: นี่ไม่ใช่การแจ้งเตือนจริง',
    means: 'ข้อความนี้แสดงว่าคุณรับการแจ้งเตือนที่นี่ได้เท่านั้น ไม่ได้บอกสถานะไฟของจุดใด',
    wouldSay: 'ถ้าไฟดับตอนนี้ คุณจะได้รับแจ้งที่นี่ว่า:',
    noSites: 'บัญชีนี้ยังไม่มีอุปกรณ์ จึงยังไม่มีเรื่องให้แจ้ง',
    quote: (words) => `“${words}”`,
    muted: (words, until) => `“${words}” แต่จะไม่แจ้งก่อน ${until} เพราะพักแจ้งเตือนไว้`,
    alertsOff: 'จะไม่แจ้ง เพราะปิดการแจ้งเตือนไว้',
    noValidKey: 'จะไม่แจ้ง เพราะไม่มีคีย์ที่ใช้งานได้',
    neverHeard: 'จะไม่แจ้ง เพราะยังไม่เคยได้รับสัญญาณจากอุปกรณ์',
    end: '🧪 จบการทดสอบ ไม่ต้องทำอะไร',
  },

  expiry: {
    heading: (subject, keys) => {
      const count = keys === 1 ? '' : ` ${keys} คีย์`;
      return {
        ending: `🔑 คีย์เปิดใช้งานใกล้หมดอายุ${count}`,
        ended: `🔕 คีย์เปิดใช้งานหมดอายุแล้ว${count}`,
        mixed: `🔕 คีย์เปิดใช้งานหมดอายุแล้วหรือใกล้หมดอายุ${count}`,
      }[subject];
    },
    key: (hint) => `คีย์ ${hint}`,
    endsIn: (days, when) => {
      if (days === 0) return `จะหมดอายุวันนี้ เวลา ${when}`;
      return days === 1 ? `จะหมดอายุพรุ่งนี้ ${when}` : `จะหมดอายุในอีก ${days} วัน (${when})`;
    },
    ended: (when) => `หมดอายุเมื่อ ${when} การแจ้งเตือนหยุดแล้ว`,
    renewInTime: 'เมื่อคีย์หมดอายุ จะไม่มีการแจ้งเตือนของจุดนั้น กรุณาต่ออายุก่อนถึงวันหมดอายุ',
    renewToResume: 'เมื่อต่ออายุแล้ว การแจ้งเตือนจะทำงานต่อทันที',
  },

  account: {
    boardAndKey: (site, hint) => {
      if (site === null) return `คีย์ ${hint}`;
      return hint === null ? `อุปกรณ์ ${site}` : `อุปกรณ์ ${site} (คีย์ ${hint})`;
    },
    joined: (what, by) => `🔐 เพิ่มเข้าบัญชีของคุณแล้ว: ${what}${by === null ? '' : ` (${by} เป็นผู้ยืนยัน)`}`,
    left: (what) => `🔐 ไม่อยู่ในบัญชีของคุณแล้ว: ${what}`,
    keysJoined: (count) => `🔐 เพิ่มคีย์เปิดใช้งาน ${count} คีย์เข้าบัญชีของคุณแล้ว`,
    keysLeft: (count) => `🔐 นำคีย์เปิดใช้งาน ${count} คีย์ออกจากบัญชีของคุณแล้ว`,
    codesReplaced: (count) =>
      `🔑 คีย์เปิดใช้งาน ${count} คีย์ในบัญชีของคุณได้รหัสใหม่จากหน้าแดชบอร์ด รหัสเดิมใช้ไม่ได้แล้ว ส่วนอุปกรณ์ยังทำงานต่อตามปกติ`,
    chatJoined: (chat) => `🔐 การแจ้งเตือนของคุณจะส่งไปที่นี่ด้วย: ${chat} ยกเลิกการเชื่อมได้ที่หน้าแดชบอร์ด`,
    chatLogsIn: (chat) => `🔑 จากนี้แชตนี้เข้าสู่ระบบบัญชีของคุณได้: ${chat} เปลี่ยนได้ที่หน้าแดชบอร์ด`,
    chatLeft: (chat) => `🔐 การแจ้งเตือนของคุณจะไม่ส่งไปที่นี่อีก: ${chat}`,
    chatMoved: (chat) => `🔐 การแจ้งเตือนของคุณจะไม่ส่งไปที่ ${chat} อีก เพราะย้ายไปอยู่กับบัญชีอื่น`,
    cutOff: (account) =>
      `🔐 แชตนี้ไม่ได้เชื่อมกับ ${account} แล้ว และจะไม่ได้รับการแจ้งเตือนอีก หากต้องการเชื่อมใหม่: /register`,
    announced: (sites, span) =>
      `📅 ประกาศดับไฟ ${span}${sites === '' ? '' : `: ${sites}`} ถ้าไฟดับในช่วงนั้น ข้อความจะบอกว่าเป็นไปตามประกาศ`,
    calledOff: (sites, span) => `📅 ยกเลิกประกาศดับไฟ ${span} แล้ว${sites === '' ? '' : `: ${sites}`}`,
    acknowledged: (by, site) => `👍 ${by} รับทราบเรื่อง ${site} แล้ว`,
    acknowledgementWithdrawn: (by, site) => `🔔 ${by} ยกเลิกการรับทราบเรื่อง ${site} แล้ว จะเตือนซ้ำต่อไป`,
    joinAsked: (what) => `🔐 มีการตั้งค่าด้วยเบอร์โทรของคุณเมื่อสักครู่: ${what}`,
    questioned: (what) => `🔐 มีการตั้งค่าด้วยเบอร์โทรของคุณ ก่อนที่คุณจะยืนยันว่าเป็นเบอร์ของคุณ: ${what}`,
    isItYours: 'เป็นของคุณหรือไม่ ถ้าคุณไม่ตอบว่าใช่ อุปกรณ์หรือคีย์นี้จะเข้าถึงบัญชีของคุณไม่ได้',
    proveFirst:
      'ก่อนตอบ กรุณายืนยันว่าเบอร์นี้เป็นของคุณ: พิมพ์ /register ถึงบอตในแชตส่วนตัวของคุณ แล้วกดปุ่มแชร์เบอร์โทร',
    moreAsked: '🔐 มีอุปกรณ์อื่นขอเข้าร่วมบัญชีของคุณอีก ตอบได้ที่หน้าแดชบอร์ด',
    yes: 'ใช่ ของฉัน',
    no: 'ไม่ใช่ของฉัน',
  },

  digest: {
    heading: (month) => `📊 รายงานไฟประจำเดือน ${month}`,
    than: (figure, before, month) => `${figure} (${month}: ${before})`,
    availability: (figure) => `เวลาที่มีไฟ ${figure}`,
    outages: (figure) => `ไฟดับ ${figure} ครั้ง`,
    total: (figure) => `รวมเวลาที่ไฟดับ ${figure}`,
    longest: (duration) => `นานที่สุด ${duration}`,
    goesOn: (since) => `ตั้งแต่ ${since} ยังไม่จบ`,
    andMore: (outages) => `… และอีก ${outages} ครั้งในรายงาน`,
    link: (url, until) => `📄 รายงานฉบับเต็ม: ${url}\nใครมีลิงก์นี้ก็เปิดดูได้ ถึง ${until}`,
  },

  confirmation: {
    heading: 'ต้องการรับแจ้งเตือนไฟดับทางอีเมลนี้ไหม',
    asks: (account) => `บัญชี FaiWatch “${account}” ขอส่งการแจ้งเตือนไฟดับมาที่อีเมลนี้`,
    ignore: 'หากไม่รู้จักบัญชีนี้ ไม่ต้องทำอะไร จะไม่มีข้อความส่งมาอีก ลิงก์ใช้ได้ 30 นาที',
    action: 'ต้องการ ส่งมาที่นี่',
  },

  status: {
    began: {
      out: (area) => `🔴 ไฟดับ: ${area}`,
      silent: (area) => `🟠 ขาดการติดต่อ: ${area}`,
    },
    ended: {
      out: (area) => `🟢 ไฟกำลังกลับมา: ${area}`,
      silent: (area) => `🟢 กลับมาติดต่อได้: ${area}`,
    },
    since: (when) => `ตั้งแต่ประมาณ ${when}`,
    was: (span, duration) => `ประมาณ ${span} (${duration})`,
    source: 'ข้อมูลจากบ้านและร้านในพื้นที่ที่ติดอุปกรณ์เฝ้าไฟ ช้ากว่าจริงห้านาที ไม่ใช่ข้อมูลของการไฟฟ้า',
    page: (url) => `ดูทุกพื้นที่: ${url}`,
    asks: 'ต้องการรับข่าวไฟดับไหม',
    about: (area) => `มีผู้ขอให้เราแจ้งอีเมลนี้เมื่อไฟดับและเมื่อไฟกลับมาใน ${area}`,
    ignore: 'หากไม่ใช่คุณ ไม่ต้องทำอะไร จะไม่มีข้อความส่งมาอีก ลิงก์ใช้ได้หนึ่งวัน',
    action: 'ต้องการ แจ้งฉัน',
    follows: (area) => `จะแจ้งข่าวไฟดับที่นี่: ${area}`,
    willBeTold: 'เบราว์เซอร์นี้จะได้รับแจ้งเมื่อไฟดับและเมื่อไฟกลับมา',
    left: (area) => `เลิกติดตามแล้ว: ${area}`,
    leftMeans: 'ตอนนี้มีจุดร่วมน้อยเกินไป หน้าสาธารณะจึงไม่แสดงพื้นที่นี้แล้ว',
    stop: 'หยุดรับข้อความเหล่านี้',
  },
};
