import { readMainsVoltage } from '../../actions/fleet/read-mains-voltage.ts';
import { deviceIdParams } from '../../contract/devices/devices.ts';
import {
  type MainsVoltageAnswer,
  mainsVoltageAnswerSchema,
  mainsVoltageQuerySchema,
} from '../../contract/fleet/mains-voltage.ts';
import { normalVolts } from '../../domain/fleet/mains-voltage.ts';
import type { ApiContext } from '../engine/api-context.ts';
import { isoTime } from '../engine/iso-time.ts';
import { type Route, route } from '../engine/route.ts';
import { rangeOf } from './time-range.ts';

const dayMs = 86_400_000;
const range = { usualMs: 7 * dayMs, longestMs: 31 * dayMs };

/** The history of the mains voltage, for boards that measure it. */
export function mainsVoltageRoutes({ monitor }: ApiContext): Route[] {
  const common = {
    method: 'GET',
    cost: 'search',
    tag: 'Reports',
    description:
      'The least, the mean and the highest of every ten minutes, kept for 90 days. At most 31 days; without `to` until now, without `from` the 7 days before `to`.',
    params: deviceIdParams,
    query: mainsVoltageQuerySchema,
    answer: mainsVoltageAnswerSchema,
    errors: ['NOT_FOUND'],
  } as const;
  const answer = (
    whose: { readonly deviceId: string; readonly customerId: number | null },
    query: { readonly from?: number | undefined; readonly to?: number | undefined },
    nowMs: number,
  ): MainsVoltageAnswer => {
    const period = rangeOf(query, nowMs, range);
    return {
      ok: true,
      from: isoTime(period.fromAt),
      to: isoTime(period.toAt),
      normal: normalVolts,
      points: readMainsVoltage(monitor, whose, period).map(({ at, min, mean, max }) => ({
        at: isoTime(at),
        min: toTenth(min),
        mean: toTenth(mean),
        max: toTenth(max),
      })),
    };
  };
  return [
    route(
      {
        ...common,
        path: '/api/customer/devices/:id/mains-voltage',
        access: 'customer',
        summary: 'Read the mains voltage at an own device',
      },
      ({ caller, params, query, now }) =>
        answer({ deviceId: params.id, customerId: caller.id }, query, now.wallMs),
    ),
    route(
      {
        ...common,
        path: '/api/devices/:id/mains-voltage',
        access: 'viewer',
        summary: 'Read the mains voltage at a device',
      },
      ({ params, query, now }) =>
        answer({ deviceId: params.id, customerId: null }, query, now.wallMs),
    ),
  ];
}

function toTenth(volts: number): number {
  return Math.round(volts * 10) / 10;
}
