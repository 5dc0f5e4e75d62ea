import { channelTitles } from '../../domain/alerts/channel-titles.ts';
import type { ChannelName, Language } from '../../domain/states.ts';
import type { LeadObstacle } from '../../domain/system/cluster.ts';
import type { ChannelTrouble, OwnProblem } from '../../domain/system/system-problems.ts';

/** What the operator is told of the service itself. */
export interface OperatorTexts {
  readonly began: string;
  readonly ended: string;
  readonly seeSystem: string;
  /** The words of a test message. */
  readonly test: { readonly heading: string; readonly text: string };
  /** The words around what the simulated board says. `waits`: the console's, of a message that nobody took yet. */
  readonly simulated: Readonly<Record<'mark' | 'board' | 'end' | 'waits', string>>;
  /** The words of an area outage. */
  readonly area: {
    /** `silent`: of power or the internet, nobody knows yet. */
    readonly began: Readonly<Record<'mains' | 'silent' | 'network', string>>;
    readonly ended: string;
    /** Where sites are known by their points only. */
    readonly unnamed: string;
    readonly andMore: (cells: number) => string;
    readonly lost: (lost: number, sites: number, since: string) => string;
    readonly back: (back: number, lost: number, span: string) => string;
  };
  readonly problem: Readonly<Record<OwnProblem, string>>;
  readonly cluster: {
    readonly quorumLost: (span: string) => string;
    readonly unable: (node: string, why: string) => string;
    readonly obstacle: Readonly<Record<LeadObstacle, string>>;
    readonly behind: (nodes: string) => string;
    readonly moved: (node: string, since: string) => string;
    /** `again`: the same machine leads as before. */
    readonly why: Readonly<Record<'planned' | 'silent' | 'again', (from: string) => string>>;
  };
  readonly channel: Readonly<Record<ChannelName, string>>;
  /** `channel`: its name. */
  readonly trouble: Readonly<Record<ChannelTrouble, (channel: string) => string>>;
}

const en: OperatorTexts = {
  began: '⚠️ FaiWatch itself needs your attention',
  ended: '✅ FaiWatch: solved',
  seeSystem: 'System page',
  test: {
    heading: '🧪 TEST: this is not a real alert',
    text: 'FaiWatch can send messages here.',
  },
  simulated: {
    mark: '🧪 SIMULATED',
    board: 'Simulated board',
    end: 'Only a try-out: there is no such board, and no site has lost power.',
    waits: 'The message was not taken yet. It is tried for ten minutes.',
  },
  area: {
    began: {
      mains: '🔴 Area outage: no power',
      silent: '🟠 Area outage: power or internet',
      network: '🔵 Area outage: internet',
    },
    ended: '🟢 Area outage over',
    unnamed: 'Sites near one another',
    andMore: (cells) => `and ${cells} more`,
    lost: (lost, sites, since) => `${lost} of ${sites} sites lost since about ${since}`,
    back: (back, lost, span) => `${back} of ${lost} sites are back; ${span}`,
  },
  problem: {
    no_messenger: 'No channel is set up, so nobody is alerted.',
    bot_conflict: 'Another program uses the same bot (409). Stop it.',
    bot_refused: 'Telegram does not accept the bot token.',
    bot_unreachable: 'Telegram cannot be reached.',
    broker_away: 'The MQTT broker cannot be reached, so devices that use it cannot report.',
    alerts_late: 'Messages to customers have been waiting for more than a minute.',
    alerts_failed:
      'Some messages to customers could not be delivered. See why, and send them again.',
    credentials_due:
      'A board is refused until somebody enters its current key at the board. Its site is not watched meanwhile. The system page names it.',
    blind:
      'The internet connection of the server is down. Silent devices beyond its own network are not judged meanwhile.',
    backup_old: 'There is no backup from the last 7 days.',
    backup_failed: 'The nightly backup, or copying it elsewhere, keeps failing.',
    disk_low: 'The disk is nearly full.',
    traces_left:
      'The database file may still hold what was deleted before the update. The system page says what to do.',
    certificate_failed: 'The certificate could not be obtained, renewed or used.',
    plain_outside:
      'Boards or people connect from the internet without encryption. Others on the way can read what they send.',
    map_unusable: 'The map of streets (map.pmtiles) cannot be shown. The system page says why.',
    tokens_without_scopes:
      'API tokens from before there were scopes can do less than before. The system page names them.',
    quorum_lost:
      'Too few NATS servers of the cluster answered for a while, so nothing was stored and nobody was told.',
    node_unable: 'A machine of the cluster could not take over. The system page says why.',
    node_behind:
      'A machine of the cluster is silent, or lacks what the others have. Until it is back, there is one less to take over.',
    lead_moved:
      'Another machine of the cluster took over within the last hour. Look at why the one before stopped.',
  },
  cluster: {
    quorumLost: (span) =>
      `${span}, too few NATS servers of the cluster answered: nothing was stored, and nobody was told. Boards kept their reports.`,
    unable: (node, why) => `${node} could not take over: ${why}.`,
    obstacle: {
      'older-release': 'its release is older than that of the machine that leads. Update it',
      'no-space': 'its disk has no room for the copy that is made before an update of the database',
      'disk-full': 'its disk is full',
    },
    behind: (nodes) =>
      `${nodes}: silent, or behind the other machines of the cluster. Meanwhile there is one less to take over.`,
    moved: (node, since) => `${node} leads the cluster since ${since}.`,
    why: {
      planned: (from) => `${from} stepped down, as for an update.`,
      silent: (from) => `${from} had fallen silent. Look at why.`,
      again: () => 'Its service was started anew. Look at why, unless it was you.',
    },
  },
  channel: channelTitles.en,
  trouble: {
    refused: (channel) => `${channel}: the far end does not accept the settings.`,
    unreachable: (channel) => `${channel} is set up, but does not answer.`,
    limited: (channel) =>
      `${channel} takes no more messages for now: its limit is used up. Messages wait.`,
    quota_short: (channel) =>
      `${channel}: four fifths of the messages that may be sent are used up.`,
  },
};

