/** A picture of 8 by 8 pixels, and what cameras and programs write around one. */
export const tinyJpeg = new Uint8Array(
  Buffer.from(
    '/9j/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQc1tdhbWGkJ6jq62rZ4C8ybqmx5moq6T/2wBDARweHigjKE4rK06kbl1upKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKT/wAARCAAIAAgDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAL/xAAdEAACAQQDAAAAAAAAAAAAAAAAERIEBRMUI0LR/8QAFQEBAQAAAAAAAAAAAAAAAAAABAX/xAAaEQACAgMAAAAAAAAAAAAAAAABAgADERIx/9oADAMBAAIRAxEAPwCrfQ6WTknNdUk/QARndrG2bseAFGBP/9k=',
    'base64',
  ),
);

/** With where it was taken, a comment, and something behind its end. */
export function tattleJpeg(): Uint8Array {
  const text = (kind: number, said: string) =>
    Buffer.concat([Buffer.from([0xff, kind, 0, 2 + said.length]), Buffer.from(said, 'latin1')]);
  return new Uint8Array(
    Buffer.concat([
      tinyJpeg.subarray(0, 2),
      text(0xe1, 'Exif GPS 18.7883N 98.9853E'),
      text(0xfe, '<script>alert(1)</script>'),
      tinyJpeg.subarray(2),
      Buffer.from('<?php'),
    ]),
  );
}
