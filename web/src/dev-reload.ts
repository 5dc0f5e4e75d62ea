/**
 * Development only: the build adds this script to the page when it is asked for a development build.
 * Reloads the page when it is not the newest build any more, and when the server was restarted.
 *
 * /dev-build.txt holds the id of the build and, after the first restart of the server, one of that.
 */
const shownBuild = document.currentScript?.dataset['build'];
let seenRestart: string | undefined | null = null;
let wasAway = false;

async function look(): Promise<void> {
  try {
    const response = await fetch('/dev-build.txt', { cache: 'no-store' });
    const [build, restart] = (await response.text()).split(' ');
    if (!response.ok) return;
    const isRestarted = wasAway || (seenRestart !== null && restart !== seenRestart);
    if (build !== shownBuild || isRestarted) location.reload();
    seenRestart = restart;
    wasAway = false;
  } catch {
    wasAway = true;
  }
}

setInterval(look, 700);
