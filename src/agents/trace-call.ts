// A call as a span of OpenTelemetry, by its conventions for generative AI. Without a tracer in the process: nothing.

import { type Attributes, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { CallFault } from '../errors.ts';
import type { CallReply, CallRequest } from '../ports/provider.ts';

export interface TracedCall {
  readonly provider: string;
  readonly agent: string;
  readonly request: Pick<CallRequest, 'model' | 'parameters' | 'idempotencyKey' | 'facts'>;
}

/** Neither prompts nor replies are in a span: people who may read traces may not be allowed to read documents. */
export function traceCall(
  { provider, agent, request }: TracedCall,
  call: () => Promise<CallReply>,
): Promise<CallReply> {
  const { model, parameters, idempotencyKey, facts } = request;
  const attributes: Attributes = {
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': provider,
    'gen_ai.agent.id': agent,
    ...(model !== null && { 'gen_ai.request.model': model }),
    ...(parameters.maxOutputTokens !== undefined && { 'gen_ai.request.max_tokens': parameters.maxOutputTokens }),
    ...(parameters.temperature !== undefined && { 'gen_ai.request.temperature': parameters.temperature }),
    'signoff.workflow': facts.workflow,
    'signoff.step': facts.step,
    'signoff.call': idempotencyKey,
  };
  const name = model === null ? 'chat' : `chat ${model}`;
  return trace.getTracer('signoff').startActiveSpan(name, { kind: SpanKind.CLIENT, attributes }, async (span) => {
    try {
      const reply = await call();
      span.setAttribute('gen_ai.response.finish_reasons', [reply.finish]);
      if (reply.model !== null) span.setAttribute('gen_ai.response.model', reply.model);
      if (reply.usage !== null) {
        span.setAttribute('gen_ai.usage.input_tokens', reply.usage.in);
        span.setAttribute('gen_ai.usage.output_tokens', reply.usage.out);
      }
      return reply;
    } catch (thrown) {
      const code = thrown instanceof CallFault ? thrown.code : 'fault';
      span.setAttribute('error.type', code);
      span.setStatus({ code: SpanStatusCode.ERROR, message: code });
      throw thrown;
    } finally {
      span.end();
    }
  });
}
