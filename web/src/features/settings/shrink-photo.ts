import { mostPhotoBytes } from '../../../../src/domain/system/shop.ts';

/** Sizes (pixels of the longer side) and qualities to try until the file is small enough. */
const tries = [
  [960, 0.8],
  [960, 0.6],
  [720, 0.6],
  [480, 0.5],
] as const;

/**
 * A picture as a JPEG in base64 that the server takes. Drawn anew, so that nothing of its file is kept:
 * neither where it was taken nor with what.
 * @returns null: the browser cannot read it
 */
export async function shrinkPhoto(file: Blob): Promise<string | null> {
  let picture: ImageBitmap;
  try {
    picture = await createImageBitmap(file);
  } catch {
    return null;
  }
  try {
    for (const [side, quality] of tries) {
      const encoded = draw(picture, side, quality);
      if (encoded !== null && (encoded.length * 3) / 4 <= mostPhotoBytes) return encoded;
    }
    return null;
  } finally {
    picture.close();
  }
}

function draw(picture: ImageBitmap, side: number, quality: number): string | null {
  const scale = Math.min(1, side / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const context = canvas.getContext('2d');
  if (context === null) return null;
  // A JPEG has no see-through parts: they would be black.
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL('image/jpeg', quality).split(',')[1] ?? null;
}
