import { ConsoleLayout } from '../features/console/components/console-layout.tsx';
import { ConsolePalette } from './console-palette.tsx';

/** Around every page of the console. */
export function AdminLayout() {
  return <ConsoleLayout Palette={ConsolePalette} />;
}
