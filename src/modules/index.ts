/** Every module there is, a line each. Nothing else outside a module's folder names it, but for its tables. */
import { areas } from './areas/manifest.ts';
import { calendars } from './calendars/manifest.ts';
import { home } from './home/manifest.ts';
import { map } from './map/manifest.ts';
import type { Module } from './module.ts';
import { oidc } from './oidc/manifest.ts';
import { paper } from './paper/manifest.ts';
import { reliability } from './reliability/manifest.ts';
import { status } from './status/manifest.ts';

export const modules: readonly Module[] = [
  areas,
  calendars,
  home,
  map,
  oidc,
  paper,
  reliability,
  status,
];
