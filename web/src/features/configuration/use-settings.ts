import { useState } from 'react';
import type { DeviceSetup } from '../../lib/device-setup.ts';
import { type DeviceSettings, type DeviceType, suggestType } from './session/device-settings.ts';
import type { SessionState } from './session/session-state.ts';
import {
  type AuthorityFault,
  findAuthorityFault,
  findNameFault,
  findPasswordFault,
  normaliseServerAddress,
  type WifiFault,
} from './settings-rules.ts';

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
  /** Errors to show; none before the first try. */
  readonly faults: SettingFaults;
  /** The Wi-Fi is told: its name, and its password where it has one. */
  readonly isFilled: boolean;
  /** The type is what the board lets guess, and nobody has chosen another. */
  readonly isTypeSuggested: boolean;
  /** From now on faults are shown. @returns what to send, or null when something is wrong */
  readonly submit: () => DeviceSettings | null;
}

const noFaults: SettingFaults = {
  wifiName: null,
  wifiPassword: null,
  serverUrl: null,
  authority: null,
};

export function useSettings(
  setup: DeviceSetup,
  { chip, toldType }: Pick<SessionState, 'chip' | 'toldType'>,
): SettingsForm {
  const [chosenType, setChosenType] = useState<DeviceType | null>(null);
  const [typed, setTyped] = useState<Omit<DeviceSettings, 'deviceType'>>({
    wifiName: '',
    wifiPassword: '',
    isOpenWifi: false,
    activationKey: setup.activationKey,
    phone: setup.phone,
    serverUrl: location.origin,
    allowsPlain: false,
    authority: '',
    forgetsAuthority: false,
  });
  const settings = { ...typed, deviceType: chosenType ?? suggestType(chip, toldType, setup.board) };
  const [wasTried, setWasTried] = useState(false);
  const serverUrl = normaliseServerAddress(settings.serverUrl);
  const faults: SettingFaults = {
    wifiName: findNameFault(settings.wifiName),
    wifiPassword: settings.isOpenWifi ? null : findPasswordFault(settings.wifiPassword),
    serverUrl: serverUrl === null ? 'address' : null,
    authority: settings.forgetsAuthority ? null : findAuthorityFault(settings.authority),
  };
  const isRight = Object.values(faults).every((fault) => fault === null);
  return {
    settings,
    change: ({ deviceType, ...changed }) => {
      if (deviceType !== undefined) setChosenType(deviceType);
      setTyped((before) => ({
        ...before,
        // The permission belongs to one server, and a missing password to one network.
        ...(changed.serverUrl !== undefined && { allowsPlain: false }),
        ...(changed.wifiName !== undefined && { isOpenWifi: false }),
        ...changed,
      }));
    },
    faults: wasTried ? faults : noFaults,
    isFilled:
      settings.wifiName.trim() !== '' && (settings.isOpenWifi || settings.wifiPassword !== ''),
    isTypeSuggested:
      chosenType === null && (chip !== null || toldType !== null || setup.board !== undefined),
    submit: () => {
      setWasTried(true);
      return isRight && serverUrl !== null ? { ...settings, serverUrl } : null;
    },
  };
}
