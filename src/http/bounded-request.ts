// A request whose body has been read, up to a limit: what follows is never surprised by its size or its sender's pace.

/** The same request, as a plain one; null where its body is larger than `bytesMax`. */
export async function boundedRequest(given: Request, bytesMax: number): Promise<Request | null> {
  const { method, headers, url, signal } = given;
  if (given.body === null) return new Request(url, { method, headers, signal });
  // A length that was announced is refused before anything of it is read; Node sees to it that it is not exceeded.
  if (Number(headers.get('content-length') ?? 0) > bytesMax) return null;
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of given.body) {
    bytes += part.byteLength;
    if (bytes > bytesMax) return null;
    parts.push(part);
  }
  const body = bytes === 0 ? {} : { body: Buffer.concat(parts, bytes) };
  return new Request(url, { method, headers, signal, ...body });
}
