/**
 * The loader that is burnt into an ESP chip, and the faster one that esptool puts into its memory, as far
 * as flashing needs them: https://docs.espressif.com/projects/esptool/en/latest/esp32/advanced-topics/serial-protocol.html
 *
 * It is strict: it refuses wrong checksums, blocks out of order or unannounced, and unknown commands.
 */
import { createHash } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import { SlipReader, toSlip } from './slip.ts';

export type ChipName = 'ESP32' | 'ESP32-S2' | 'ESP32-S3';

interface Chip {
  /** Content of `magicRegister`. */
  readonly magic: number;
  /** Bytes of its answer to GET_SECURITY_INFO; null: it has no such command. */
  readonly securityBytes: number | null;
  readonly id: number;
  readonly spiBase: number;
  /** Registers of its SPI controller, from its base. */
  readonly spi: { readonly command: 0; readonly data: number };
}

const chips: Readonly<Record<ChipName, Chip>> = {
  ESP32: {
    magic: 0x00f01d83,
    securityBytes: null,
    id: 0,
    spiBase: 0x3ff42000,
    spi: { command: 0, data: 0x80 },
  },
  'ESP32-S2': {
    magic: 0x000007c6,
    securityBytes: 12,
    id: 2,
    spiBase: 0x3f402000,
    spi: { command: 0, data: 0x58 },
  },
  'ESP32-S3': {
    magic: 0x00000009,
    securityBytes: 20,
    id: 9,
    spiBase: 0x60002000,
    spi: { command: 0, data: 0x58 },
  },
};

const magicRegister = 0x40001000;
const flashBytes = 4 * 1024 * 1024;
/** A Winbond W25Q32: maker, kind, and two to the power of 0x16 bytes. */
const flashId = 0x1640ef;
const spiUserCommand = 1 << 18;
/** Of the ESP32-S2; its highest bit sets it off. */
const watchdogRegister = 0x3f408094;
/** Enough for the answer to leave. */
const watchdogMs = 30;
const romBaud = 115_200;

const op = {
  flashBegin: 0x02,
  flashData: 0x03,
  flashEnd: 0x04,
  memBegin: 0x05,
  memEnd: 0x06,
  memData: 0x07,
  sync: 0x08,
  writeReg: 0x09,
  readReg: 0x0a,
  spiAttach: 0x0d,
  changeBaud: 0x0f,
  deflateBegin: 0x10,
  deflateData: 0x11,
  deflateEnd: 0x12,
  flashMd5: 0x13,
  securityInfo: 0x14,
  eraseFlash: 0xd0,
} as const;

/** Reasons of a refusal. */
const invalidMessage = 0x05;
const failedToAct = 0x06;
const wrongChecksum = 0x07;

export interface EspRomOptions {
  readonly chip: ChipName;
  /** To the page. */
  readonly send: (bytes: Uint8Array) => void;
  /** Whether it waits in its loader, as after "hold 0, tap RST". */
  readonly isInLoader?: boolean;
}

/** A write in progress, block by block. */
interface Transfer {
  readonly offset: number;
  readonly size: number;
  readonly blocks: number;
  readonly data: Uint8Array[];
}

export class EspRom {
  readonly flash = new Uint8Array(flashBytes).fill(0xff);
  /** Where something was written to the flash, in order. */
  readonly writes: { readonly offset: number; readonly size: number }[] = [];
  /** Commands it carried out, in order. */
  readonly commands: number[] = [];
  readonly registers = new Map<number, number>();
  erasures = 0;
  isStub = false;
  isInLoader: boolean;
  /** How fast it speaks; over its own USB the number means nothing. */
  baud = romBaud;
  /** Bytes of the flash that do not take what is written to them. */
  readonly badBytes = new Set<number>();
  /** A command that it fails, as with a locked flash or too little power. */
  readonly refusing = new Set<'erase' | 'write'>();
  /** Called before a block is taken, for example to pull the cable in the middle. */
  onBlock: ((count: number) => void) | undefined;
  /** The watchdog has restarted it into the flash's content. */
  onWatchdog: (() => void) | undefined;
  readonly #chip: Chip;
  readonly #send: (bytes: Uint8Array) => void;
  readonly #packets = new SlipReader();
  #memory: Transfer | null = null;
  #transfer: Transfer | null = null;
  #blocks = 0;

