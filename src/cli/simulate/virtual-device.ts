import type { EnrolRequest, Heartbeat, ResetReason } from '../../contract/fleet/device.ts';
import type { DeviceType } from '../../domain/devices/device-type.ts';
import { Prng } from '../../domain/prng.ts';
import type { ApiRefusal } from './device-api.ts';
import { DeviceHistory, type HistoryEntry } from './device-history.ts';
import type { Board, DeviceWorld, Flash } from './device-world.ts';
import type { Deed } from './fault-script.ts';
import type { SimulatedDevice } from './fleet.ts';
import type { Link } from './mqtt-link.ts';
import { ReportQueue, type SentReport } from './report-queue.ts';
import { Uplink } from './uplink.ts';

interface Persona {
  readonly deviceId: string;
  readonly deviceType: DeviceType;
  readonly hasMainsSense: boolean;
  readonly activationKey: string;
  readonly phone: string;
  /** Seeds the device's own randomness. */
  readonly seed: string;
}

const simulatedFirmwareVersion = 'sim-1.0.0';

/** Time from a board's start to its first try to connect, in ms: Wi-Fi and DHCP. */
const wifiStartMs = { from: 1_500, to: 3_000 } as const;
/** Time from the router's return to the first try to connect, in ms. */
const wifiReturnMs = { from: 500, to: 2_000 } as const;

/**
 * A board without firmware: enrols, sends heartbeats and power reports, keeps reports until they are
 * acknowledged, and can fail in every way in which a real board does.
 */
