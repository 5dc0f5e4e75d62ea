import type { DeviceSettings } from './device-settings.ts';

/**
 * Compares what `show_config` tells with what was sent. Secrets it tells only in part, a phone in a form of
 * its own and a certificate by its fingerprint, so those are compared as far as they can be.
 * @param details `wifi_ssid: Shop`, …
 * @returns the first field that differs; null: none that was told does
 */
export function findDifference(
  details: readonly string[],
  settings: DeviceSettings,
): string | null {
  const stored = new Map(
    details.map((detail) => {
      const at = detail.indexOf(': ');
      return [detail.slice(0, at), detail.slice(at + 2)] as const;
    }),
  );
  const same: Readonly<Record<string, (value: string) => boolean>> = {
    wifi_ssid: (value) => value === settings.wifiName,
    activation_key: (value) => value.slice(-5) === settings.activationKey.slice(-5),
    device_type: (value) => value === settings.deviceType,
    server_ca: (value) => {
      if (settings.forgetsAuthority) return value === '(not set)';
      return settings.authority.trim() === '' || value !== '(not set)';
    },
  };
  for (const [field, isSame] of Object.entries(same)) {
    const value = stored.get(field);
    if (value !== undefined && !isSame(value)) return field;
  }
  return null;
}
