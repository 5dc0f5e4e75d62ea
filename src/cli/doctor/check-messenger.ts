import { findChannelSettings, findSetUpChannels } from '../../installation/channel-settings.ts';
import { type Finding, findingsOf, type Patient } from './finding.ts';

const { ok, warning, wrong } = findingsOf('messenger');

/** Whether alerts can reach anybody. */
export function checkMessenger({ config, messenger, server }: Patient): Finding[] {
  if (messenger === null) {
    if (findSetUpChannels(config).length > 0) return [];
    const isNobodyTold =
      server?.kind === 'system' && server.system.problems.includes('no_messenger');
    if (findChannelSettings(config, 'webpush') !== undefined && !isNobodyTold) {
      return [
        warning(
          'No messenger is set up, so only browsers that customers connect are told.',
          'Set one up on the Channels page of the console, such as a Telegram bot.',
        ),
      ];
    }
    return [
      wrong(
        'No channel is set up, so nobody is told: alerts go only to the log.',
        'Set one up on the Channels page of the console, such as a Telegram bot.',
      ),
    ];
  }
  switch (messenger.state) {
    case 'reached':
      return [ok(`Telegram knows the bot @${messenger.username}.`)];
    case 'refused':
      return [
        wrong(
          `Telegram refuses the bot’s token (${messenger.detail}).`,
          'Ask @BotFather for the token again (/mybots), and set telegram_token.',
        ),
      ];
    case 'unreachable':
      return [
        wrong(
          `Telegram cannot be reached at ${config.channels.telegram.values['api_root']} (${messenger.detail}).`,
          'Check the network, the name server and the firewall of this machine.',
        ),
      ];
  }
}
