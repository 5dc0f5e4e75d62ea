import {
  getOfferedImage,
  offerFirmware,
  readAvailable,
} from '../../actions/firmware/offer-firmware.ts';
import {
  firmwareBoardQuerySchema,
  firmwareCheckQuerySchema,
  firmwareOfferSchema,
  firmwareVersionParams,
} from '../../contract/firmware/firmware.ts';
import type { ApiContext } from '../engine/api-context.ts';
import { type Route, route } from '../engine/route.ts';
import { fileAnswers, sendFile } from '../engine/send-file.ts';

const tag = 'Device';
const answerType = 'application/octet-stream';
/** A board writes to its flash while it downloads. One that takes nothing for this long is gone. */
const downloadPatienceSeconds = 120;

/** Calls with which a board finds and fetches newer firmware; docs/device-protocol.md, "Firmware updates". */
export function deviceFirmwareRoutes({ monitor, firmware }: ApiContext): Route[] {
  return [
    route(
      {
        method: 'GET',
        path: '/api/device/v1/firmware',
        access: 'device',
        tag,
        summary: 'Ask for newer firmware',
        description:
          'Answers 204 when there is none for this device. `signature` is for the board to check: it covers board, version, size and SHA-256.',
        query: firmwareCheckQuerySchema,
        answer: firmwareOfferSchema,
        otherAnswers: { 204: 'There is nothing newer' },
      },
      ({ caller, query: { board, version }, now }) => {
        const available = readAvailable(monitor, firmware, board);
        const image = offerFirmware(monitor, available, caller, version);
        if (image === null) return new Response(null, { status: 204 });
        caller.imageOfferedMono = now.monoMs;
        return {
          ok: true as const,
          version: image.version,
          size: image.size,
          sha256: image.sha256,
          signature: image.signature,
          url: `/api/device/v1/firmware/${image.version}/image?board=${board}`,
        };
      },
    ),
    route(
      {
        method: 'GET',
        path: '/api/device/v1/firmware/:version/image',
        access: 'device',
        tag,
        summary: 'Download a firmware image',
        description: 'What was offered, as long as its roll-out is not paused. `Range` is heeded.',
        params: firmwareVersionParams,
        query: firmwareBoardQuerySchema,
        answerType,
        otherAnswers: fileAnswers,
        errors: ['NOT_FOUND'],
      },
      ({ params: { version }, query: { board }, request, setIdleTimeout }) => {
        const image = getOfferedImage(monitor, firmware, board, version);
        setIdleTimeout(downloadPatienceSeconds);
        return sendFile(request, {
          path: firmware.pathOf(image, 'app'),
          size: image.size,
          etag: `"${image.sha256}"`,
          cacheControl: 'no-store',
        });
      },
    ),
  ];
}