export class VirtualDevice implements Board, SimulatedDevice {
  readonly persona: Persona;
  readonly #world: DeviceWorld;
  readonly #history: DeviceHistory;
  readonly #flash: Flash = {
    token: null,
    formerToken: null,
    mqtt: null,
    servers: [],
    intervalMs: 0,
    reports: new ReportQueue(),
  };
  readonly #bootPrng: Prng;
  readonly #radioPrng: Prng;
  readonly #mainsPrng: Prng;
  #uplink: Uplink | null = null;
  /** Frozen connections that are still open. */
  #ghosts: Link[] = [];
  #isRunning = false;
  #isNetworkUp = true;
  #power: 'UP' | 'DOWN' = 'UP';
  #bootId = '';
  #bootMono = 0;
  #seq = 0;
  #resetReason: ResetReason = 'power_on';
  #rssi: number;
  #batteryLevel = 100;
  #isAsked = false;
  /** The server has asked for features, so it takes newer fields. */
  #mayTellMore = false;
  #refusal: ApiRefusal | null = null;

  constructor(persona: Persona, world: DeviceWorld) {
    this.persona = persona;
    this.#world = world;
    this.#history = new DeviceHistory(world.counters);
    this.#bootPrng = new Prng(`${persona.seed}/boots`);
    this.#radioPrng = new Prng(`${persona.seed}/radio`);
    this.#mainsPrng = new Prng(`${persona.seed}/mains`);
    this.#rssi = Math.round(this.#radioPrng.between(-75, -45));
  }

  get deviceId(): string {
    return this.persona.deviceId;
  }

  get isOnline(): boolean {
    return !this.#history.isSilent && (this.#uplink?.isOnline ?? false);
  }

  get history(): readonly HistoryEntry[] {
    return this.#history.entries;
  }

  get reports(): readonly SentReport[] {
    return this.#flash.reports.all;
  }

  get waitingReports(): number {
    return this.#flash.reports.size;
  }

  get refusal(): string | null {
    return this.#refusal === null ? null : `${this.#refusal.code}: ${this.#refusal.message}`;
  }

  /** Switches the power on for the first time. */
  switchOn(): void {
    this.#boot('power_on', 0);
  }

  /** Ends as a board does that is switched off properly, and closes connections. */
  stop(): void {
    this.#isRunning = false;
    this.#uplink?.stop();
    this.#uplink = null;
    for (const ghost of this.#ghosts) ghost.close();
    this.#ghosts = [];
  }

  suffer(deed: Deed): void {
    switch (deed) {
      case 'lose-mains':
        this.#loseMains();
        break;
      case 'restore-mains':
        this.#restoreMains();
        break;
      case 'lose-network':
        this.#isNetworkUp = false;
        this.#fallSilent('network');
        break;
      case 'restore-network':
        this.#isNetworkUp = true;
        if (this.#isRunning) this.#connect(wifiReturnMs);
        break;
      case 'crash':
        this.#isRunning = false;
        this.#fallSilent('crash');
        break;
      case 'reboot':
        this.#boot('panic');
    }
  }

  makeEnrolment(): EnrolRequest {
    const { deviceId, deviceType, activationKey, phone } = this.persona;
    return {
      device_id: deviceId,
      activation_key: activationKey,
      phone,
      device_type: deviceType,
      firmware_version: simulatedFirmwareVersion,
    };
  }

  makeHeartbeat(): Heartbeat {
    const { hasMainsSense } = this.persona;
    const drift = Math.round(this.#radioPrng.between(-2, 2));
    this.#rssi = Math.max(-90, Math.min(-35, this.#rssi + drift));
    if (hasMainsSense) this.#wearBattery();
    const isAsked = this.#isAsked;
    // A board that reports a loss has a meter, too.
    const measuresMains = hasMainsSense && this.#power === 'UP';
    this.#isAsked = false;
    return {
      boot_id: this.#bootId,
      seq: this.#nextSeq(),
      uptime_ms: Math.round(this.#world.time.clock().monoMs - this.#bootMono),
      reset_reason: this.#resetReason,
      power: this.#power,
      has_mains_sense: hasMainsSense,
      rssi: this.#rssi,
      ssid: 'Simulated',
      firmware_version: simulatedFirmwareVersion,
      ...(hasMainsSense && { battery_level: this.#batteryLevel }),
      ...(isAsked && { features: ['credentials'] }),
      ...(this.#mayTellMore && measuresMains && { mains_voltage: this.#mainsVoltage() }),
    };
  }

  /** A few volts around 229, and sometimes sagging. */
  #mainsVoltage(): number {
    const sag = this.#mainsPrng.next() < 0.01 ? 25 : 0;
    return Math.round((229 + this.#mainsPrng.between(-4, 4) - sag) * 10) / 10;
  }

  asked(): void {
    this.#isAsked = true;
    this.#mayTellMore = true;
  }

  sent(atMs: number): void {
    this.#history.sent(atMs);
  }

  heard(sentAtMs: number, isHeartbeat: boolean): void {
    this.#history.heard(sentAtMs, this.#world.time.clock().wallMs, isHeartbeat);
  }

  dropped(): void {
    this.#noteSilence('dropped');
  }

  refused(reason: ApiRefusal): void {
    this.#refusal = reason;
  }

  #loseMains(): void {
    this.#history.mainsChanged('mains-lost', this.#world.time.clock().wallMs);
    if (!this.persona.hasMainsSense) {
      this.#isRunning = false;
      this.#fallSilent('mains');
      return;
    }
    this.#power = 'DOWN';
    this.#report('POWER_DOWN');
  }

  #restoreMains(): void {
    this.#history.mainsChanged('mains-back', this.#world.time.clock().wallMs);
    if (!this.persona.hasMainsSense) {
      this.#boot('power_on');
      return;
    }
    this.#power = 'UP';
    this.#report('POWER_RECOVER');
  }

  #report(type: SentReport['type']): void {
    this.#flash.reports.add({
      bootId: this.#bootId,
      seq: this.#nextSeq(),
      type,
      at: this.#world.time.clock(),
      batteryLevel: this.#batteryLevel,
      acknowledgedAt: null,
    });
    this.#uplink?.reportAdded();
  }

  #boot(reason: ResetReason, wifiMs?: number): void {
    const { wallMs, monoMs } = this.#world.time.clock();
    this.#isRunning = true;
    this.#bootId = this.#bootPrng.hex(8);
    this.#bootMono = monoMs;
    this.#history.booted(wallMs, reason);
    this.#seq = 0;
    this.#resetReason = reason;
    if (!this.#isNetworkUp) return;
    this.#connect(wifiMs === undefined ? wifiStartMs : { from: wifiMs, to: wifiMs });
  }

  #connect(afterMs: { readonly from: number; readonly to: number }): void {
    if (this.#refusal !== null) return;
    // A generator of its own, so that back-off does not depend on how often the signal was drawn.
    const prng = new Prng(`${this.persona.seed}/uplink/${this.#bootId}`);
    this.#uplink = new Uplink(this.#world, this, this.#flash, prng);
    this.#uplink.start(prng.between(afterMs.from, afterMs.to));
  }

  /** Stops sending without telling the server. */
  #fallSilent(why: 'mains' | 'network' | 'crash'): void {
    this.#noteSilence(why);
    const ghost = this.#uplink?.freeze() ?? null;
    if (ghost !== null) this.#ghosts.push(ghost);
    this.#uplink = null;
  }

  #noteSilence(why: 'mains' | 'network' | 'crash' | 'dropped'): void {
    const { wallMs } = this.#world.time.clock();
    this.#history.fellSilent(why, wallMs, this.#uplink?.transport ?? 'mqtt');
  }

  #nextSeq(): number {
    this.#seq += 1;
    return this.#seq;
  }

  /** Drains the battery by one per cent a heartbeat, or charges it by five on mains. */
  #wearBattery(): void {
    const change = this.#power === 'UP' ? 5 : -1;
    this.#batteryLevel = Math.max(5, Math.min(100, this.#batteryLevel + change));
  }
}
