import { type SettableChannel, settableChannels } from '../../contract/system/channel-settings.ts';
import { channelTitles } from '../../domain/alerts/channel-titles.ts';
import { isShort } from '../../domain/system/channel-standing.ts';
import { findChannelSettings } from '../../installation/channel-settings.ts';
import { channelFolder } from '../../installation/paths.ts';
import { SendError } from '../../notify/channel.ts';
import type { ChannelKind, ChannelTools } from '../../notify/channel-kind.ts';
import { channelKinds } from '../../notify/channels/channel-kinds.ts';
import { realTime } from '../../server/clock.ts';
import { type Finding, findingsOf, type Patient } from './finding.ts';

const { ok, warning, wrong } = findingsOf('channels');

const names = channelTitles.en;
const correct = 'Correct its settings on the Channels page of the console.';

/**
 * Whether each channel that is set up works: as a running server says, or as its far end says now. How the
 * bot does, `checkMessenger` says.
 */
export async function checkChannels(patient: Patient): Promise<Finding[]> {
  const { server } = patient;
  if (server?.kind === 'system') {
    return server.system.channels.flatMap((channel) =>
      channel.name === 'telegram' ? [] : describeChannel(channel),
    );
  }
  const asked = settableChannels.map((name) => (name === 'telegram' ? [] : ask(name, patient)));
  return (await Promise.all(asked)).flat();
}

type Standing = Extract<
  NonNullable<Patient['server']>,
  { kind: 'system' }
>['system']['channels'][number];

function describeChannel(standing: Standing): Finding[] {
  return [...describeStanding(standing), ...describeModem(standing)];
}

function describeModem({ name, signal }: Standing): Finding[] {
  if (signal === undefined) return [];
  const called = `${names[name]}: the modem`;
  const mend = 'Move the modem or its antenna, and look at its SIM card.';
  switch (signal.level) {
    case 'good':
      return [ok(`${called} hears its network well (${signal.dbm} dBm).`)];
    case 'weak':
      return [warning(`${called} hears its network weakly (${signal.dbm} dBm).`, mend)];
    case 'none':
      return [wrong(`${called} hears no network.`, mend)];
  }
}

function describeStanding({ name, state, detail, quota }: Standing): Finding[] {
  const called = names[name];
  const short =
    quota !== null && isShort(quota)
      ? [
          warning(
            `${called}: ${quota.used} of ${quota.limit} messages of ${quota.period === 'day' ? 'today' : 'this month'} are used.`,
            'Raise the limit there, or set up another channel.',
          ),
        ]
      : [];
  switch (state) {
    case 'refused':
      return [wrong(`${called} does not accept its settings (${detail}).`, correct), ...short];
    case 'unreachable':
      return [
        wrong(
          `${called} does not answer (${detail}).`,
          'Check the network, the name server and the firewall of this machine.',
        ),
        ...short,
      ];
    case 'limited':
      return [
        wrong(
          `${called} takes no more messages for now (${detail}).`,
          'Raise the limit there, or set up another channel. What waits goes out once it takes messages again.',
        ),
      ];
    case 'starting':
    case 'working':
    case 'conflict':
      return [ok(`${called} is set up.`), ...short];
  }
}

async function ask(name: SettableChannel, { config, nowMs }: Patient): Promise<Finding[]> {
  const found = findChannelSettings(config, name);
  if (found === undefined) return [];
  const kind: ChannelKind<never> = channelKinds[name];
  const quiet = () => {};
  const nothingSent = () => {
    throw new Error('nothing is sent here');
  };
  const tools: ChannelTools = {
    clock: () => ({ wallMs: nowMs, monoMs: 0 }),
    setTimer: realTime.setTimer,
    log: { debug: quiet, info: quiet, warn: quiet, error: quiet },
    publicUrl: config.public_url,
    linkTo: () => null,
    outbound: { allowPrivate: config.allow_private_outbound },
    pushSecret: '',
    dayCountOf: nothingSent,
    leftAlone: { has: nothingSent, add: nothingSent },
    seal: nothingSent,
    open: () => null,
    siteNumberOf: () => null,
    spokenNameOf: () => null,
    acknowledge: nothingSent,
    folderOf: (name) => channelFolder(config.data, name),
    timezone: config.timezone,
  };
  const signal = kind.readSignal?.(found.settings as never, nowMs);
  const standing = {
    ...{ name, since: '', quota: null, last_sent_at: null },
    ...(signal !== undefined && { signal }),
  };
  try {
    await kind.ask?.(found.settings as never, tools);
    return describeChannel({ ...standing, state: 'working', detail: null });
  } catch (error) {
    if (!(error instanceof SendError)) throw error;
    const state = error.permanent ? 'refused' : 'unreachable';
    return describeChannel({ ...standing, state, detail: error.message });
  }
}
