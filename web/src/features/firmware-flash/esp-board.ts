import { md5 } from '@noble/hashes/legacy.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { ESPLoader } from 'esptool-js';
import { type Clock, sleep, within } from '../../lib/serial/find-again.ts';
import {
  type BoardPort,
  describeFailure,
  explainOpening,
  restartBoard,
} from '../../lib/serial/web-serial.ts';
import type { FirmwarePart } from './firmware-offers.ts';
import { FlashStopped } from './flash-state.ts';

/** The first speed of every chip's own loader. */
const loaderBaud = 115_200;
/** Speed over a bridge chip. It means nothing where the chip itself is the USB device. */
const fastBaud = 460_800;
const espressif = 0x303a;

/** A chip whose loader answers. */
export interface EspBoard {
  /** `ESP32-S2` */
  readonly chip: string;
  /** Puts a faster loader into its memory. Nothing of the flash is touched. */
  prepare(): Promise<void>;
  /** Erases the whole flash. */
  erase(): Promise<void>;
  /** Writes a part, then compares the MD5 of the flash as the chip computes it. */
  write(part: FirmwarePart, onProgress: (percent: number) => void): Promise<void>;
  /** Starts what was written. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

interface OpenOptions {
  readonly port: BoardPort;
  readonly clock: Clock;
  /** The chip waits in its loader already: pulling its lines would only disturb it. */
  readonly isWaiting: boolean;
  readonly log: (line: string) => void;
}

/**
 * Opens a port, brings the chip into its loader if its lines allow it, and finds out which it is.
 * @throws FlashStopped
 */
export async function openEspBoard(options: OpenOptions): Promise<EspBoard> {
  const { port, clock, isWaiting, log } = options;
  // Loaded only now: half a megabyte that nothing else needs.
  const esptool = await import('esptool-js');
  const transport = new esptool.Transport(port);
  const baudrate = port.getInfo().usbVendorId === espressif ? loaderBaud : fastBaud;
  const loader = new esptool.ESPLoader({
    transport,
    baudrate,
    romBaudrate: loaderBaud,
    terminal: toTerminal(log),
  });
  // The library would write to the browser's console.
  transport.trace = () => {};
  const openPort = transport.connect.bind(transport);
  let wasOpened = false;
  transport.connect = async (...given) => {
    await openPort(...given);
    wasOpened = true;
  };
  const close = async () => {
    // Closing a lost port may never end.
    await within(
      clock,
      1_000,
      transport.disconnect().catch(() => {}),
      undefined,
    );
  };
  try {
    await loader.detectChip(isWaiting ? 'no_reset' : 'default_reset');
  } catch (error) {
    await close();
    const reason = describeFailure(error);
    if (
      error instanceof esptool.UnexpectedChipIdError ||
      error instanceof esptool.UnexpectedChipMagicError
    ) {
      throw new FlashStopped({ code: 'wrong_chip', reason });
    }
    if (wasOpened) throw new FlashStopped({ code: 'no_loader', reason });
    const code = explainOpening(error) === 'busy' ? 'port_busy' : 'connect_failed';
    throw new FlashStopped({ code, reason });
  }
  return {
    chip: loader.chip.CHIP_NAME,
    prepare: () => prepare(loader, baudrate !== loaderBaud),
    erase: () => erase(loader),
    write: (part, onProgress) => write(loader, part, onProgress),
    restart: () => restart(loader, port, clock),
    close,
  };
}

async function prepare(loader: ESPLoader, isFaster: boolean): Promise<void> {
  const { chip } = loader;
  try {
    // Some chips take smaller blocks over their own USB.
    if ('postConnect' in chip && typeof chip.postConnect === 'function') {
      await chip.postConnect(loader);
    }
    await loader.runStub();
    if (isFaster) await loader.changeBaud();
    const id = await loader.readFlashId();
    if (id === 0 || id === 0xffffff) throw new Error('the flash chip does not answer');
  } catch (error) {
    throw new FlashStopped({ code: 'no_loader', reason: describeFailure(error) });
  }
}

async function erase(loader: ESPLoader): Promise<void> {
  try {
    await loader.eraseFlash();
  } catch (error) {
    throw new FlashStopped({ code: 'erase_failed', reason: describeFailure(error) });
  }
}

async function write(
  loader: ESPLoader,
  { offset, bytes, name }: FirmwarePart,
  onProgress: (percent: number) => void,
): Promise<void> {
  try {
    await loader.writeFlash({
      fileArray: [{ data: bytes, address: offset }],
      flashMode: 'keep',
      flashFreq: 'keep',
      flashSize: 'keep',
      eraseAll: false,
      compress: true,
      reportProgress: (_file, written, total) => onProgress((100 * written) / total),
      calculateMD5Hash: (bytes) => bytesToHex(md5(bytes)),
    });
  } catch (error) {
    const reason = describeFailure(error);
    const code = /MD5 of file does not match/.test(reason) ? 'verify_failed' : 'write_failed';
    throw new FlashStopped({ code, part: name, reason });
  }
}

/**
 * A chip with USB of its own that came into its loader by its buttons does not leave it over its lines:
 * its watchdog restarts it, as esptool does (ESP32-S2 TRM, "RTC watchdog"; esptool targets/esp32s2.py).
 */
async function restart(loader: ESPLoader, port: BoardPort, clock: Clock): Promise<void> {
  if (loader.chip.CHIP_NAME !== 'ESP32-S2' || !(await loader.usesUsbOtg())) {
    await restartBoard(port, clock);
    return;
  }
  const { writeProtect, unlock, config0, config1, bootOption, forceLoader } = s2Watchdog;
  await loader.writeReg(bootOption, 0, forceLoader);
  await loader.writeReg(writeProtect, unlock);
  await loader.writeReg(config1, 2_000);
  // Switches the watchdog on; its first stage resets the whole chip.
  await loader.writeReg(config0, (1 << 31) | (5 << 28) | (1 << 8) | 2);
  // The chip may restart before it answers.
  await loader.writeReg(writeProtect, 0).catch(() => {});
  await sleep(clock, 500);
}

const s2Watchdog = {
  config0: 0x3f408094,
  config1: 0x3f408098,
  writeProtect: 0x3f4080ac,
  unlock: 0x50d83aa1,
  /** Its lowest bit keeps the chip in its loader. */
  bootOption: 0x3f408128,
  forceLoader: 1,
} as const;

/** The loader's lines about single blocks, which the page shows as progress instead. */
const tooMuch = /^(Writing at|esptool\.js|Serial port |File {2}md5|Leaving)/;

function toTerminal(log: (line: string) => void) {
  const tell = (text: string) => {
    const line = text.trim();
    if (line !== '' && !tooMuch.test(line)) log(line);
  };
  return { clean: () => {}, write: tell, writeLine: tell };
}
