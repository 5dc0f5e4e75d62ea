import { type Finding, findingsOf, type Patient } from './finding.ts';

const { ok, wrong } = findingsOf('messenger');

/** Whether alerts can reach anybody. */
export function checkMessenger({ config, messenger }: Patient): Finding[] {
  if (messenger === null) {
    return [
      wrong(
        'No Telegram bot is set, so alerts go only to the log.',
        'Ask @BotFather for a token, and paste it on the console’s dashboard or set telegram_token.',
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
