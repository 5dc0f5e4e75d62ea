/** Inline code of a page: hashes as the policy has them, `'sha256-…'`. */
export interface InlineHashes {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

/**
 * Pages, scripts, styles, fonts, pictures and calls come from this server and nowhere else. Nothing inline
 * runs but what a page was built with and its policy names by hash, nor text that becomes mark-up or code
 * (Trusted Types). `'self'` in connect-src covers WebSockets of the same origin too (CSP level 3).
 */
const makePolicy = ({ scripts, styles }: InlineHashes) =>
  [
    "default-src 'self'",
    "base-uri 'none'",
    "connect-src 'self'",
    "font-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "frame-src 'none'",
    "img-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    ["script-src 'self'", ...scripts].join(' '),
    "require-trusted-types-for 'script'",
    ["style-src 'self'", ...styles].join(' '),
    // Made in web/src/offline/keep-offline-page.ts and web/src/components/map/map-library.ts.
    'trusted-types faiwatch default',
    "worker-src 'self'",
  ].join('; ');

/**
 * Off for everyone, except the serial port, with which our own pages configure a board, and the location,
 * which the page about a site's place rounds before it sends it. The page of customers has the microphone, into
 * which they speak the names of their sites.
 */
const permissionsPolicy = (hasMicrophone: boolean) =>
  [
    'serial=(self)',
    'geolocation=(self)',
    hasMicrophone ? 'microphone=(self)' : off('microphone'),
    ...['camera', 'display-capture', 'hid', 'midi'].map(off),
    ...['payment', 'usb', 'xr-spatial-tracking'].map(off),
  ].join(', ');

function off(feature: string): string {
  return `${feature}=()`;
}

const headers = {
  'Content-Security-Policy': makePolicy({ scripts: [], styles: [] }),
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': permissionsPolicy(false),
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
} as const;

/** Browsers ignore both over plain HTTP, the second one with an error in the console. */
const tlsHeaders = {
  'Strict-Transport-Security': 'max-age=31536000',
  'Cross-Origin-Opener-Policy': 'same-origin',
} as const;

/**
 * The headers that belong on every answer, of pages and API alike.
 *
 * @param isTls the visitor used TLS; browsers are then told to stay with it for a year
 */
export function securityHeaders(isTls = false): Record<string, string> {
  return isTls ? { ...headers, ...tlsHeaders } : { ...headers };
}

/** The same of a page in which scripts or styles stand. */
export function securityHeadersOf(
  inline: InlineHashes,
  hasMicrophone: boolean,
): Record<string, string> {
  return {
    ...headers,
    'Content-Security-Policy': makePolicy(inline),
    'Permissions-Policy': permissionsPolicy(hasMicrophone),
  };
}
