/**
 * Serves Home Assistant's own frontend, and answers its WebSocket with devices and entities as the tests'
 * reader of MQTT discovery made them. What a page asks for beyond these is empty.
 */
import { join } from 'node:path';
import type { Server } from 'bun';
import type { Discovery, HomeAssistant } from './home-assistant.ts';

/** The frontend believes that this was made from an entry of the MQTT integration. */
const entryId = 'mqtt';
const version = '2026.9.0';
const categories = ['config', 'diagnostic'];

export interface ServedFrontend extends Disposable {
  /** Without a slash at the end. */
  readonly url: string;
  /** What its localStorage holds of somebody who is logged in. */
  readonly stored: Readonly<Record<string, string>>;
  /** Where the page of the first device is. */
  readonly devicePath: string;
}

/** @param dir hass_frontend as its package has it */
export function serveFrontend(
  dir: string,
  assistant: HomeAssistant,
  /** Epoch ms. */
  now: number,
): ServedFrontend {
  const answers = makeAnswers(assistant, now);
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request, running: Server<undefined>) {
      const { pathname } = new URL(request.url);
      if (pathname === '/api/websocket') return running.upgrade(request) ? undefined : refuse();
      if (pathname.startsWith('/api/')) return refuse();
      const file = Bun.file(join(dir, pathname));
      if (pathname !== '/' && (await file.exists())) return new Response(file);
      const page = await Bun.file(join(dir, 'index.html')).text();
      // A template for modules of somebody else's. The package looks for its files beside each page.
      const filled = page
        .replace(/\{%- for[\s\S]*endfor -%\}/, '')
        .replace('<head>', '<head><base href="/">');
      return new Response(filled, { headers: { 'content-type': 'text/html' } });
    },
    websocket: {
      open: (socket) => void socket.send(JSON.stringify({ type: 'auth_required', version })),
      message(socket, text) {
        const asked: Asked[] = [JSON.parse(String(text))].flat();
        for (const { id, type, ...more } of asked) {
          if (type === 'auth') {
            socket.send(JSON.stringify({ type: 'auth_ok', ha_version: version }));
            continue;
          }
          const { result = null, event } = answers[type]?.(more) ?? {};
          const lines: object[] = [{ id, type: 'result', success: true, result }];
          if (event !== undefined) lines.push({ id, type: 'event', event });
          for (const line of lines) socket.send(JSON.stringify(line));
        }
      },
    },
  });
  const url = server.url.origin;
  const tokens = {
    ...{ hassUrl: url, clientId: `${url}/`, access_token: 'access', refresh_token: 'refresh' },
    ...{ expires: now + 86_400_000, expires_in: 86_400 },
  };
  return {
    url,
    stored: { hassTokens: JSON.stringify(tokens), selectedLanguage: '"en-GB"' },
    devicePath: `/config/devices/device/${idOf(assistant.discovered[0])}`,
    [Symbol.dispose]: () => void server.stop(true),
  };
}

const refuse = () => new Response(null, { status: 404 });

interface Asked {
  readonly id?: number;
  readonly type: string;
}

interface Answer {
  readonly result?: unknown;
  /** Said at once to who subscribes. */
  readonly event?: unknown;
}

const idOf = (discovery: Discovery | undefined) => discovery?.device.identifiers[0] ?? '';

