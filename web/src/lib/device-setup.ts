/**
 * Whose board is being configured, and with which key: chosen in the portal, kept in sessionStorage for
 * the configuration page. Gone with the tab, and at log-out.
 */
const phoneKey = 'customerPhone';
const activationKeyKey = 'activationKey';

export interface DeviceSetup {
  /** E.164. */
  readonly phone: string;
  readonly activationKey: string;
}

/** In memory, for a browser that stores nothing; lost when the page is left. */
let unsaved: DeviceSetup | null = null;

/** @returns null when the phone or the key is missing */
export function readDeviceSetup(): DeviceSetup | null {
  try {
    const phone = sessionStorage.getItem(phoneKey) ?? '';
    const activationKey = sessionStorage.getItem(activationKeyKey) ?? '';
    return phone === '' || activationKey === '' ? unsaved : { phone, activationKey };
  } catch {
    return unsaved;
  }
}

export function saveDeviceSetup({ phone, activationKey }: DeviceSetup): void {
  try {
    sessionStorage.setItem(phoneKey, phone);
    sessionStorage.setItem(activationKeyKey, activationKey);
  } catch {
    unsaved = { phone, activationKey };
  }
}

export function clearDeviceSetup(): void {
  unsaved = null;
  try {
    sessionStorage.removeItem(phoneKey);
    sessionStorage.removeItem(activationKeyKey);
  } catch {
    // An unreadable value counts as missing.
  }
}
