import { useConsoleLive } from '../../../features/console/live-feed.ts';
import { useAdminOnly } from '../../../features/console/use-admin-only.ts';
import { WallPage } from './wall-page.tsx';

/** The wall view, without the console around it. */
export function AdminWallPage() {
  return useAdminOnly() && <LiveWall />;
}

function LiveWall() {
  return <WallPage live={useConsoleLive({ isOff: false })} />;
}
