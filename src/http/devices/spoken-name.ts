import { getOwnedDevice } from '../../actions/devices/change-own-device.ts';
import { forgetSpokenName, saveSpokenName } from '../../actions/devices/speak-name.ts';
import { deviceIdParams } from '../../contract/devices/devices.ts';
import {
  saveSpokenNameSchema,
  spokenNameAnswerSchema,
} from '../../contract/devices/spoken-name.ts';
import { doneAnswer } from '../../contract/fields.ts';
import { AppError } from '../../domain/errors.ts';
import { refusals } from '../../domain/findings.ts';
import { wavOf } from '../../domain/wav.ts';
import { readSpokenName } from '../../store/devices/spoken-names.ts';
import type { ApiContext } from '../engine/api-context.ts';
import { isoTime } from '../engine/iso-time.ts';
import { type Route, route } from '../engine/route.ts';

const common = {
  path: '/api/customer/devices/:id/spoken-name',
  access: 'customer',
  forOwner: true,
  tag: 'Portal',
  params: deviceIdParams,
} as const;

/** The name of a site in its owner's voice, for phone calls. */
export function spokenNameRoutes({ monitor, channels }: ApiContext): Route[] {
  const { store } = monitor;
  return [
    route(
      {
        ...common,
        method: 'GET',
        summary: 'Read the spoken name of a site',
        answer: spokenNameAnswerSchema,
        errors: ['NOT_FOUND'],
      },
      ({ caller, params }) => {
        const { row } = getOwnedDevice(store, { customerId: caller.id, deviceId: params.id });
        const name = readSpokenName(store, row);
        const sound = name && Buffer.from(wavOf(name.sound, 'mu-law')).toString('base64');
        return {
          ok: true as const,
          data: { recorded_at: isoTime(name?.recordedAt ?? null), sound },
        };
      },
    ),
    route(
      {
        ...common,
        method: 'PUT',
        summary: 'Speak the name of a site',
        description:
          'Phone calls say it in place of the number of the site. It replaces an earlier one, and goes with the site. Sixty an hour. Refused where calls say no names (`call_names` of the public facts).',
        body: saveSpokenNameSchema,
        answer: () => doneAnswer,
        errors: ['CONFLICT', 'NOT_FOUND', 'RATE_LIMITED'],
      },
      ({ caller, params, body, actor, now }) => {
        const site = { customerId: caller.id, deviceId: params.id };
        getOwnedDevice(store, site);
        if (!channels.sayNames()) throw new AppError('CONFLICT', refusals.channelOff);
        saveSpokenName(monitor, site, Buffer.from(body.sound, 'base64'), actor, now);
        return { ok: true as const, message: 'Name saved' };
      },
    ),
    route(
      {
        ...common,
        method: 'DELETE',
        summary: 'Delete the spoken name of a site',
        answer: () => doneAnswer,
        errors: ['NOT_FOUND'],
      },
      ({ caller, params, actor, now }) => {
        forgetSpokenName(monitor, { customerId: caller.id, deviceId: params.id }, actor, now);
        return { ok: true as const, message: 'Name deleted' };
      },
    ),
  ];
}