  constructor({ chip, send, isInLoader = true }: EspRomOptions) {
    this.#chip = chips[chip];
    this.#send = send;
    this.isInLoader = isInLoader;
    this.registers.set(magicRegister, this.#chip.magic);
  }

  /** After a reset: into the loader when GPIO0 is low, else into what is in the flash. */
  reset(isInLoader: boolean): void {
    this.isInLoader = isInLoader;
    this.isStub = false;
    this.baud = romBaud;
    this.#memory = null;
    this.#transfer = null;
    this.#packets.reset();
  }

  receive(bytes: Uint8Array): void {
    if (!this.isInLoader) return;
    for (const packet of this.#packets.push(bytes)) {
      if (packet.length >= 8 && packet[0] === 0) this.#handle(packet);
    }
  }

  #handle(packet: Uint8Array): void {
    const view = new DataView(packet.buffer, packet.byteOffset, packet.byteLength);
    const command = view.getUint8(1);
    const checksum = view.getUint32(4, true);
    const data = packet.slice(8);
    if (data.length !== view.getUint16(2, true)) return;
    const word = (index: number) =>
      new DataView(data.buffer, data.byteOffset).getUint32(4 * index, true);
    this.commands.push(command);
    switch (command) {
      case op.sync:
        // The chip's loader answers eight times; the faster one answers once, without content.
        for (let times = 0; times < (this.isStub ? 1 : 8); times++) {
          this.#answer(command, { value: this.isStub ? 0 : 0x20120707 });
        }
        return;
      case op.readReg:
        this.#answer(command, { value: this.#readRegister(word(0)) });
        return;
      case op.writeReg:
        this.#writeRegister(word(0), word(1), word(2));
        this.#answer(command);
        return;
      case op.securityInfo:
        this.#tellSecurity();
        return;
      case op.spiAttach:
        this.#answer(command);
        return;
      case op.changeBaud:
        this.#answer(command);
        this.baud = word(0);
        return;
      case op.memBegin:
        this.#memory = { size: word(0), blocks: word(1), offset: word(3), data: [] };
        this.#answer(command);
        return;
      case op.memData:
        this.#takeBlock(command, this.#memory, data, checksum);
        return;
      case op.memEnd:
        this.#answer(command);
        if (word(1) === 0) return;
        this.isStub = true;
        this.#send(toSlip(new TextEncoder().encode('OHAI')));
        return;
      case op.flashBegin:
      case op.deflateBegin:
        this.#transfer = { size: word(0), blocks: word(1), offset: word(3), data: [] };
        this.#answer(command);
        return;
      case op.flashData:
      case op.deflateData:
        this.onBlock?.(this.#blocks++);
        if (this.refusing.has('write')) {
          this.#answer(command, { refusal: failedToAct });
          return;
        }
        this.#takeBlock(command, this.#transfer, data, checksum);
        return;
      case op.flashEnd:
      case op.deflateEnd:
        this.#finish(command === op.deflateEnd);
        this.#answer(command);
        return;
      case op.flashMd5:
        this.#tellMd5(word(0), word(1));
        return;
      case op.eraseFlash:
        if (!this.isStub) break;
        if (this.refusing.has('erase')) {
          this.#answer(command, { refusal: failedToAct });
          return;
        }
        this.flash.fill(0xff);
        this.erasures++;
        this.#answer(command);
        return;
    }
    this.#refuseUnknown();
  }

  #readRegister(address: number): number {
    return this.registers.get(address) ?? 0;
  }

  #writeRegister(address: number, value: number, mask: number): void {
    const before = this.#readRegister(address);
    this.registers.set(address, ((before & ~mask) | (value & mask)) >>> 0);
    if (address === watchdogRegister && value >>> 31 === 1) {
      setTimeout(() => {
        this.reset(false);
        this.onWatchdog?.();
      }, watchdogMs);
    }
    const { spiBase, spi } = this.#chip;
    if (address !== spiBase + spi.command || (value & spiUserCommand) === 0) return;
    // Only the flash's maker is read in this way.
    this.registers.set(spiBase + spi.data, flashId);
    this.registers.set(address, 0);
  }

  #tellSecurity(): void {
    const { securityBytes, id } = this.#chip;
    if (securityBytes === null) {
      this.#refuseUnknown();
      return;
    }
    const data = new Uint8Array(securityBytes);
    if (securityBytes > 12) new DataView(data.buffer).setUint32(12, id, true);
    this.#answer(op.securityInfo, { data });
  }

  #tellMd5(offset: number, size: number): void {
    const hash = createHash('md5').update(this.flash.subarray(offset, offset + size));
    const data = this.isStub ? hash.digest() : Buffer.from(hash.digest('hex'));
    this.#answer(op.flashMd5, { data: new Uint8Array(data) });
  }

  #takeBlock(command: number, transfer: Transfer | null, data: Uint8Array, checksum: number): void {
    const view = new DataView(data.buffer, data.byteOffset);
    const [size, sequence] = [view.getUint32(0, true), view.getUint32(4, true)];
    const block = data.slice(16);
    const sum = block.reduce((state, byte) => state ^ byte, 0xef);
    if (sum !== checksum) {
      this.#answer(command, { refusal: wrongChecksum });
    } else if (
      transfer === null ||
      block.length !== size ||
      sequence >= transfer.blocks ||
      sequence > transfer.data.length
    ) {
      this.#answer(command, { refusal: failedToAct });
    } else {
      // One that comes again takes the place of the first.
      transfer.data[sequence] = block;
      this.#answer(command);
    }
  }

  #finish(isCompressed: boolean): void {
    const transfer = this.#transfer;
    this.#transfer = null;
    if (transfer === null) return;
    const sent = Buffer.concat(transfer.data);
    const bytes = isCompressed ? inflateSync(sent) : sent.subarray(0, transfer.size);
    this.flash.set(bytes, transfer.offset);
    for (const at of this.badBytes) {
      if (at >= transfer.offset && at < transfer.offset + bytes.length) {
        this.flash[at] = (this.flash[at] ?? 0) ^ 0xff;
      }
    }
    this.writes.push({ offset: transfer.offset, size: bytes.length });
  }

  /** The chip's loader then sends eight errors that name no command. */
  #refuseUnknown(): void {
    for (let times = 0; times < (this.isStub ? 1 : 8); times++) {
      this.#answer(0xff, { refusal: invalidMessage });
    }
  }

  #answer(
    command: number,
    given: { value?: number; data?: Uint8Array; refusal?: number } = {},
  ): void {
    const { value = 0, data = new Uint8Array(0), refusal } = given;
    // Two bytes are used; the chip's loader adds two more.
    const status = new Uint8Array(this.isStub ? 2 : 4);
    if (refusal !== undefined) status.set([1, refusal]);
    const packet = new Uint8Array(8 + data.length + status.length);
    const view = new DataView(packet.buffer);
    packet[0] = 1;
    packet[1] = command;
    view.setUint16(2, data.length + status.length, true);
    view.setUint32(4, value, true);
    packet.set(data, 8);
    packet.set(status, 8 + data.length);
    this.#send(toSlip(packet));
  }
}
