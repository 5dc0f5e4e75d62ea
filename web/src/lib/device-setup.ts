import { type Board, boards } from '../../../src/domain/devices/device-type.ts';

/**
 * Whose board is being configured, and with which key: chosen in the portal, kept in sessionStorage for
 * the configuration page. Gone with the tab, and at log-out.
 */
const phoneKey = 'customerPhone';
const activationKeyKey = 'activationKey';
const boardKey = 'boardType';

export interface DeviceSetup {
  /** E.164. */
  readonly phone: string;
  readonly activationKey: string;
  /** The board that the key serves, or was sold for. Absent: not known. */
  readonly board?: Board;
}

/** In memory, for a browser that stores nothing; lost when the page is left. */
let unsaved: DeviceSetup | null = null;

/** @returns null when the phone or the key is missing */
export function readDeviceSetup(): DeviceSetup | null {
  try {
    const phone = sessionStorage.getItem(phoneKey) ?? '';
    const activationKey = sessionStorage.getItem(activationKeyKey) ?? '';
    if (phone === '' || activationKey === '') return unsaved;
    const stored = sessionStorage.getItem(boardKey);
    const board = boards.find((one) => one === stored);
    return { phone, activationKey, ...(board !== undefined && { board }) };
  } catch {
    return unsaved;
  }
}

export function saveDeviceSetup(setup: DeviceSetup): void {
  const { phone, activationKey, board } = setup;
  try {
    sessionStorage.setItem(phoneKey, phone);
    sessionStorage.setItem(activationKeyKey, activationKey);
    if (board === undefined) sessionStorage.removeItem(boardKey);
    else sessionStorage.setItem(boardKey, board);
  } catch {
    unsaved = setup;
  }
}

export function clearDeviceSetup(): void {
  unsaved = null;
  try {
    sessionStorage.removeItem(phoneKey);
    sessionStorage.removeItem(activationKeyKey);
    sessionStorage.removeItem(boardKey);
  } catch {
    // An unreadable value counts as missing.
  }
}

/** What showing a key says about the set-up with it. */
export function setupOf(
  phone: string,
  key: { readonly key_code: string; readonly device_type: string | null },
): DeviceSetup {
  const board = boards.find((one) => one === key.device_type);
  return { phone, activationKey: key.key_code, ...(board !== undefined && { board }) };
}
