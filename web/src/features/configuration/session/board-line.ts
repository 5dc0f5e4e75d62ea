/** What a line of the board is; the firmware's serial commands, docs/device-protocol.md. */
export type BoardLine =
  /** A command was done: `OK wifi_ssid`. */
  | { readonly kind: 'ok'; readonly word: string }
  /** It was not: `ERR bad_value wifi_pass: 8 to 63 characters`. */
  | { readonly kind: 'error'; readonly code: string; readonly text: string }
  /** Part of what a command tells before its answer: `- wifi_ssid: Shop`. */
  | { readonly kind: 'detail'; readonly text: string }
  /** Any other line: a notice of the board, or output of another program. */
  | { readonly kind: 'other' };

export function parseBoardLine(line: string): BoardLine {
  const [mark = '', first = '', ...rest] = line.split(' ');
  switch (mark) {
    case 'OK':
      return first === '' ? { kind: 'other' } : { kind: 'ok', word: first };
    case 'ERR':
      return { kind: 'error', code: first, text: rest.join(' ') };
    case '-':
      return { kind: 'detail', text: line.slice(2) };
    default:
      return { kind: 'other' };
  }
}

/** Lines that mean something to whoever reads the log. */
const signs = [
  'wifi_connected',
  'wifi_failed',
  'server_online',
  'server_refused',
  'server_unreachable',
  'config_saved',
  'led_on',
  'led_off',
  'download_mode',
  'no_firmware',
] as const;
export type Sign = (typeof signs)[number];

const patterns: readonly (readonly [RegExp, Sign])[] = [
  [/\bwi-?fi connected\b/i, 'wifi_connected'],
  [/\bwi-?fi not connected\b/i, 'wifi_failed'],
  [/^\* server: online\b/i, 'server_online'],
  [/^\* server refused\b/i, 'server_refused'],
  [/^\* server did not take it\b/i, 'server_unreachable'],
  [/\bconfiguration saved\b/i, 'config_saved'],
  [/\bled on\b/i, 'led_on'],
  [/\bled off\b/i, 'led_off'],
  // Messages of the chip's own loader.
  [/\bwaiting for download\b|\(DOWNLOAD\(/i, 'download_mode'],
  [/\binvalid header: 0xffffffff\b/i, 'no_firmware'],
];

/** Details of a command, above all names of networks, are not notices. */
export function recogniseLine(line: string): Sign | null {
  if (line.startsWith('- ')) return null;
  return patterns.find(([pattern]) => pattern.test(line))?.[1] ?? null;
}
