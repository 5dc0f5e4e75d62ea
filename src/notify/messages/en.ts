import { channelTitles } from '../../domain/alerts/channel-titles.ts';
import type { Catalogue, Past } from './catalogue.ts';

const at = (sites: number) => (sites === 1 ? '' : ` at ${sites} sites`);
const about = (isAbout: boolean) => (isAbout ? 'about ' : '');

function flickered({ flaps }: Past): string {
  if (flaps === 0) return '';
  return `; it came back for a moment ${flaps === 1 ? 'once' : `${flaps} times`} in between`;
}

export const en: Catalogue = {
  alertHeading: (subject, sites) =>
    ({
      mains: `🔴 Mains lost${at(sites)}`,
      silent: `🟠 Contact lost${at(sites)}`,
      mixed: `🔴 Mains or contact lost${at(sites)}`,
    })[subject],
  reminderHeading: (subject, sites) =>
    ({
      mains: `🔴 Still no power${at(sites)}`,
      silent: `🟠 Still no contact${at(sites)}`,
      mixed: `🔴 Still no power or contact${at(sites)}`,
    })[subject],
  overHeading: (subject, sites) =>
    ({
      mains: `⚪ Power was out${at(sites)}`,
      silent: `⚪ Contact was lost${at(sites)}`,
      mixed: `⚪ Power or contact was lost${at(sites)}`,
    })[subject],
  recoveryHeading: (subject, sites) =>
    ({
      mains: `🟢 Power restored${at(sites)}`,
      network: `🔵 Internet restored${at(sites)}; power had stayed on`,
      contact: `🔵 Contact restored${at(sites)}`,
      mixed: `🟢 Power or contact restored${at(sites)}`,
    })[subject],

  mainsSince: (when, isAbout) => `no power since ${about(isAbout)}${when}`,
  silentSince: (when) => `not heard since ${when}`,
  announcedUntil: (until) => ` (announced until ${until})`,
  mainsFor: (duration, when, isAbout) =>
    `still down for ${about(isAbout)}${duration}, since ${about(isAbout)}${when}`,
  asleep: '. Battery low: the board sleeps until power is back',
  silentFor: (duration, when) => `not heard for ${duration}, since ${when}`,
  over: {
    mains: (past) =>
      `power was out ${about(past.isAbout)}${past.span} (${past.duration})${flickered(past)}`,
    network: ({ span, duration }) => `power stayed on, internet was lost ${span} (${duration})`,
    device: ({ span, duration }) =>
      `the board itself restarted, no contact ${span} (${duration}); as far as it can tell, power stayed on`,
    unobserved: ({ span }) =>
      `our server was off or cut off ${span}; whether power was out in that time is not known`,
    silent: ({ span, duration }) => `no contact ${span} (${duration}); the cause is not known`,
  },

  silenceMeans: 'The power may be out, or only the internet. It is not known yet.',
  nearby: (sites, what) =>
    ({
      mains: `📍 Also ${sites} sites nearby have no power: it is not only yours.`,
      silent: `📍 Also ${sites} sites nearby fell silent at the same time.`,
      network: `📍 Also ${sites} sites nearby lost contact, so it looks like the internet, not the power.`,
    })[what],
  powerReturns: '🔆 Power is coming back around you.',
  contactReturns: '🔆 Contact is coming back around you.',
  summaryHeading: '🌙 What happened in your quiet hours',
  lateNotice: (due) => `⏰ This message is late; it was due at ${due}.`,
  andMore: (sites) => (sites === 1 ? '… and 1 more site' : `… and ${sites} more sites`),
  acknowledge: 'Acknowledge',
  muteOneHour: 'Mute 1 h',

  test: {
    heading: '🧪 TEST: this is not a real alert',
    means: 'It shows that messages reach you here. It says nothing about the power at your sites.',
    wouldSay: 'If the power failed now, you would be told here:',
    noSites: 'There is no device on this account yet, so there is nothing to alert you about.',
    quote: (words) => `“${words}”`,
    muted: (words, until) => `“${words}”, but not before ${until}, as it is muted`,
    alertsOff: 'nothing, as alerts are switched off',
    noValidKey: 'nothing, as it has no valid activation key',
    neverHeard: 'nothing, as its board has not been heard yet',
    end: '🧪 End of the test. There is nothing you need to do.',
  },

  expiry: {
    heading: (subject, keys) => {
      const one = keys === 1;
      return {
        ending: one
          ? '🔑 An activation key expires soon'
          : `🔑 ${keys} activation keys expire soon`,
        ended: one ? '🔕 An activation key has expired' : `🔕 ${keys} activation keys have expired`,
        mixed: `🔕 ${keys} activation keys have expired or expire soon`,
      }[subject];
    },
    key: (hint) => `key ${hint}`,
    endsIn: (days, when) => {
      if (days === 0) return `expires today at ${when}`;
      return days === 1 ? `expires tomorrow, ${when}` : `expires in ${days} days, on ${when}`;
    },
    ended: (when) => `expired ${when}; alerts have stopped`,
    renewInTime: 'No alerts are sent for a site whose key has expired. Please renew it in time.',
    renewToResume: 'Alerts resume as soon as it is renewed.',
  },

  account: {
    boardAndKey: (site, hint) => {
      if (site === null) return `key ${hint}`;
      return hint === null ? `board ${site}` : `board ${site} (key ${hint})`;
    },
    joined: (what, by) =>
      `🔐 Now on your account: ${what}${by === null ? '' : `. Confirmed by ${by}`}.`,
    left: (what) => `🔐 No longer on your account: ${what}.`,
    keysJoined: (count) =>
      count === 1
        ? '🔐 An activation key was added to your account.'
        : `🔐 ${count} activation keys were added to your account.`,
    keysLeft: (count) =>
      count === 1
        ? '🔐 An activation key was taken from your account.'
        : `🔐 ${count} activation keys were taken from your account.`,
    codesReplaced: (count) =>
      `🔑 ${count === 1 ? 'An activation key' : `${count} activation keys`} of your account got a new code on the dashboard. The old code no longer works; devices go on.`,
    chatJoined: (chat) =>
      `🔐 Your alerts now also go to: ${chat}. You can disconnect it on your dashboard.`,
    chatLogsIn: (chat) =>
      `🔑 This chat may now log in to your account: ${chat}. You can change that on your dashboard.`,
    chatLeft: (chat) => `🔐 Your alerts no longer go to: ${chat}.`,
    chatMoved: (chat) =>
      `🔐 Your alerts no longer go to ${chat}, which was moved to another account.`,
    cutOff: (account) =>
      `🔐 This chat is no longer connected to ${account} and gets no more alerts. To connect it again: /register`,
    announced: (sites, span) =>
      `📅 Power will be off ${span}, as announced${sites === '' ? '' : `: ${sites}`}. Alerts in that time will say so.`,
    calledOff: (sites, span) =>
      `📅 The announced power cut ${span} is called off${sites === '' ? '' : `: ${sites}`}.`,
    acknowledged: (by, site) => `👍 ${by} has acknowledged the alert for ${site}`,
    acknowledgementWithdrawn: (by, site) =>
      `🔔 ${by} has withdrawn the acknowledgement for ${site}; reminders go on`,
    joinAsked: (what) => `🔐 Set up with your phone number just now: ${what}`,
    questioned: (what) =>
      `🔐 Set up with your phone number before you proved that it is yours: ${what}`,
    isItYours: 'Is it yours? It has no access to your account unless you say yes.',
    proveFirst:
      'To answer, first prove that the number is yours: type /register in a private chat with this bot, and press the button.',
    moreAsked: '🔐 More boards ask to join your account. Please answer on your dashboard.',
    yes: 'Yes, mine',
    no: 'Not mine',
  },

  confirmation: {
    heading: 'Do you want power alerts here?',
    asks: (account) =>
      `The FaiWatch account “${account}” wants to send power alerts to this address.`,
    ignore:
      'If you do not know it, just ignore this message: nothing more is sent. The link works for 30 minutes.',
    action: 'Yes, send alerts here',
  },

  status: {
    began: {
      out: (area) => `🔴 Power is out: ${area}`,
      silent: (area) => `🟠 Out of contact: ${area}`,
    },
    ended: {
      out: (area) => `🟢 Power is coming back: ${area}`,
      silent: (area) => `🟢 Contact is coming back: ${area}`,
    },
    since: (when) => `Since about ${when}`,
    was: (span, duration) => `It lasted from about ${span} (${duration}).`,
    source:
      'Reported by homes and shops there with a power monitor, five minutes late. This is not the word of the electricity authority.',
    page: (url) => `All areas: ${url}`,
    asks: 'Do you want to hear of power outages?',
    about: (area) =>
      `Somebody asked us to tell this address when power goes out in ${area}, and when it comes back.`,
    ignore:
      'If it was not you, just ignore this message: nothing more is sent. The link works for a day.',
    action: 'Yes, tell me',
    follows: (area) => `You will hear of power outages: ${area}`,
    willBeTold: 'This browser is told when power goes out there, and when it comes back.',
    left: (area) => `No longer followed: ${area}`,
    leftMeans: 'Too few sites take part there now, so the page does not show this area any more.',
    stop: 'Stop these messages',
  },
  operator: {
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
        'no-space':
          'its disk has no room for the copy that is made before an update of the database',
        'disk-full': 'its disk is full',
        'disk-refuses': 'its disk takes no writes',
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
  },
};
