// Calls as spans of OpenTelemetry, seen by its own SDK.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { context, trace } from '@opentelemetry/api';
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { ended, start } from '../runtime/engines-on-file.ts';
import { answers } from '../support/model-answer.ts';
import { agentEngine, envelope, KEY } from './agent-engine.ts';

test('A call is a span with its model, tokens and what went wrong, and without what was said', async (t) => {
  const exporter = new InMemorySpanExporter();
  trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }));
  t.after(() => {
    trace.disable();
    context.disable();
  });
  const { engine, server } = await agentEngine(t, { agents: { writer: { model: 'claude-sonnet-4-5' } } });
  server.next(answers.overloaded(), answers.usage(envelope('secret words'), { in: 12, out: 3, cached: 0 }));
  const settings = '{"prompt": "Secret prompt.", "assignee": "agent:writer", "retry": {"attempts": 2, "wait": 0.01}}';
  const run = await start(engine, `flowchart TD\n  A[Write]\n%% @A: ${settings}`);
  assert.equal(await ended(engine, run), 'completed');
  const spans = exporter
    .getFinishedSpans()
    .filter(({ instrumentationScope }) => instrumentationScope.name === 'signoff');
  assert.deepEqual(
    spans.map(({ name, attributes }) => [
      name,
      attributes['error.type'] ?? null,
      attributes['gen_ai.usage.input_tokens'],
    ]),
    [
      ['chat claude-sonnet-4-5', 'overloaded', undefined],
      ['chat claude-sonnet-4-5', null, 12],
    ],
  );
  const { attributes } = spans[1] ?? assert.fail('no second span');
  assert.equal(attributes['gen_ai.provider.name'], 'anthropic');
  assert.equal(attributes['gen_ai.agent.id'], 'writer');
  assert.equal(attributes['signoff.step'], 'A');
  const all = JSON.stringify(spans.map((span) => [span.name, span.attributes, span.status, span.events]));
  assert.ok(!/[Ss]ecret|canary/.test(all) && !all.includes(KEY), all);
});
