import { getImage } from '../../actions/firmware/get-firmware.ts';
import {
  chooseFlashImages,
  readAvailable,
  requireFiles,
} from '../../actions/firmware/offer-firmware.ts';
import {
  type FlashManifest,
  firmwareBoardQuerySchema,
  flashManifestSchema,
  flashPartParams,
} from '../../contract/firmware/firmware.ts';
import { AppError } from '../../domain/errors.ts';
import { chipOf } from '../../domain/firmware/firmware-layout.ts';
import type { ApiContext } from '../engine/api-context.ts';
import { type Route, route } from '../engine/route.ts';
import { fileAnswers, sendFile } from '../engine/send-file.ts';

const tag = 'Firmware';
const answerType = 'application/octet-stream';

/**
 * The images that the flashing page, or any other reader of ESP Web Tools' manifests, writes to a board.
 */
export function flashFirmwareRoutes({ monitor, firmware }: ApiContext): Route[] {
  return [
    route(
      {
        method: 'GET',
        path: '/api/public/firmware/manifest.json',
        access: 'public',
        tag,
        summary: 'Read what is flashed onto a board',
        description:
          'In the format of ESP Web Tools, with size, MD5 and SHA-256 of each part besides. The newest version that is not paused.',
        query: firmwareBoardQuerySchema,
        answer: flashManifestSchema,
        errors: ['NOT_FOUND'],
      },
      ({ query: { board } }): FlashManifest => {
        const available = readAvailable(monitor, firmware, board);
        const image = chooseFlashImages(available).get(board);
        if (image === undefined) {
          throw new AppError('NOT_FOUND', `No firmware for ${board} has been added yet.`);
        }
        const { version, parts } = image;
        return {
          name: `FaiWatch ${board}`,
          version,
          builds: [
            {
              chipFamily: chipOf[board],
              parts: parts.map(({ name, offset, size, md5, sha256 }) => ({
                path: `/api/public/firmware/${board}/${version}/${name}.bin`,
                offset,
                size,
                md5,
                sha256,
              })),
            },
          ],
        };
      },
    ),
    route(
      {
        method: 'GET',
        path: '/api/public/firmware/:board/:version/:file',
        access: 'public',
        tag,
        summary: 'Download a part of a firmware',
        description: '`Range` and `If-None-Match` are heeded.',
        params: flashPartParams,
        answerType,
        otherAnswers: fileAnswers,
        errors: ['NOT_FOUND'],
      },
      ({ params: { board, version, file }, request }) => {
        const image = requireFiles(firmware, getImage(monitor.store, board, version));
        const part = image.parts.find(({ name }) => `${name}.bin` === file);
        if (part === undefined) throw new AppError('NOT_FOUND', 'There is no such part.');
        return sendFile(request, {
          path: firmware.pathOf(image, part.name),
          size: part.size,
          etag: `"${part.sha256}"`,
          // A version never changes its content; a day, in case somebody does it anyway.
          cacheControl: 'public, max-age=86400',
        });
      },
    ),
  ];
}
