/** What each channel is, as far as rules, lists and pages ask: they ask for a trait, and name no channel. */
import { type ChannelName, channelNames } from '../states.ts';

interface ChannelTraits {
  /** It rings and says one thing, where other channels leave a message that can be read later. */
  readonly rings?: true;
  /** Its addresses are phone numbers, each proven by a code. */
  readonly takesNumbers?: true;
  /** Whoever types an address may have typed a stranger's. */
  readonly reachesStrangers?: true;
  /** Whoever is disconnected there is not told of it. */
  readonly partsSilently?: true;
  /** It carries what is wrong with the service to the operator, whose address there can be typed. */
  readonly tellsOperator?: true;
  /** It is asked how it does. */
  readonly isWatched?: true;
}

const traits = {
  // The bot reports by itself how it does.
  telegram: { tellsOperator: true },
  line: { tellsOperator: true, isWatched: true },
  // A mail that confirms the end of mails is unwanted.
  email: { reachesStrangers: true, partsSilently: true, tellsOperator: true, isWatched: true },
  // A browser's address comes from the browser alone, and one that is disconnected may already take nothing.
  webpush: { partsSilently: true, isWatched: true },
  webhook: { tellsOperator: true, isWatched: true },
  // An SMS and a call cost money.
  sms: {
    takesNumbers: true,
    reachesStrangers: true,
    partsSilently: true,
    tellsOperator: true,
    isWatched: true,
  },
  // Calls tell of losses only.
  call: {
    rings: true,
    takesNumbers: true,
    reachesStrangers: true,
    partsSilently: true,
    isWatched: true,
  },
  log: {},
} as const satisfies Readonly<Record<ChannelName, ChannelTraits>>;

type Trait = keyof ChannelTraits;

/** The channels that have a trait. */
export type ChannelWith<T extends Trait> = {
  [Name in ChannelName]: (typeof traits)[Name] extends Readonly<Record<T, true>> ? Name : never;
}[ChannelName];

export function hasTrait<T extends Trait>(name: ChannelName, trait: T): name is ChannelWith<T> {
  const its: ChannelTraits = traits[name];
  return its[trait] === true;
}

/** In the order of all channels. */
export function channelsWith<T extends Trait>(trait: T): readonly ChannelWith<T>[] {
  return channelNames.filter((name) => hasTrait(name, trait));
}

export function rings({ channel }: { readonly channel: ChannelName }): boolean {
  return hasTrait(channel, 'rings');
}
