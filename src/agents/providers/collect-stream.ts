// A reply that comes piece by piece, as one reply: so that a model that has fallen silent is noticed.

import type { LanguageModelMiddleware } from 'ai';
import { CallFault } from '../../errors.ts';

type WrapGenerate = NonNullable<LanguageModelMiddleware['wrapGenerate']>;
type GeneratedReply = Awaited<ReturnType<WrapGenerate>>;
type StreamedReply = Awaited<ReturnType<Parameters<WrapGenerate>[0]['doStream']>>;
type Part = StreamedReply['stream'] extends ReadableStream<infer P> ? P : never;
type Content = GeneratedReply['content'][number];

/** What a model says; anything else, such as a ping, only says that the server is there. */
const TOKENS: ReadonlySet<Part['type']> = new Set([
  ...(['text-delta', 'reasoning-delta', 'tool-input-delta', 'tool-call', 'finish'] as const),
]);

/** Ends the request and throws TimeoutError when no token came for `silenceMs`, from the request on. */
export async function collectStream(
  open: (silence: AbortSignal) => PromiseLike<StreamedReply>,
  silenceMs: number,
): Promise<GeneratedReply> {
  const silence = new Silence(silenceMs);
  try {
    const { stream } = await silence.unlessOver(open(silence.signal));
    return await collect(stream.getReader(), silence);
  } finally {
    silence.end();
  }
}

async function collect(reader: ReadableStreamDefaultReader<Part>, silence: Silence): Promise<GeneratedReply> {
  const texts = new Map<string, string>();
  const calls: Content[] = [];
  let response: GeneratedReply['response'] = {};
  try {
    while (true) {
      const { done, value: part } = await silence.unlessOver(reader.read());
      if (done) throw cutShort();
      if (TOKENS.has(part.type)) silence.begin();
      if (part.type === 'text-delta') texts.set(part.id, (texts.get(part.id) ?? '') + part.delta);
      if (part.type === 'tool-call') calls.push(part);
      if (part.type === 'response-metadata') response = { ...response, ...part };
      if (part.type === 'error') throw part.error;
      if (part.type !== 'finish') continue;
      // The SDK ends every stream, also one that the connection cut.
      if (part.finishReason.unified === 'interrupted') throw cutShort();
      const text = [...texts.values()].map((each): Content => ({ type: 'text', text: each }));
      return {
        content: [...text, ...calls],
        finishReason: part.finishReason,
        usage: part.usage,
        response,
        warnings: [],
      };
    }
  } finally {
    // Ends the connection, also where somebody else still sends.
    reader.cancel().catch(() => undefined);
  }
}

class Silence {
  readonly #ms: number;
  #timer: NodeJS.Timeout | undefined;
  readonly #controller = new AbortController();
  readonly #over = Promise.withResolvers<never>();

  constructor(ms: number) {
    this.#ms = ms;
    // It may be over when nobody waits.
    this.#over.promise.catch(() => undefined);
    this.begin();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  begin(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const reason = new DOMException(`No token came for ${this.#ms / 1000} s.`, 'TimeoutError');
      this.#over.reject(reason);
      this.#controller.abort(reason);
    }, this.#ms);
  }

  end(): void {
    clearTimeout(this.#timer);
  }

  unlessOver<T>(work: PromiseLike<T>): Promise<T> {
    return Promise.race([work, this.#over.promise]);
  }
}

function cutShort(): CallFault {
  return new CallFault(
    'network',
    'Expected a reply with an end; the connection was closed before it. Try again later.',
  );
}
