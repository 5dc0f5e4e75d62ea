import type { StatusKind } from '../../../domain/fleet/status-news.ts';
import type { Language } from '../../../domain/states.ts';
import type { StatusWord } from '../../../http/alerts/said-page.ts';

interface StatusTexts {
  readonly title: string;
  readonly intro: string;
  readonly asOf: (time: string) => string;
  readonly none: string;
  readonly isUp: string;
  readonly is: Readonly<Record<StatusKind, string>>;
  readonly since: (time: string) => string;
  readonly summary: Readonly<Record<StatusKind, (areas: number, all: number) => string>>;
  readonly allQuiet: (all: number) => string;
  readonly today: string;
  readonly past: string;
  /** What the strip of days shows, for those who cannot see it. */
  readonly strip: (area: string, days: number) => string;
  readonly sum: (outages: number, time: string) => string;
  readonly noOutages: string;
  readonly shownSince: (date: string) => string;
  readonly legend: Readonly<Record<'up' | StatusKind | 'unknown', string>>;
  readonly began: string;
  readonly ended: string;
  readonly what: string;
  readonly lasts: string;
  readonly duration: (minutes: number) => string;
  readonly feeds: string;
  readonly otherLanguage: string;
  readonly about: readonly string[];
  readonly over: Readonly<Record<StatusKind, string>>;
  readonly home: string;
  readonly follow: FollowTexts;
}

/** Following an area. */
interface FollowTexts {
  readonly open: string;
  readonly about: string;
  readonly area: string;
  readonly choose: string;
  readonly email: string;
  readonly send: string;
  readonly note: string;
  readonly browser: string;
  readonly endBrowser: string;
  /** What the script says. */
  readonly browserAsked: string;
  readonly browserEnded: string;
  readonly browserDenied: string;
  readonly browserFailed: string;
  readonly said: Readonly<Record<StatusWord, { readonly title: string; readonly text: string }>>;
  /** `area`: escaped, as `address`. */
  readonly confirm: (area: string, address: string) => string;
  readonly yes: string;
  readonly stop: (address: string) => string;
  readonly stopYes: string;
  readonly back: string;
}

const hours = (minutes: number, h: string, m: string) => {
  const parts = [
    ...(minutes >= 60 ? [`${Math.floor(minutes / 60)} ${h}`] : []),
    ...(minutes % 60 > 0 || minutes < 60 ? [`${minutes % 60} ${m}`] : []),
  ];
  return parts.join(' ');
};

