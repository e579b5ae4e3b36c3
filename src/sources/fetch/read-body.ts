// The body of an answer, never more of it than allowed: neither as it comes nor after decompression.

import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw, type ZlibOptions } from 'node:zlib';
import { SourceFault } from '../../errors.ts';

/** Asked for by every request; nothing else is taken. */
export const ENCODINGS = 'gzip, deflate, br';

type Unpack = (bytes: Buffer, options: ZlibOptions) => Promise<Buffer>;

const UNPACK: Readonly<Record<string, Unpack>> = {
  gzip: promisify<Buffer, ZlibOptions, Buffer>(gunzip),
  'x-gzip': promisify<Buffer, ZlibOptions, Buffer>(gunzip),
  br: promisify<Buffer, ZlibOptions, Buffer>(brotliDecompress),
  // Some servers send it without its header.
  deflate: (bytes, options) =>
    ((bytes[0] ?? 0) & 0x0f) === 8
      ? promisify<Buffer, ZlibOptions, Buffer>(inflate)(bytes, options)
      : promisify<Buffer, ZlibOptions, Buffer>(inflateRaw)(bytes, options),
};

export async function readBody(response: IncomingMessage, host: string, max: number, cuts = false): Promise<Buffer> {
  const encoding = (response.headers['content-encoding'] ?? '').trim().toLowerCase();
  const unpack = encoding === '' || encoding === 'identity' ? null : (UNPACK[encoding] ?? undefined);
  if (unpack === undefined) {
    response.on('error', () => {});
    response.destroy();
    throw new SourceFault(
      'source-not-readable',
      `Expected ${ENCODINGS} or plain bytes of ${host}, found another form.`,
    );
  }
  const bytes = await collect(response, host, max, cuts);
  if (unpack === null) return bytes;
  try {
    return await unpack(bytes, { maxOutputLength: max });
  } catch (thrown) {
    if ((thrown as { code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(host, max);
    throw new SourceFault('source-not-readable', `Expected ${encoding} of ${host}, found other bytes.`);
  }
}

function collect(response: IncomingMessage, host: string, max: number, cuts: boolean): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const end = (finish: () => void): void => {
      response.destroy();
      finish();
    };
    response.on('error', reject);
    response.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes <= max) return;
      if (cuts) end(() => resolve(Buffer.concat(chunks).subarray(0, max)));
      else end(() => reject(tooLarge(host, max)));
    });
    response.once('end', () => resolve(Buffer.concat(chunks)));
    response.once('close', () => reject(new Error('The connection closed before the end.')));
  });
}

function tooLarge(host: string, max: number): SourceFault {
  return new SourceFault('source-refused', `Expected at most ${max / 1e6} MB of ${host}, found more.`);
}
