import type { ApiContext } from './api-context.ts';
import { authRoutes } from './auth.ts';
import { deviceRoutes } from './device.ts';
import type { Route } from './route.ts';
import { settingsRoutes } from './settings.ts';
import { systemRoutes } from './system.ts';

/** Every call there is, chapter by chapter, as the reference shows them. */
export function apiRoutes(context: ApiContext): readonly Route[] {
  return [
    ...authRoutes(context),
    ...settingsRoutes(context),
    ...deviceRoutes(context),
    ...systemRoutes(context),
  ];
}