export const statusTexts: Readonly<Record<Language, StatusTexts>> = {
  en: {
    title: 'Power by area',
    intro: 'What homes and shops with a power monitor report, five minutes late.',
    asOf: (time) => `As of ${time}`,
    none: 'No area is shown yet. An area appears once five sites of three owners there take part.',
    isUp: 'Power is on',
    is: { out: 'Power is out', silent: 'Out of contact' },
    since: (time) => `since ${time}`,
    summary: {
      out: (areas, all) => `Without power: ${areas} of ${all} ${all === 1 ? 'area' : 'areas'}`,
      silent: (areas, all) => `Out of contact: ${areas} of ${all} ${all === 1 ? 'area' : 'areas'}`,
    },
    allQuiet: (all) => (all === 1 ? 'No outage now' : `No outage now in any of the ${all} areas`),
    today: 'today',
    past: 'The last 90 days',
    strip: (area, days) =>
      days === 0
        ? `${area}: no outages on the days that are known`
        : `${area}: outages on ${days} ${days === 1 ? 'day' : 'days'}`,
    sum: (outages, time) => `${outages} ${outages === 1 ? 'outage' : 'outages'}, ${time} in all`,
    noOutages: 'No outages',
    shownSince: (date) => `shown since ${date}`,
    legend: {
      up: 'No outage',
      out: 'Power was out',
      silent: 'Out of contact: power or internet',
      unknown: 'Not known',
    },
    began: 'Began',
    ended: 'Ended',
    what: 'What',
    lasts: 'goes on',
    duration: (minutes) => hours(minutes, 'h', 'min'),
    feeds: 'Follow in a feed reader',
    otherLanguage: 'ภาษาไทย',
    about: [
      'An outage is shown when at least five sites of three owners lost power together. A single home never shows here, and no number of sites is given.',
      'These are some homes in each area, not the network of the electricity authority.',
    ],
    over: { out: 'Power was out', silent: 'Was out of contact' },
    home: 'About this service',
    follow: {
      open: 'Get messages',
      about: 'When power goes out in an area, and when it comes back.',
      area: 'Area',
      choose: 'Choose…',
      email: 'Email address',
      send: 'Ask for messages',
      note: 'You get one email to confirm first. You can stop at any time, and then nothing of yours is kept.',
      browser: 'Tell this browser',
      endBrowser: 'Stop messages to this browser',
      browserAsked: 'A notification will confirm it in a moment.',
      browserEnded: 'This browser follows no area any more.',
      browserDenied: 'This browser does not allow notifications from here.',
      browserFailed: 'That did not work. Please try again later.',
      said: {
        asked: {
          title: 'Check your mailbox',
          text: 'If that address can be asked, a message is on its way. Open the link in it within a day. An address is asked once a day until somebody there agrees; then you can add more areas.',
        },
        follow: {
          title: 'You will hear of it',
          text: 'A message comes when power goes out there, and when it comes back. Each has a link to stop.',
        },
        unfollow: {
          title: 'Stopped',
          text: 'No more messages about areas come to this address, and nothing of it is kept.',
        },
        wrong: {
          title: 'That is not an email address',
          text: 'Please go back and look at it again.',
        },
        busy: { title: 'Too many tries', text: 'Please try again tomorrow.' },
        full: {
          title: 'No more can follow this',
          text: 'An address can follow five areas, and each area has room for a limited number. The feeds are open to everybody.',
        },
        gone: {
          title: 'That does not work any more',
          text: 'The link is too old, or the area is not shown now.',
        },
      },
      confirm: (area, address) => `Send messages about power in ${area} to ${address}?`,
      yes: 'Yes, send them',
      stop: (address) => `Stop all messages about areas to ${address}?`,
      stopYes: 'Stop',
      back: 'Power by area',
    },
  },
  th: {
    title: 'ไฟฟ้าแต่ละพื้นที่',
    intro: 'จากบ้านและร้านที่ติดอุปกรณ์เฝ้าไฟ ข้อมูลช้ากว่าจริงห้านาที',
    asOf: (time) => `ข้อมูล ณ ${time}`,
    none: 'ยังไม่มีพื้นที่ให้แสดง พื้นที่จะปรากฏเมื่อมีผู้ร่วมอย่างน้อยห้าจุดจากสามเจ้าของ',
    isUp: 'ไฟฟ้าปกติ',
    is: { out: 'ไฟดับ', silent: 'ขาดการติดต่อ' },
    since: (time) => `ตั้งแต่ ${time}`,
    summary: {
      out: (areas, all) => `ไฟดับ ${areas} จาก ${all} พื้นที่`,
      silent: (areas, all) => `ขาดการติดต่อ ${areas} จาก ${all} พื้นที่`,
    },
    allQuiet: (all) => (all === 1 ? 'ตอนนี้ไม่มีไฟดับ' : `ตอนนี้ไม่มีไฟดับทั้ง ${all} พื้นที่`),
    today: 'วันนี้',
    past: '90 วันที่ผ่านมา',
    strip: (area, days) =>
      days === 0 ? `${area}: ไม่มีไฟดับในวันที่มีข้อมูล` : `${area}: มีไฟดับ ${days} วัน`,
    sum: (outages, time) => `${outages} ครั้ง รวม ${time}`,
    noOutages: 'ไม่มีไฟดับ',
    shownSince: (date) => `แสดงตั้งแต่ ${date}`,
    legend: {
      up: 'ไม่มีไฟดับ',
      out: 'ไฟดับ',
      silent: 'ขาดการติดต่อ อาจเป็นไฟฟ้าหรืออินเทอร์เน็ต',
      unknown: 'ไม่มีข้อมูล',
    },
    began: 'เริ่ม',
    ended: 'สิ้นสุด',
    what: 'เหตุการณ์',
    lasts: 'ยังดำเนินอยู่',
    duration: (minutes) => hours(minutes, 'ชม.', 'นาที'),
    feeds: 'ติดตามด้วยโปรแกรมอ่านฟีด',
    otherLanguage: 'English',
    about: [
      'จะแสดงว่าไฟดับเมื่ออย่างน้อยห้าจุดจากสามเจ้าของดับพร้อมกัน ไม่มีการแสดงบ้านหลังใดหลังหนึ่ง และไม่บอกจำนวนจุด',
      'ข้อมูลนี้มาจากบ้านบางหลังในแต่ละพื้นที่ ไม่ใช่ข้อมูลของการไฟฟ้า',
    ],
    over: { out: 'ไฟดับ', silent: 'ขาดการติดต่อ' },
    home: 'เกี่ยวกับบริการนี้',
    follow: {
      open: 'รับข้อความแจ้ง',
      about: 'เมื่อไฟดับในพื้นที่ และเมื่อไฟกลับมา',
      area: 'พื้นที่',
      choose: 'เลือก…',
      email: 'อีเมล',
      send: 'ขอรับข้อความ',
      note: 'จะมีอีเมลหนึ่งฉบับให้ยืนยันก่อน หยุดได้ทุกเมื่อ เมื่อหยุดแล้วเราไม่เก็บข้อมูลของคุณไว้',
      browser: 'แจ้งที่เบราว์เซอร์นี้',
      endBrowser: 'หยุดแจ้งที่เบราว์เซอร์นี้',
      browserAsked: 'อีกสักครู่จะมีการแจ้งเตือนยืนยัน',
      browserEnded: 'เบราว์เซอร์นี้ไม่ติดตามพื้นที่ใดแล้ว',
      browserDenied: 'เบราว์เซอร์นี้ไม่อนุญาตการแจ้งเตือนจากที่นี่',
      browserFailed: 'ไม่สำเร็จ กรุณาลองใหม่ภายหลัง',
      said: {
        asked: {
          title: 'กรุณาเปิดกล่องอีเมลของคุณ',
          text: 'ถ้าส่งถึงอีเมลนั้นได้ จะมีข้อความไปถึง กรุณาเปิดลิงก์ในนั้นภายในหนึ่งวัน เราถามแต่ละอีเมลวันละครั้งจนกว่าเจ้าของจะตกลง จากนั้นจึงเพิ่มพื้นที่อื่นได้',
        },
        follow: {
          title: 'จะแจ้งให้คุณทราบ',
          text: 'จะมีข้อความเมื่อไฟดับและเมื่อไฟกลับมา ทุกข้อความมีลิงก์ให้หยุด',
        },
        unfollow: { title: 'หยุดแล้ว', text: 'จะไม่มีข้อความเรื่องพื้นที่ส่งไปที่นั่นอีก และเราไม่เก็บข้อมูลไว้' },
        wrong: { title: 'ไม่ใช่อีเมลที่ถูกต้อง', text: 'กรุณาย้อนกลับไปตรวจอีกครั้ง' },
        busy: { title: 'ลองหลายครั้งเกินไป', text: 'กรุณาลองใหม่พรุ่งนี้' },
        full: {
          title: 'รับผู้ติดตามเพิ่มไม่ได้แล้ว',
          text: 'แต่ละอีเมลติดตามได้ห้าพื้นที่ และแต่ละพื้นที่มีที่จำกัด แต่ทุกคนติดตามผ่านฟีดได้',
        },
        gone: { title: 'ใช้ไม่ได้แล้ว', text: 'ลิงก์เก่าเกินไป หรือตอนนี้ไม่แสดงพื้นที่นี้' },
      },
      confirm: (area, address) => `ส่งข้อความเรื่องไฟใน ${area} ไปที่ ${address} ใช่ไหม`,
      yes: 'ใช่ ส่งมา',
      stop: (address) => `หยุดส่งข้อความเรื่องพื้นที่ทั้งหมดไปที่ ${address} ใช่ไหม`,
      stopYes: 'หยุด',
      back: 'ไฟฟ้าแต่ละพื้นที่',
    },
  },
};
