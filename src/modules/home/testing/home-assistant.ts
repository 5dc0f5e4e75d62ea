/**
 * Home Assistant's MQTT part: what its discovery takes and refuses, and the resulting entities. After homeassistant/components/mqtt/{discovery,schemas,config,binary_sensor,sensor,button}.py of
 * its version 2025.10.
 */
import { z } from 'zod';

const subscribable = z
  .string()
  .min(1)
  .max(65_535)
  .regex(/^[^#+\0]+$/, 'no wildcards here');
const entityId = z.string().regex(/^[a-z_]+\.[a-z0-9]+(_[a-z0-9]+)*$/);
/** Jinja, of which this understands one field of the JSON that came. */
const template = z.string().regex(/^\{\{ value_json\.\w+ \}\}$/);
const url = z.url({ protocol: /^(https?|homeassistant)$/ });

const availability = z.array(z.strictObject({ topic: subscribable })).min(1);

const common = {
  name: z.string().nullable(),
  unique_id: z.string().min(1),
  default_entity_id: entityId,
  icon: z
    .string()
    .regex(/^\w+:[\w-]+$/)
    .optional(),
  entity_category: z.enum(['config', 'diagnostic']).optional(),
  availability: availability.optional(),
  /** Without it the last of several topics to speak decides. */
  availability_mode: z.enum(['all', 'any', 'latest']).optional(),
};

const binarySensor = z.strictObject({
  ...common,
  platform: z.literal('binary_sensor'),
  device_class: z.enum(['power', 'connectivity', 'battery', 'problem', 'plug']).optional(),
  value_template: template.optional(),
  state_topic: subscribable.optional(),
});

const sensor = z
  .strictObject({
    ...common,
    platform: z.literal('sensor'),
    device_class: z.enum(['enum', 'timestamp', 'voltage', 'battery', 'duration']).optional(),
    options: z.array(z.string()).min(1).optional(),
    unit_of_measurement: z.string().optional(),
    value_template: template.optional(),
    state_topic: subscribable.optional(),
  })
  .refine((one) => (one.options === undefined) === (one.device_class !== 'enum'), {
    error: 'options go with the device class enum, and with no other',
  })
  .refine((one) => one.device_class !== 'voltage' || one.unit_of_measurement === 'V')
  .refine((one) => one.device_class !== 'battery' || one.unit_of_measurement === '%')
  .refine(
    ({ device_class, unit_of_measurement: unit }) =>
      unit === undefined || (device_class !== 'enum' && device_class !== 'timestamp'),
    { error: 'no unit goes with this device class' },
  );

const button = z.strictObject({
  ...common,
  platform: z.literal('button'),
  command_topic: subscribable,
  payload_press: z.string().optional(),
});

const discoverySchema = z
  .strictObject({
    device: z
      .strictObject({
        identifiers: z.array(z.string()).default([]),
        connections: z.array(z.tuple([z.string(), z.string()])).default([]),
        manufacturer: z.string().optional(),
        model: z.string().optional(),
        name: z.string().optional(),
        hw_version: z.string().optional(),
        serial_number: z.string().optional(),
        sw_version: z.string().optional(),
        via_device: z.string().optional(),
        suggested_area: z.string().optional(),
        configuration_url: url.optional(),
      })
      .refine(({ identifiers, connections }) => identifiers.length + connections.length > 0),
    origin: z.strictObject({
      name: z.string(),
      sw_version: z.string().optional(),
      support_url: url.optional(),
    }),
    components: z.record(
      z.string(),
      z.discriminatedUnion('platform', [binarySensor, sensor, button]),
    ),
    state_topic: subscribable.optional(),
    command_topic: subscribable.optional(),
    availability: availability.optional(),
    qos: z.union([z.literal(0), z.literal(1), z.literal(2)]).optional(),
    encoding: z.string().optional(),
  })
  .refine(
    ({ components, state_topic: shared }) =>
      Object.values(components).every(
        (one) => one.platform === 'button' || (one.state_topic ?? shared) !== undefined,
      ),
    { error: 'a sensor has no state topic' },
  );

export type Discovery = z.output<typeof discoverySchema>;

/** Device discovery; Home Assistant drops a message that it cannot read, and says so in its log. */
export function readDiscovery(text: string): Discovery {
  return discoverySchema.parse(JSON.parse(text));
}

const discoveryTopic = /^homeassistant\/device\/[a-zA-Z0-9_-]+\/config$/;

/** The entities by id, each with its state. */
export class HomeAssistant {
  readonly refused: string[] = [];
  readonly #devices = new Map<string, Discovery>();
  readonly #values = new Map<string, string>();

  /** A message has come. */
  take(topic: string, payload: string): void {
    if (!topic.startsWith('homeassistant/')) {
      this.#values.set(topic, payload);
      return;
    }
    if (payload === '') this.#devices.delete(topic);
    else if (!discoveryTopic.test(topic)) this.refused.push(topic);
    else {
      try {
        this.#devices.set(topic, readDiscovery(payload));
      } catch (error) {
        this.refused.push(`${topic}: ${error}`);
      }
    }
  }

  /** What was said of each device, in the order of their discovery. */
  get discovered(): Discovery[] {
    return [...this.#devices.values()];
  }

  get devices(): string[] {
    return this.discovered.map(({ device }) => device.name ?? '');
  }

  /** Of all devices. */
  get entities(): Discovery['components'][string][] {
    return this.discovered.flatMap(({ components }) => Object.values(components));
  }

  /** @returns `unavailable`, `unknown`, or what the entity shows; undefined: there is none */
  state(id: string): string | undefined {
    for (const discovery of this.discovered) {
      const entity = Object.values(discovery.components).find(
        (one) => one.default_entity_id === id,
      );
      if (entity !== undefined) return this.#stateOf(entity, discovery);
    }
    return undefined;
  }

  /** The topic of its button. */
  buttonOf(id: string): string | undefined {
    for (const { components } of this.discovered) {
      for (const one of Object.values(components)) {
        if (one.platform === 'button' && one.default_entity_id === id) return one.command_topic;
      }
    }
    return undefined;
  }

  #stateOf(entity: Discovery['components'][string], discovery: Discovery): string {
    const { state_topic: shared } = discovery;
    const topics = entity.availability ?? discovery.availability ?? [];
    if (topics.length > 1 && entity.availability_mode !== 'all') {
      throw new Error('of several availability topics only mode all is understood here');
    }
    const isAway = topics.some(({ topic }) => this.#values.get(topic) !== 'online');
    if (isAway) return 'unavailable';
    if (entity.platform === 'button') return 'unknown';
    const text = this.#values.get(entity.state_topic ?? shared ?? '');
    if (text === undefined) return 'unknown';
    const [, field = ''] = /value_json\.(\w+)/.exec(entity.value_template ?? '') ?? [];
    const value: unknown = JSON.parse(text)[field];
    // A template that gives null gives `None`, which stands for unknown.
    if (value === null || value === undefined) return 'unknown';
    if (entity.platform === 'binary_sensor') {
      if (value !== 'ON' && value !== 'OFF') throw new Error(`${field} is ${value}`);
      return value === 'ON' ? 'on' : 'off';
    }
    if (entity.options !== undefined && !entity.options.includes(String(value))) {
      throw new Error(`${field} is ${value}, which is none of its options`);
    }
    if (entity.device_class === 'timestamp' && Number.isNaN(Date.parse(String(value)))) {
      throw new Error(`${field} is ${value}, which is no time`);
    }
    return String(value);
  }
}
