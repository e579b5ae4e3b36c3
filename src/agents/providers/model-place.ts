// Where a model is reached: at Anthropic, at OpenAI, or at the base URL of anything that speaks OpenAI's protocol.

import type { LanguageModel } from 'ai';
import { CallFault } from '../../errors.ts';

export interface ModelPlace {
  readonly protocol: 'anthropic' | 'openai' | 'compatible';
  /** For people, limits and money: never with credentials. */
  readonly name: string;
  readonly baseUrl: string;
  /** Credentials that stand in the URL. */
  readonly secrets: readonly string[];
}

const BASE_URLS = { anthropic: 'https://api.anthropic.com/v1', openai: 'https://api.openai.com/v1' };

export function modelPlace(name: string, baseUrl: string | undefined): ModelPlace {
  if (name === 'anthropic' || name === 'openai') {
    const url = readUrl(baseUrl ?? BASE_URLS[name]);
    return { protocol: name, name, baseUrl: written(url), secrets: secretsOf(url) };
  }
  const url = readUrl(baseUrl ?? name);
  return { protocol: 'compatible', name: url.host, baseUrl: written(url), secrets: secretsOf(url) };
}

/** Everything is given: what the SDK is not given, it takes from the environment. */
export async function openModel(
  place: ModelPlace,
  options: { readonly model: string; readonly apiKey: string | null; readonly fetch: typeof fetch },
): Promise<Exclude<LanguageModel, string>> {
  const settings = { baseURL: place.baseUrl, apiKey: options.apiKey ?? '', fetch: options.fetch };
  if (place.protocol === 'anthropic') {
    const { createAnthropic } = await import('@ai-sdk/anthropic');
    return createAnthropic(settings)(options.model);
  }
  if (place.protocol === 'openai') {
    const { createOpenAI } = await import('@ai-sdk/openai');
    return createOpenAI(settings)(options.model);
  }
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  // What a reply that is streamed has cost is reported only on request.
  const more = { name: 'compatible', supportsStructuredOutputs: true, includeUsage: true };
  return createOpenAICompatible({ ...settings, ...more })(options.model);
}

function readUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url !== null && /^https?:$/.test(url.protocol)) return url;
  throw new CallFault(
    'bad-request',
    'Expected a model provider named "anthropic", "openai" or by an http or https base URL; ' +
      `found ${url === null ? JSON.stringify(text.slice(0, 80)) : `a URL that begins with ${url.protocol}`}.`,
  );
}

/** A bare host is taken as people write it: the protocols live under /v1. */
function written(url: URL): string {
  return url.pathname === '/' ? new URL('/v1', url).href : url.href.replace(/(?<!\/)\/+$/, '');
}

function secretsOf({ username, password }: URL): readonly string[] {
  return [decodeURIComponent(password), decodeURIComponent(username)].filter((each) => each !== '');
}
