// One call to a model by the AI SDK, and what came of it as a reply of ours.

import type { FinishReason, LanguageModelUsage, ToolSet } from 'ai';
import { CallFault } from '../../errors.ts';
import type { Json, JsonObject } from '../../json.ts';
import type { CallReply, CallRequest, Usage } from '../../ports/provider.ts';
import { collectStream } from './collect-stream.ts';
import { type ModelPlace, openModel } from './model-place.ts';
import { sdkMessages } from './sdk-messages.ts';
import { isStrictSchema } from './strict-schema.ts';
import { type ToolNames, toolNames } from './tool-names.ts';

export interface ModelCall {
  readonly place: ModelPlace;
  readonly model: string;
  readonly apiKey: string | null;
  readonly fetch: typeof fetch;
  readonly request: CallRequest;
  /** What the reply is held to; null: to nothing. */
  readonly schema: JsonObject | null;
}

/** Throws whatever the SDK throws, but for a reply that is not the JSON it was asked for: that is a reply too. */
export async function generateReply(call: ModelCall): Promise<CallReply> {
  const { place, request, schema } = call;
  const sdk = await import('ai');
  const names = toolNames(request);
  const { temperature, timeoutMs, silenceMs } = request.parameters;
  const model = sdk.wrapLanguageModel({
    model: await openModel(place, call),
    // The SDK would print its warnings, such as that a model takes no temperature.
    middleware: {
      specificationVersion: 'v4',
      wrapGenerate: ({ doGenerate, params, model: inner }) =>
        silenceMs === undefined
          ? withoutWarnings(doGenerate())
          : collectStream((silence) => inner.doStream(endedBy(params, silence)), silenceMs),
    },
  });
  const maxOutputTokens = request.outputMax ?? request.parameters.maxOutputTokens;
  try {
    const result = await sdk.generateText({
      model,
      messages: sdkMessages(request.messages, names),
      tools: sdkTools(sdk, request, names, place),
      providerOptions: providerOptions(schema),
      headers: { 'Idempotency-Key': request.idempotencyKey },
      abortSignal: request.signal,
      timeout: timeoutMs,
      maxRetries: 0,
      ...(request.system === '' ? {} : { instructions: request.system }),
      ...(temperature === undefined ? {} : { temperature }),
      ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
      ...(schema === null ? {} : { output: sdk.Output.object({ schema: sdk.jsonSchema<Json>(schema) }) }),
    });
    const calls = result.toolCalls.map((call) => ({
      id: call.toolCallId,
      name: names.ours(call.toolName),
      input: call.input as Json,
    }));
    const structured = schema === null ? undefined : structuredOf(() => result.output as Json);
    const { text, finishReason, usage, response } = result;
    return replyOf(call, { text, finishReason, usage, model: response.modelId, calls, structured });
  } catch (error) {
    if (!sdk.NoObjectGeneratedError.isInstance(error)) throw error;
    // What was written is not JSON: the caller asks the model to repair it, and needs its words for that.
    const { text = '', finishReason = 'other', usage, response } = error;
    return replyOf(call, { text, finishReason, usage, model: response?.modelId, calls: [], structured: undefined });
  }
}

function endedBy<T extends { abortSignal?: AbortSignal | undefined }>(params: T, silence: AbortSignal): T {
  const signals = params.abortSignal === undefined ? [silence] : [params.abortSignal, silence];
  return { ...params, abortSignal: AbortSignal.any(signals) };
}

async function withoutWarnings<T>(generated: PromiseLike<T>): Promise<T & { warnings: [] }> {
  return { ...(await generated), warnings: [] };
}

function sdkTools(sdk: typeof import('ai'), request: CallRequest, names: ToolNames, place: ModelPlace): ToolSet {
  const tools = request.tools.map(({ name, description, input }) => {
    // OpenAI takes a tool as strict unless the request says otherwise; others do not know the word.
    const strict = place.protocol === 'openai' ? { strict: isStrictSchema(input) } : {};
    return [names.sent(name), { description, inputSchema: sdk.jsonSchema<Json>(input), ...strict }] as const;
  });
  return Object.fromEntries(tools) as ToolSet;
}

/** Each provider reads its own. `store: false`: what is asked and answered is not kept at OpenAI. */
function providerOptions(schema: JsonObject | null) {
  const strictJsonSchema = schema !== null && isStrictSchema(schema);
  return { openai: { store: false, strictJsonSchema }, openaiCompatible: { strictJsonSchema } };
}

function structuredOf(read: () => Json): Json | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

interface Outcome {
  readonly text: string;
  readonly finishReason: FinishReason;
  readonly usage: LanguageModelUsage | undefined;
  readonly model: string | undefined;
  readonly calls: CallReply['toolCalls'];
  readonly structured: Json | undefined;
}

function replyOf({ place, model }: ModelCall, outcome: Outcome): CallReply {
  const usage = usageOf(outcome.usage);
  if (outcome.finishReason === 'content-filter') {
    const found = `${place.name} (${model}) refused to answer.`;
    throw new CallFault('content-refused', `${found} Change the prompt, or give the step to a person.`, { usage });
  }
  return {
    text: outcome.text,
    ...(outcome.structured === undefined ? {} : { structured: outcome.structured }),
    toolCalls: outcome.calls,
    usage,
    model: outcome.model ?? null,
    finish: finishOf(outcome),
  };
}

function usageOf(usage: LanguageModelUsage | undefined): Usage | null {
  if (usage?.inputTokens === undefined && usage?.outputTokens === undefined) return null;
  const { inputTokens = 0, outputTokens = 0, inputTokenDetails } = usage;
  return { in: inputTokens, out: outputTokens, cached: inputTokenDetails.cacheReadTokens ?? 0 };
}

function finishOf({ finishReason, calls }: Outcome): CallReply['finish'] {
  if (finishReason === 'length') return 'length';
  // Some servers call a tool and say `stop`.
  if (finishReason === 'tool-calls' || calls.length > 0) return 'tools';
  return finishReason === 'stop' ? 'stop' : 'other';
}
