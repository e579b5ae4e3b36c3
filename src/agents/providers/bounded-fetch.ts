// A fetch whose replies end at a bound, and which never carries a key to another place.

import { CallFault } from '../../errors.ts';

export const REPLY_BYTES_MAX = 10_000_000;

/** The body errs with CallFault once it is longer than `bytesMax`; what follows is not read. */
export function boundedFetch(inner: typeof fetch, bytesMax: number = REPLY_BYTES_MAX): typeof fetch {
  return async (input, init) => {
    // Fetch drops `Authorization` when it is sent on to another host, but not `x-api-key`.
    const response = await inner(input, { ...init, redirect: 'manual' });
    if (response.body === null) return response;
    if (Number(response.headers.get('content-length')) > bytesMax) {
      await response.body.cancel();
      throw tooLong(bytesMax);
    }
    const { status, statusText, headers } = response;
    return new Response(response.body.pipeThrough(limitBytes(bytesMax)), { status, statusText, headers });
  };
}

function limitBytes(bytesMax: number): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes > bytesMax) controller.error(tooLong(bytesMax));
      else controller.enqueue(chunk);
    },
  });
}

function tooLong(bytesMax: number): CallFault {
  return new CallFault(
    'network',
    `Expected a reply of at most ${bytesMax / 1_000_000} MB; it is longer, and was not read to its end. ` +
      'Lower maxOutputTokens, or check that the base URL is that of a model.',
    { isOfReply: true },
  );
}
