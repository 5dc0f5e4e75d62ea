import type { BotTexts } from './catalogue.ts';

const times = (count: number) => (count === 1 ? 'once' : `${count} times`);

const inBrackets = (words: string | null) => (words === null ? '' : ` (${words})`);

export const en: BotTexts = {
  commands: {
    status: 'Power now at your sites',
    report: 'Outages this month',
    pin: 'Pin a message that always says how things are',
    unpin: 'End the pinned message',
    mute: 'Mute alerts for 1 h: /mute, /mute 3, /mute 3 Shop',
    unmute: 'Unmute alerts: /unmute, /unmute Shop',
    register: 'Connect this chat to your account',
    login: 'Open your dashboard without a key',
    lang: 'Language: /lang th, /lang en',
    help: 'What this bot can do',
  },
  welcome:
    '👋 <b>FaiWatch</b> tells you here when the power goes out at your home or shop, and when it is back.\n\nConnect this chat to your account with /register.',
  operatorConnected: '✅ Connected. FaiWatch tells this chat what is wrong with the service.',
  welcomeBack: (name) => `👋 This chat is connected to <b>${name}</b>. See /status, or /help.`,
  helpHeading: '<b>What I can do</b>',
  notUnderstood: 'I did not understand that.',
  slowDown: 'Too many messages. I will answer again in a minute; alerts still arrive as usual.',
  failed: 'That did not work. Please try again in a minute.',
  notConnected: 'This chat is not connected to an account yet. To connect it: /register',

  registerPrompt:
    'Press the button below to share your phone number. That is all.\n\nOr type your phone number and activation key:\n<code>/register 0812345678 XXXXX-XXXXX-XXXXX-XXXXX</code>',
  registerOnPage:
    'Press the button below and log in. Your alerts then come to this chat.\n\nOr type your phone number and activation key:\n<code>/register 0812345678 XXXXX-XXXXX-XXXXX-XXXXX</code>',
  registerButton: 'Log in and connect',
  registerTyped:
    'Type your phone number and activation key:\n<code>/register 0812345678 XXXXX-XXXXX-XXXXX-XXXXX</code>',
  registerGroupPrompt:
    'In a group, type your phone number and activation key:\n<code>/register 0812345678 XXXXX-XXXXX-XXXXX-XXXXX</code>\n\nEverybody here will see them. To keep them to yourself, use the link on your dashboard instead.',
  shareContact: '📱 Share my phone number',
  notYourContact: 'That is not your own number. Please use the button.',
  wrongCredentials:
    'Phone number and activation key do not match. Use the number the device was set up with, and any key of that number.',
  tooManyTries: (seconds) => `Too many tries. Please wait ${seconds} seconds.`,
  accountInactive: 'This account is not active. Please ask where you bought your key.',
  linkInvalid: 'This link has been used or has expired. Please get a new one on your dashboard.',
  tooManyChats:
    'This account has 20 chats already. Disconnect one of them on your dashboard first.',
  adminsOnly: 'In a group, only its administrators can do that.',
  notInGroups:
    'That cannot be done in a group. Please use your dashboard, or a private chat with me.',
  moveAsk: (from, to) =>
    `This chat is connected to <b>${from}</b>. Move it to <b>${to}</b>?\n\nAlerts of ${from} will then no longer come here. If you did not ask for this, choose Stay.`,
  moveButton: 'Move',
  stayButton: 'Stay',
  stayed: (name) => `Nothing was changed. This chat is still connected to <b>${name}</b>.`,
  moveStale: 'Too much time has passed. Nothing was changed; please start again.',
  notYourMove: 'Only the person who asked for it can answer this.',
  loginLink: (url) =>
    `🔑 Open your dashboard:\n${url}\n\nThe link works once, within 10 minutes. Do not pass it on: whoever opens it is logged in as you.`,
  loginInPrivate:
    'Please type /login in a private chat with me. In this group, everybody could use the link.',
  loginNotAllowed:
    'This chat is told of outages and can acknowledge them. To log in from here, the owner of the account allows it on the dashboard, under Alerts. If the account is yours: /register',
  loginUnavailable:
    'This service has no web address yet. Please log in with your phone number and key.',
  connected: (name) => `✅ Connected to <b>${name}</b>. Alerts come here from now on.`,
  noDevices: 'There is no device on this account yet. It shows up here once it is set up.',

  powerOn: (since) => `🟢 power on${since === null ? '' : `, since ${since}`}`,
  powerOut: (since, lasting) => `🔴 no power since ${since}${inBrackets(lasting)}`,
  powerReportedOut: '🔴 no power',
  silent: (since, lasting) => `🟠 not heard since ${since}${inBrackets(lasting)}; power not known`,
  powerReturning: (since) => `🟢 power is back since ${since}; waiting to see that it stays`,
  contactReturning: (since) => `🔵 contact is back since ${since}; waiting to see that it stays`,
  powerUnknown: '⚪ online; power not known',
  noContact: '⚪ no contact; power not known',
  neverHeard: '⚪ not heard yet',
  heard: (when) => `last heard ${when}`,
  asleep: '💤 battery low: the board sleeps until power is back',
  reportsMains: 'reports mains loss itself',
  detectsSilence: (seconds) => `detected by silence within ${seconds} s`,
  mutedUntil: (when) => `🔕 muted until ${when}`,
  alertsOff: '🔕 alerts switched off',
  noValidKey: '⚠️ no valid key, so no alerts',
  seenBy: (name) => `acknowledged by ${name}`,
  andMore: (sites) => `… and ${sites} more`,

  reportHeading: (month) => `📊 <b>${month}</b>`,
  reportNone: 'No power outage so far.',
  reportSummary: (count, total, longest) =>
    `Power outages: ${count}\nTotal time: ${total}\nLongest: ${longest}`,
  reportOpenSilent: (count) =>
    count === 1
      ? 'One of them is a loss of contact that has not ended; whether the power is out is not known.'
      : `${count} of them are losses of contact that have not ended; whether the power is out is not known.`,
  reportOthers: (list) => `Also: ${list}.`,
  otherCause: {
    network: (count) => `internet lost, power on: ${times(count)}`,
    device: (count) => `device restarted, power on: ${times(count)}`,
    unobserved: (count) => `not observed: ${times(count)}`,
    silent: (count) => `contact lost, cause not known: ${times(count)}`,
  },

  pinHeading: '📌 Power now',
  pinAsOf: (at) => `Last change seen ${at}`,
  pinOn:
    '📌 A message with the state of your sites comes here and is pinned. It changes as things change. To end it: /unpin',
  pinOff: 'The pinned message ends.',
  pinEnded: 'This message is no longer kept up to date.',
  pinNoRight:
    'I may not pin messages here. Please pin it yourself, or make me an administrator who may.',
  pinNotHere: 'Messages cannot be pinned here. /status always says how things are.',

  muted: (sites, until) => `🔕 Alerts for ${sites} are muted until ${until}. To unmute: /unmute`,
  unmuted: (sites) => `🔔 Alerts for ${sites} are unmuted.`,
  allSites: 'your sites',
  muteNotAllowed:
    'This chat may not mute alerts. The owner of the account can allow it on the dashboard, under Alerts.',
  muteUsage: 'For how many hours? From 1 to 168, for example /mute 3',
  noSuchSite: (sites) => `There is no site of that name. Yours are:\n${sites}`,

  languagePrompt: 'Which language? / ภาษาอะไร',
  languageChosen: 'The owner of the account has chosen the language of this chat.',
  languageSet: 'From now on I write in English.',

  notYours: 'This message belongs to another account.',
  nothingToDo: 'This outage no longer exists.',
  acknowledgedBy: (name, at) => `✅ Acknowledged by ${name}, ${at}`,
  muteNote: (until) => `🔕 Muted until ${until}`,
  ackDone: 'Acknowledged. No more reminders; you will be told when it is back.',
  ackAlready: (name) => `Already acknowledged by ${name}.`,
  ackIsBack: 'Acknowledged. It is back already.',
  muteDone: 'Muted for one hour.',

  saidYes: (name, at) => `✅ ${name} said yes, ${at}`,
  saidNo: (name, at) => `🚫 ${name} said no, ${at}`,
  yesDone: 'It is on your account now.',
  noDone: 'Refused. It cannot ask again.',
  answeredAlready: 'This has already been answered.',
  proveFirst: 'First prove that the number is yours: /register in a private chat.',
  keyRevoked: 'This key has been revoked. Please ask where you bought it.',
};
