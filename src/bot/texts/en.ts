import type { BotTexts } from './catalogue.ts';

const times = (count: number) => (count === 1 ? 'once' : `${count} times`);

export const en: BotTexts = {
  commands: {
    status: 'How things stand at your sites',
    report: 'Outages this month',
    mute: 'No messages for an hour: /mute, /mute 3, /mute 3 Shop',
    unmute: 'Messages again: /unmute, /unmute Shop',
    register: 'Connect this chat to your account',
    login: 'Open your dashboard without a key',
    lang: 'Language: /lang th, /lang en',
    help: 'What this bot can do',
  },
  welcome:
    '👋 <b>FaiWatch</b> tells you here when the power goes out at your home or shop, and when it is back.\n\nConnect this chat to your account with /register.',
  welcomeBack: (name) => `👋 This chat is connected to <b>${name}</b>. See /status, or /help.`,
  helpHeading: '<b>What I can do</b>',
  notUnderstood: 'I did not understand that.',
  slowDown: 'That is a lot at once. I will answer again in a minute; alerts come as always.',
  failed: 'That did not work just now. Please try again in a minute.',
  notConnected: 'This chat is not connected to an account yet: /register',

  registerPrompt:
    'Press the button below to share your phone number. That is all.\n\nOr write phone and activation key:\n<code>/register 0812345678 XXXXX-XXXXX-XXXXX-XXXXX</code>',
  registerGroupPrompt:
    'In a group, write phone and activation key:\n<code>/register 0812345678 XXXXX-XXXXX-XXXXX-XXXXX</code>\n\nEverybody here will see them; a link from your dashboard keeps them to yourself.',
  shareContact: '📱 Share my phone number',
  notYourContact: 'That is not your own number. Please use the button.',
  wrongCredentials:
    'Phone and activation key do not match. Use the phone the device was set up with, and any of its keys.',
  tooManyTries: (seconds) => `Too many tries. Please wait ${seconds} seconds.`,
  accountInactive: 'This account is not active. Please ask where you bought your key.',
  linkInvalid: 'This link was used already or is too old. Please make a new one on your dashboard.',
  tooManyChats:
    'This account has 20 chats already. Disconnect one of them on your dashboard first.',
  adminsOnly: 'In a group, only its administrators can do that.',
  moveAsk: (from, to) =>
    `This chat is connected to <b>${from}</b>. Move it to <b>${to}</b>?\n\nAlerts of ${from} would no longer come here. If you did not ask for this, choose Stay.`,
  moveButton: 'Move',
  stayButton: 'Stay',
  stayed: (name) => `Nothing was changed. This chat is still connected to <b>${name}</b>.`,
  moveStale: 'That was too long ago. Nothing was changed; please start again.',
  notYourMove: 'Only the person who asked for it can answer this.',
  loginLink: (url) =>
    `🔑 Open your dashboard:\n${url}\n\nThe link is good for 10 minutes, and once. Do not pass it on: whoever opens it is signed in as you.`,
  loginInPrivate:
    'Please write /login to me in a chat of our own; here everybody could use the link.',
  loginUnavailable:
    'This service has no address for its pages yet. Please log in with phone and key.',
  connected: (name) => `✅ Connected to <b>${name}</b>. Alerts come here from now on.`,
  noDevices: 'There is no device on this account yet. It shows up here once it is set up.',

  powerOn: (since) => `🟢 power on${since === null ? '' : `, since ${since}`}`,
  powerOut: (since, lasting) => `🔴 no power since ${since} (${lasting})`,
  powerReportedOut: '🔴 no power',
  silent: (since, lasting) =>
    `🟠 not heard since ${since} (${lasting}); whether there is power is not known`,
  powerReturning: (since) => `🟢 power is back since ${since}; waiting whether it stays`,
  contactReturning: (since) => `🔵 contact is back since ${since}; waiting whether it stays`,
  powerUnknown: '⚪ online; whether there is power is not known',
  noContact: '⚪ no contact; whether there is power is not known',
  neverHeard: '⚪ not heard yet',
  heard: (when) => `last heard ${when}`,
  reportsMains: 'reports mains itself',
  detectsSilence: (seconds) => `detected by silence within ${seconds} s`,
  mutedUntil: (when) => `🔕 muted until ${when}`,
  alertsOff: '🔕 alerts switched off',
  noValidKey: '⚠️ no valid key, so no alerts',
  seenBy: (name) => `acknowledged by ${name}`,
  andMore: (sites) => `… and ${sites} more`,

  reportHeading: (month) => `📊 <b>${month}</b>`,
  reportNone: 'No power outage so far.',
  reportSummary: (count, total, longest) =>
    `Power outages: ${count}\nTogether: ${total}\nLongest: ${longest}`,
  reportOpenSilent: (count) =>
    count === 1
      ? 'One of them is a loss of contact that goes on; whether power is out is not known.'
      : `${count} of them are losses of contact that go on; whether power is out is not known.`,
  reportOthers: (list) => `Besides: ${list}.`,
  otherCause: {
    network: (count) => `internet lost, power on: ${times(count)}`,
    device: (count) => `board restarted: ${times(count)}`,
    unobserved: (count) => `not observed by us: ${times(count)}`,
    silent: (count) => `contact lost, cause unknown: ${times(count)}`,
  },

  muted: (sites, until) => `🔕 No messages about ${sites} until ${until}. /unmute ends it.`,
  unmuted: (sites) => `🔔 Messages about ${sites} come again.`,
  allSites: 'your sites',
  muteUsage: 'For how many hours? From 1 to 168, for example /mute 3',
  noSuchSite: (sites) => `There is no site of that name. Yours are:\n${sites}`,

  languagePrompt: 'Which language? / ภาษาอะไร',
  languageSet: 'I will write in English.',

  notYours: 'This message belongs to another account.',
  nothingToDo: 'This outage is not there any more.',
  acknowledgedBy: (name, at) => `✅ Acknowledged by ${name}, ${at}`,
  muteNote: (until) => `🔕 Muted until ${until}`,
  ackDone: 'Acknowledged. No more reminders; you will hear when it is back.',
  ackAlready: (name) => `Already acknowledged by ${name}.`,
  ackIsBack: 'Noted. It is back already.',
  muteDone: 'Muted for one hour.',

  saidYes: (name, at) => `✅ ${name} said yes, ${at}`,
  saidNo: (name, at) => `🚫 ${name} said no, ${at}`,
  yesDone: 'It is on your account now.',
  noDone: 'Turned away. It cannot ask again.',
  answeredAlready: 'That was answered already.',
  proveFirst: 'First prove that the number is yours: /register in a chat of your own.',
  keyRevoked: 'This key was revoked. Please ask where it was bought.',
};
