import type { PlainTab } from './plain-browser.ts';

/** 1.6 Mbit/s, at nine tenths as Lighthouse does, and 150 ms to each answer. */
const network = { latencyMs: 150, bytesPerSecond: (1.6e6 * 0.9) / 8 };
export const screens = {
  phone: { viewport: { width: 360, height: 740 }, slowdown: 4 },
  desk: { viewport: { width: 1280, height: 800 }, slowdown: 1 },
};
/** No page may be seen to move by more, as the browser counts it. */
export const shiftGoal = 0.05;

/** Makes a tab as slow as a cheap phone on a slow network, or a desk on the same. */
export async function slowDown(tab: PlainTab, screen: keyof typeof screens): Promise<void> {
  const { viewport, slowdown } = screens[screen];
  await tab.send('Page.enable');
  await tab.send('Network.enable');
  await tab.send('Network.setBypassServiceWorker', { bypass: true });
  await tab.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: network.latencyMs,
    downloadThroughput: network.bytesPerSecond,
    uploadThroughput: network.bytesPerSecond,
  });
  await tab.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await tab.send('Emulation.setDeviceMetricsOverride', {
    ...viewport,
    ...{ deviceScaleFactor: 1, mobile: false },
  });
}

/** Until nothing was asked for in a second and a half. The stream stays open, so the network need not become idle. */
export async function waitUntilQuiet(asked: readonly unknown[]): Promise<void> {
  const deadline = performance.now() + 10_000;
  for (let count = -1; count !== asked.length && performance.now() < deadline; ) {
    count = asked.length;
    await Bun.sleep(1_500);
  }
}