function makeAnswers(
  assistant: HomeAssistant,
  now: number,
): Readonly<Record<string, (asked: object) => Answer>> {
  const entities = assistant.discovered.flatMap((discovery) =>
    Object.values(discovery.components).map((entity) => ({ entity, discovery })),
  );
  const states = entities.map(({ entity, discovery }) => ({
    entity_id: entity.default_entity_id,
    state: assistant.state(entity.default_entity_id),
    attributes: {
      friendly_name: `${discovery.device.name} ${entity.name}`,
      icon: entity.icon,
      ...(entity.platform !== 'button' && { device_class: entity.device_class }),
      ...(entity.platform === 'sensor' && {
        options: entity.options,
        unit_of_measurement: entity.unit_of_measurement,
      }),
    },
    last_changed: now,
  }));
  const registry = entities.map(({ entity, discovery }) => ({
    id: entity.unique_id,
    entity_id: entity.default_entity_id,
    unique_id: entity.unique_id,
    device_id: idOf(discovery),
    platform: 'mqtt',
    config_entry_id: entryId,
    original_name: entity.name,
    has_entity_name: true,
    entity_category: entity.entity_category ?? null,
    ...{ name: null, icon: null, area_id: null, disabled_by: null, hidden_by: null },
    ...{ labels: [], categories: {}, options: null, translation_key: null },
  }));
  const devices = assistant.discovered.map((discovery) => ({
    ...{ manufacturer: null, model: null, sw_version: null, hw_version: null },
    ...discovery.device,
    id: idOf(discovery),
    identifiers: discovery.device.identifiers.map((id) => ['mqtt', id]),
    config_entries: [entryId],
    config_entries_subentries: { [entryId]: [null] },
    primary_config_entry: entryId,
    ...{ name_by_user: null, area_id: null, disabled_by: null, entry_type: null, labels: [] },
  }));
  const entry = {
    ...{ entry_id: entryId, domain: 'mqtt', title: 'FaiWatch', source: 'user', state: 'loaded' },
    ...{ supported_subentry_types: {}, num_subentries: 0, disabled_by: null, reason: null },
  };
  const panel = (name: string) => ({ component_name: name, url_path: name, config: null });
  return {
    'auth/current_user': () => ({
      result: { id: 'owner', name: 'Owner', is_owner: true, is_admin: true, credentials: [] },
    }),
    get_config: () => ({
      result: {
        ...{ version, state: 'RUNNING', location_name: 'Home', time_zone: 'Asia/Bangkok' },
        ...{ language: 'en-GB', country: 'TH', currency: 'THB', components: ['mqtt', 'config'] },
        unit_system: { length: 'km', mass: 'g', temperature: '°C', volume: 'L' },
        ...{ config_source: 'storage', safe_mode: false, recovery_mode: false },
      },
    }),
    get_panels: () => ({ result: { config: panel('config'), home: panel('home') } }),
    get_services: () => ({ result: { button: { press: {} } } }),
    get_states: () => ({ result: states }),
    subscribe_entities: () => ({
      event: {
        a: Object.fromEntries(
          states.map(({ entity_id: id, state, attributes, last_changed: at }) => [
            id,
            { s: state, a: attributes, c: id, lc: at / 1000 },
          ]),
        ),
      },
    }),
    'config/device_registry/list': () => ({ result: devices }),
    'config/entity_registry/list': () => ({ result: registry }),
    'config/entity_registry/list_for_display': () => ({
      result: {
        entity_categories: categories,
        entities: registry.map((one) => ({
          ...{ ei: one.entity_id, di: one.device_id, en: one.original_name, pl: 'mqtt', hn: true },
          ...(one.entity_category !== null && { ec: categories.indexOf(one.entity_category) }),
          lb: [],
        })),
      },
    }),
    'config_entries/subscribe': () => ({ event: [{ type: null, entry }] }),
    'config_entries/get': () => ({ result: [entry] }),
    'manifest/list': () => ({ result: [{ domain: 'mqtt', name: 'MQTT', is_built_in: true }] }),
    'frontend/get_themes': () => ({ result: { themes: {}, default_theme: 'default' } }),
    'frontend/get_translations': (asked) => ({
      result: { resources: 'category' in asked ? (texts[String(asked.category)] ?? {}) : {} },
    }),
    'frontend/get_icons': () => ({ result: { resources: {} } }),
    'frontend/subscribe_user_data': () => ({ event: { value: null } }),
    'frontend/subscribe_system_data': () => ({ event: { value: null } }),
    'frontend/get_user_data': () => ({ result: { value: null } }),
    'persistent_notification/subscribe': () => ({
      event: { type: 'current', notifications: {} },
    }),
    'labs/subscribe': () => ({ event: { enabled: false } }),
    'recorder/info': () => ({ result: { recording: false, migration_in_progress: false } }),
    'http/config': () => ({ result: { pending: null } }),
    'brands/access_token': () => ({ result: { token: '' } }),
    'repairs/list_issues': () => ({ result: { issues: [] } }),
    'search/related': () => ({ result: {} }),
    ...Object.fromEntries(
      [
        ...['config/area_registry/list', 'config/floor_registry/list'],
        ...['config/label_registry/list', 'diagnostics/list', 'lovelace/dashboards/list'],
        ...['lovelace/resources', 'config/device_registry/list_composite_splits'],
      ].map((name) => [name, () => ({ result: [] })]),
    ),
    'config/device_registry/list_linked_devices': () => ({ result: { linked_devices: [] } }),
  };
}

/** Words that come with the integrations: homeassistant/components/{binary_sensor,mqtt}/strings.json. */
const stateOf = (deviceClass: string) =>
  `component.binary_sensor.entity_component.${deviceClass}.state`;
const texts: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  title: { 'component.mqtt.title': 'MQTT' },
  entity_component: {
    [`${stateOf('power')}.on`]: 'On',
    [`${stateOf('power')}.off`]: 'Off',
    [`${stateOf('connectivity')}.on`]: 'Connected',
    [`${stateOf('connectivity')}.off`]: 'Disconnected',
  },
};
