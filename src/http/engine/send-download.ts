/**
 * Answers with what is saved as a file.
 * @param name in any script: programs that know RFC 8187 take it whole, others what is ASCII of it
 * @param type its media type
 * @param place `inline`: a browser shows it, and saves it by this name
 */
export function sendDownload(
  body: ConstructorParameters<typeof Response>[0],
  name: string,
  type: string,
  place: 'attachment' | 'inline' = 'attachment',
): Response {
  return new Response(body, {
    headers: {
      'Content-Type': type,
      'Content-Disposition': `${place}; filename="${plainName(name)}"; filename*=UTF-8''${extendedName(name)}`,
      'Cache-Control': 'no-store',
    },
  });
}

/** RFC 6266 appendix D: nothing that some programs take for an escape. */
function plainName(name: string): string {
  return name.replaceAll(/[^\x20-\x7e]+/g, '_').replaceAll(/["\\%]/g, '_');
}

/** RFC 8187 section 3.2.1: what encodeURIComponent leaves and attr-char has not. */
function extendedName(name: string): string {
  return encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
