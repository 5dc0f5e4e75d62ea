import type { PublicInfo } from '../../../../../src/contract/system/public-info.ts';

const timeoutMs = 15_000;

/** Prices, bot and version as the server has them now. The page's head asks for it before any script. */
export async function getPublicInfo(): Promise<PublicInfo> {
  const response = await fetch('/api/public/info', { signal: AbortSignal.timeout(timeoutMs) });
  if (!response.ok) throw new Error(`/api/public/info answered ${response.status}`);
  // Page and server come from one binary, so the shape is trusted rather than parsed again.
  return response.json();
}
