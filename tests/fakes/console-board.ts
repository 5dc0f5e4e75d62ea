/**
 * A board as the page sees it over its cable: the serial commands of docs/device-protocol.md, answered
 * as firmware/core/console.cpp does.
 */
import { isOwnNetworkHost } from '../../src/domain/ip-address.ts';

export interface ConsoleBoardOptions {
  /** Sends to the page. */
  readonly say: (text: string) => void;
  /** Called after `restart` was answered. */
  readonly onRestart?: () => void;
  readonly deviceType?: string;
}

const fields = [
  'wifi_ssid',
  'wifi_pass',
  'activation_key',
  'customer_phone',
  'device_type',
  'server_url',
  'mains_input',
] as const;
/** Of a board that is not configured. */
export const setupNetwork = { name: 'FaiWatch-0000E1', password: 'K7M2QX9TBD' };

export class ConsoleBoard {
  /** Every line that came whole, in order. */
  readonly lines: string[] = [];
  /** The stored configuration. */
  stored: Readonly<Record<string, string>>;
  /** Whether the board sends anything. */
  isSilent = false;
  /** Whether it can write its flash. */
  canStore = true;
  /** The networks it hears, as it lists them; null: firmware that cannot search. */
  networks: readonly string[] | null = [];
  /** Whether its search goes on until `endSearch()`. */
  isSlowToSearch = false;
  /** Prefixes of lines that do not reach it; each is lost once. */
  readonly losing: string[] = [];
  /** Prefixes of lines that reach it in pieces; each once. */
  readonly garbling: string[] = [];
  #draft: Record<string, string>;
  #allowsPlain = false;
  #rest = '';
  readonly #options: ConsoleBoardOptions;
  readonly #deviceType: string;

  constructor(options: ConsoleBoardOptions) {
    this.#options = options;
    this.#deviceType = options.deviceType ?? 'esp32-s2-test';
    this.stored = this.#defaults;
    this.#draft = { ...this.#defaults };
  }

  receive(text: string): void {
    const parts = (this.#rest + text).split(/[\r\n]+/);
    this.#rest = parts.pop() ?? '';
    for (const line of parts) if (line !== '') this.#handle(line);
  }

  /** As after a restart: what was not stored is gone. */
  boot(): void {
    this.#draft = { ...this.stored };
    this.#allowsPlain = false;
    this.#rest = '';
    this.say('* FaiWatch 1.0.0');
    if (this.#isConfigured) return;
    this.say(`* Setup network open: ${setupNetwork.name}`);
    this.say(`* Setup password: ${setupNetwork.password}`);
  }

  say(line: string): void {
    if (!this.isSilent) this.#options.say(`${line}\r\n`);
  }

  /** The search is over, and the board lists the networks. */
  endSearch(): void {
    if (this.networks === null) {
      this.say('ERR unknown_command try help');
      return;
    }
    for (const network of this.networks) this.say(`- wifi_network: ${network}`);
    this.say(`OK scan_wifi ${this.networks.length} networks`);
  }

  get #defaults(): Readonly<Record<string, string>> {
    return { device_type: this.#deviceType, mains_input: 'none' };
  }

  get #isConfigured(): boolean {
    return 'activation_key' in this.stored;
  }

  #handle(line: string): void {
    if (takeMatch(this.losing, line)) return;
    this.lines.push(line);
    if (takeMatch(this.garbling, line)) {
      this.say('ERR unknown_command try help');
      return;
    }
    const at = line.indexOf('=');
    if (at >= 0) this.#set(line.slice(0, at), line.slice(at + 1));
    else this.#run(line);
  }

