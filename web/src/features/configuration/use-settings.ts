import { useState } from 'react';
import type { DeviceSetup } from '../../lib/device-setup.ts';
import { type AuthorityFault, findAuthorityFault } from './own-authority.ts';
import { normaliseServerAddress } from './server-address.ts';
import { type DeviceSettings, defaultDeviceType } from './session/device-settings.ts';
import { findNameFault, findPasswordFault, type WifiFault } from './wifi-rules.ts';

/** What is wrong with what was typed; null: nothing. */
interface SettingFaults {
  readonly wifiName: WifiFault | null;
  readonly wifiPassword: WifiFault | null;
  readonly serverUrl: 'address' | null;
  readonly authority: AuthorityFault | null;
}

export interface SettingsForm {
  readonly settings: DeviceSettings;
  readonly change: (changed: Partial<DeviceSettings>) => void;
  /** As far as they are to be shown: not before somebody tried. */
  readonly faults: SettingFaults;
  /** Both Wi-Fi fields hold something. */
  readonly isFilled: boolean;
  /** From now on faults are shown. @returns what to send, or null when something is wrong */
  readonly submit: () => DeviceSettings | null;
}

const noFaults: SettingFaults = {
  wifiName: null,
  wifiPassword: null,
  serverUrl: null,
  authority: null,
};

export function useSettings(setup: DeviceSetup): SettingsForm {
  const [settings, setSettings] = useState<DeviceSettings>({
    deviceType: defaultDeviceType,
    wifiName: '',
    wifiPassword: '',
    activationKey: setup.activationKey,
    phone: setup.phone,
    serverUrl: location.origin,
    allowsPlain: false,
    authority: '',
    forgetsAuthority: false,
  });
  const [wasTried, setWasTried] = useState(false);
  const serverUrl = normaliseServerAddress(settings.serverUrl);
  const faults: SettingFaults = {
    wifiName: findNameFault(settings.wifiName),
    wifiPassword: findPasswordFault(settings.wifiPassword),
    serverUrl: serverUrl === null ? 'address' : null,
    authority: settings.forgetsAuthority ? null : findAuthorityFault(settings.authority),
  };
  const isRight = Object.values(faults).every((fault) => fault === null);
  return {
    settings,
    // What was allowed for one server is not for another.
    change: (changed) =>
      setSettings((before) => ({
        ...before,
        ...(changed.serverUrl !== undefined && { allowsPlain: false }),
        ...changed,
      })),
    faults: wasTried ? faults : noFaults,
    isFilled: settings.wifiName.trim() !== '' && settings.wifiPassword !== '',
    submit: () => {
      setWasTried(true);
      return isRight && serverUrl !== null ? { ...settings, serverUrl } : null;
    },
  };
}