const th: OperatorTexts = {
  began: '⚠️ ระบบ FaiWatch ต้องการการดูแล',
  ended: '✅ ระบบ FaiWatch: แก้ไขแล้ว',
  seeSystem: 'หน้าสถานะระบบ',
  test: {
    heading: '🧪 ทดสอบ: ไม่ใช่การแจ้งเตือนจริง',
    text: 'FaiWatch ส่งข้อความมาที่นี่ได้',
  },
  simulated: {
    mark: '🧪 จำลอง',
    board: 'บอร์ดจำลอง',
    end: 'เป็นเพียงการลองระบบ ไม่มีบอร์ดนี้อยู่จริง และไม่มีจุดใดไฟดับ',
    waits: 'ยังส่งข้อความไม่ถึง ระบบจะลองส่งต่อไปอีกสิบนาที',
  },
  area: {
    began: {
      mains: '🔴 ไฟดับเป็นวงกว้าง',
      silent: '🟠 ขาดการติดต่อเป็นวงกว้าง: ไฟดับหรือเน็ตหลุด',
      network: '🔵 เน็ตหลุดเป็นวงกว้าง',
    },
    ended: '🟢 เหตุขัดข้องเป็นวงกว้างสิ้นสุดแล้ว',
    unnamed: 'จุดที่อยู่ใกล้กัน',
    andMore: (cells) => `และอีก ${cells} พื้นที่`,
    lost: (lost, sites, since) => `${lost} จาก ${sites} จุด ตั้งแต่ราว ${since}`,
    back: (back, lost, span) => `กลับมาแล้ว ${back} จาก ${lost} จุด ช่วง ${span}`,
  },
  problem: {
    no_messenger: 'ยังไม่ได้ตั้งค่าช่องทาง จึงไม่มีใครได้รับแจ้งเตือน',
    bot_conflict: 'มีโปรแกรมอื่นใช้บอตตัวเดียวกันอยู่ (409) กรุณาปิดโปรแกรมนั้น',
    bot_refused: 'Telegram ไม่ยอมรับโทเคนของบอต',
    bot_unreachable: 'ติดต่อ Telegram ไม่ได้',
    broker_away: 'ติดต่อโบรกเกอร์ MQTT ไม่ได้ อุปกรณ์ที่ใช้ช่องทางนี้จึงรายงานไม่ได้',
    alerts_late: 'มีข้อความถึงลูกค้ารอส่งเกินหนึ่งนาที',
    alerts_failed: 'มีข้อความถึงลูกค้าที่ส่งไม่สำเร็จ ดูสาเหตุแล้วส่งใหม่ได้',
    credentials_due:
      'มีอุปกรณ์ที่ยังเชื่อมต่อไม่ได้จนกว่าจะมีคนใส่คีย์ปัจจุบันที่ตัวเครื่อง ระหว่างนี้ไม่ได้เฝ้าจุดนั้น ดูรายชื่อได้ที่หน้าสถานะระบบ',
    blind: 'อินเทอร์เน็ตของเซิร์ฟเวอร์ขัดข้อง ระหว่างนี้ยังไม่ตัดสินอุปกรณ์นอกเครือข่ายของเซิร์ฟเวอร์ที่เงียบไป',
    backup_old: 'ไม่มีข้อมูลสำรองใน 7 วันที่ผ่านมา',
    backup_failed: 'การสำรองข้อมูลทุกคืน หรือการส่งไปเก็บที่อื่น ไม่สำเร็จซ้ำหลายครั้ง',
    disk_low: 'ดิสก์ใกล้เต็ม',
    traces_left: 'ไฟล์ฐานข้อมูลอาจยังมีข้อมูลที่ลบไปก่อนอัปเดตค้างอยู่ ดูวิธีแก้ได้ที่หน้าสถานะระบบ',
    certificate_failed: 'ขอ ต่ออายุ หรือใช้งานใบรับรอง (certificate) ไม่สำเร็จ',
    plain_outside: 'มีบอร์ดหรือผู้ใช้เชื่อมต่อจากอินเทอร์เน็ตโดยไม่เข้ารหัส คนกลางทางอ่านข้อมูลได้',
    map_unusable: 'แสดงแผนที่ถนน (map.pmtiles) ไม่ได้ ดูสาเหตุได้ที่หน้าสถานะระบบ',
    tokens_without_scopes: 'โทเคน API ที่สร้างไว้ก่อนมีสิทธิ์เพิ่มเติม ทำได้น้อยลงกว่าเดิม ดูรายชื่อได้ที่หน้าสถานะระบบ',
    quorum_lost: 'มีช่วงที่เซิร์ฟเวอร์ NATS ของคลัสเตอร์ตอบไม่ครบจำนวน จึงบันทึกข้อมูลไม่ได้และไม่มีใครได้รับแจ้ง',
    node_unable: 'มีเครื่องในคลัสเตอร์ที่ขึ้นทำงานแทนไม่ได้ ดูสาเหตุได้ที่หน้าสถานะระบบ',
    node_behind: 'มีเครื่องในคลัสเตอร์ที่เงียบไปหรือข้อมูลยังไม่ครบ ระหว่างนี้มีเครื่องสำรองน้อยลงหนึ่งเครื่อง',
    lead_moved: 'ในหนึ่งชั่วโมงที่ผ่านมา มีเครื่องอื่นในคลัสเตอร์ขึ้นทำงานแทน กรุณาดูว่าเครื่องเดิมหยุดเพราะอะไร',
  },
  cluster: {
    quorumLost: (span) =>
      `ช่วง ${span} เซิร์ฟเวอร์ NATS ของคลัสเตอร์ตอบไม่ครบจำนวน จึงบันทึกข้อมูลไม่ได้และไม่มีใครได้รับแจ้ง บอร์ดเก็บรายงานไว้ระหว่างนั้น`,
    unable: (node, why) => `${node} ขึ้นทำงานแทนไม่ได้ เพราะ${why}`,
    obstacle: {
      'older-release': 'ใช้รุ่นเก่ากว่าเครื่องที่ทำงานอยู่ กรุณาอัปเดต',
      'no-space': 'พื้นที่ดิสก์ไม่พอสำหรับสำเนาที่ต้องทำก่อนอัปเดตฐานข้อมูล',
      'disk-full': 'ดิสก์เต็ม',
    },
    behind: (nodes) =>
      `${nodes}: เงียบไป หรือข้อมูลยังไม่ครบเท่าเครื่องอื่นในคลัสเตอร์ ระหว่างนี้มีเครื่องสำรองน้อยลงหนึ่งเครื่อง`,
    moved: (node, since) => `${node} เป็นเครื่องที่ทำงานตั้งแต่ ${since}`,
    why: {
      planned: (from) => `${from} ส่งต่องานให้ตามปกติ เช่น ตอนอัปเดต`,
      silent: (from) => `${from} เงียบไป กรุณาดูสาเหตุ`,
      again: () => 'บริการของเครื่องนี้เริ่มทำงานใหม่ ถ้าไม่ใช่คุณสั่งเอง กรุณาดูสาเหตุ',
    },
  },
  channel: channelTitles.th,
  trouble: {
    refused: (channel) => `${channel}: ปลายทางไม่ยอมรับค่าที่ตั้งไว้`,
    unreachable: (channel) => `ตั้งค่า ${channel} ไว้ แต่ปลายทางไม่ตอบ`,
    limited: (channel) => `${channel} ไม่รับข้อความเพิ่มในขณะนี้ เพราะใช้โควตาครบแล้ว ข้อความที่เหลือจะรอส่ง`,
    quota_short: (channel) => `${channel}: ใช้โควตาไปแล้วสี่ในห้า`,
  },
};

export const operatorTexts: Readonly<Record<Language, OperatorTexts>> = { th, en };