  #set(name: string, value: string): void {
    if (name === 'allow_plain') {
      this.#allowsPlain = value === 'yes';
      this.say('OK allow_plain');
      return;
    }
    if (name.startsWith('server_ca')) {
      this.#setAuthority(name.slice('server_ca'.length), value);
      return;
    }
    const problem = this.#findProblem(name, value);
    if (!fields.some((field) => field === name)) this.say('ERR unknown_field try help');
    else if (problem !== null) this.say(`ERR bad_value ${name}: ${problem}`);
    else {
      this.#draft[name] = value;
      this.say(`OK ${name}`);
    }
  }

  /** @param place `@` and where in the certificate the part belongs; empty: there is to be none */
  #setAuthority(place: string, value: string): void {
    const before = this.#draft['server_ca'] ?? '';
    const at = (Number(place.slice(1)) / 3) * 4;
    if (place === '') delete this.#draft['server_ca'];
    else if (at > before.length) {
      this.say('ERR bad_value server_ca: base64 that goes on where the last part ended');
      return;
    } else this.#draft['server_ca'] = before.slice(0, at) + value;
    this.say('OK server_ca');
  }

  #findProblem(name: string, value: string): string | null {
    const bytes = new TextEncoder().encode(value).length;
    switch (name) {
      case 'wifi_ssid':
        return bytes < 1 || bytes > 32 ? '1 to 32 bytes' : null;
      case 'wifi_pass':
        return bytes > 0 && (bytes < 8 || bytes > 64) ? '8 to 63 characters' : null;
      case 'activation_key':
        return /^[0-9A-Z]{5}(-[0-9A-Z]{5}){3}$/.test(value)
          ? null
          : 'no activation key; look at each character again';
      case 'device_type': {
        const isDisplay = (type: string) => type === 'esp32-lilygo-t-display';
        return isDisplay(value) === isDisplay(this.#deviceType) ? null : 'this is another board';
      }
      default:
        return null;
    }
  }

  #run(command: string): void {
    const isTest = this.#deviceType === 'esp32-s2-test';
    switch (command) {
      case 'help':
        this.say('- save_config  show_config  clear_config  restart  help');
        this.say('OK help');
        return;
      case 'show_config':
        this.#showConfig();
        return;
      case 'save_config':
        this.#save();
        return;
      case 'clear_config':
        this.stored = this.#defaults;
        this.#draft = { ...this.#defaults };
        this.say('OK clear_config Configuration cleared');
        return;
      case 'scan_wifi':
        if (!this.isSlowToSearch) this.endSearch();
        return;
      case 'restart':
        this.say('OK restart Restarting');
        this.#options.onRestart?.();
        return;
      case 'test_response':
        this.say(
          isTest
            ? 'OK test_response Device is responding'
            : 'ERR not_allowed this is for the test board only',
        );
        return;
      case 'led_test':
        if (!isTest) {
          this.say('ERR not_allowed this is for the test board only');
          return;
        }
        this.say('OK led_test LED test started');
        this.say('* LED on');
        this.say('* LED off');
        return;
      default:
        this.say('ERR unknown_command try help');
    }
  }

  #showConfig(): void {
    for (const field of fields) {
      const value = this.#draft[field];
      this.say(`- ${field}: ${value === undefined ? '(not set)' : mask(field, value)}`);
    }
    const authority = this.#draft['server_ca'];
    this.say(`- server_ca: ${authority === undefined ? '(not set)' : fingerprint(authority)}`);
    this.say(`- setup_network: ${setupNetwork.name}`);
    const password = this.#isConfigured ? '(the server tells it)' : setupNetwork.password;
    this.say(`- setup_password: ${password}`);
    this.say('OK show_config');
  }

  /** Whether its key would go unencrypted to a new server. */
  get #isUnsafe(): boolean {
    const url = this.#draft['server_url'] ?? '';
    if (url === this.stored['server_url'] || this.#allowsPlain) return false;
    const { protocol, hostname } = new URL(url);
    return protocol === 'http:' && !isOwnNetworkHost(hostname);
  }

  #save(): void {
    const missing = fields.find((field) => this.#draft[field] === undefined);
    if (missing !== undefined) this.say(`ERR incomplete ${missing}: not set`);
    else if (this.#isUnsafe) {
      this.say('ERR not_encrypted server_url: https://, a private network, or allow_plain=yes');
    } else if (!this.canStore) this.say('ERR storage_failed nothing was changed; try again');
    else {
      this.stored = { ...this.#draft };
      this.#allowsPlain = false;
      this.say('OK save_config Configuration saved');
    }
  }
}

function fingerprint(base64: string): string {
  const digest = new Bun.CryptoHasher('sha256').update(Buffer.from(base64, 'base64')).digest('hex');
  return (digest.toUpperCase().match(/../g) ?? []).join(':');
}

function mask(field: string, value: string): string {
  if (field === 'activation_key') return `*****-*****-*****-${value.slice(-5)}`;
  return field === 'wifi_pass' ? '********' : value;
}

/** Whether the line begins like one of those; that one is then taken out. */
function takeMatch(beginnings: string[], line: string): boolean {
  const at = beginnings.findIndex((beginning) => line.startsWith(beginning));
  if (at >= 0) beginnings.splice(at, 1);
  return at >= 0;
}
