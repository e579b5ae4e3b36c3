// Models over HTTP by the AI SDK, which loads at the first call: Anthropic, OpenAI, and whatever speaks as OpenAI does.

import { CallFault } from '../../errors.ts';
import type { JsonObject } from '../../json.ts';
import type { CallReply, CallRequest, Provider } from '../../ports/provider.ts';
import { boundedFetch } from './bounded-fetch.ts';
import { classifyFault, type FaultContext, keyMissing } from './classify-fault.ts';
import type { ModelCall } from './generate-reply.ts';
import { modelPlace } from './model-place.ts';
import { patientFetch } from './patient-fetch.ts';
import { detailOf, thrownCauses } from './thrown-causes.ts';

export interface ModelProviderOptions {
  /** `anthropic`, `openai`, or an http(s) base URL of anything OpenAI-compatible. */
  readonly name: string;
  readonly apiKey: string | null;
  /** In place of the provider's own, as for a proxy. */
  readonly baseUrl?: string;
  readonly defaultModel: string | null;
  readonly fetch?: typeof fetch;
  /** Named in the fault when the key is refused; default: what the provider itself calls it. */
  readonly keyVariable?: string;
  /** For a `retry-after` that is a date. */
  readonly now?: () => number;
}

export function modelProvider(options: ModelProviderOptions): Provider {
  const place = modelPlace(options.name, options.baseUrl);
  const secrets = [options.apiKey ?? '', ...place.secrets];
  const bounded = boundedFetch(options.fetch ?? patientFetch);
  const needsKey = place.protocol !== 'compatible' && options.baseUrl === undefined;
  let takesSchemas = true;

  async function call(request: CallRequest, { model, ...context }: FaultContext): Promise<CallReply> {
    request.signal.throwIfAborted();
    if (options.apiKey === null && needsKey) throw keyMissing({ model, ...context });
    if (model === null) throw modelMissing(place.name);
    const { generateReply } = await import('./generate-reply.ts');
    const schema = takesSchemas ? heldTo(request) : null;
    const ask: ModelCall = { place, model, apiKey: options.apiKey, fetch: bounded, request, schema };
    try {
      return await generateReply(ask);
    } catch (error) {
      // Some servers refuse a request only for its schema. No model worked on it, so the plain one is the first.
      if (schema === null || place.protocol !== 'compatible' || !refusesSchema(error)) throw error;
      takesSchemas = false;
      return await generateReply({ ...ask, schema: null });
    }
  }

  return {
    kind: 'model',
    name: place.name,
    takesSchema: true,
    async call(request) {
      const model = request.model ?? options.defaultModel;
      const context = { provider: place.name, model, secrets, keyVariable: options.keyVariable };
      try {
        return await call(request, context);
      } catch (error) {
        // An abort may carry any reason, and fetch throws just that.
        const thrown = request.signal.aborted ? new DOMException('Aborted by the caller', 'AbortError') : error;
        throw classifyFault(thrown, context, (options.now ?? Date.now)());
      }
    },
  };
}

/** With tools a model must be free to call them, and only an object can be asked for. */
function heldTo({ schema, tools }: CallRequest): JsonObject | null {
  return schema !== null && tools.length === 0 && schema.type === 'object' ? schema : null;
}

function refusesSchema(error: unknown): boolean {
  const answer = thrownCauses(error).find(({ status }) => status === 400 || status === 422);
  return answer !== undefined && /response_format|json_schema/i.test(detailOf(answer).message);
}

function modelMissing(provider: string): CallFault {
  return new CallFault('bad-request', `Expected the name of a model for ${provider}; none is set. Give the agent one.`);
}
