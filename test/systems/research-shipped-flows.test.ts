// The flows that ship for checks and prompts are those that the orchestrator makes of a plan with all workers.

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { BRIEF_DEFAULTS, type Brief } from '../../src/systems/research/brief.ts';
import { flow_of } from '../../src/systems/research/orchestrator.ts';
import { create_plan } from '../../src/systems/research/planner.ts';
import { WORKERS } from '../../src/systems/research/workers/definitions.ts';

/** As complex as a brief can be. */
const BRIEF: Brief = {
  ...BRIEF_DEFAULTS,
  ...{ topic: 'A topic of more than fifty characters, so that it counts as complex', research_depth: 'deep' },
  ...{ target_length: 4000, min_sources: 15, preferred_sources: ['academic'], tone: 'academic' },
};

for (const [file, by_client] of [['execution.mmd', false] as const, ['client.mmd', true] as const])
  test(`${file} is the flow of a plan with all workers; UPDATE_GOLDEN=1 writes it anew`, () => {
    const plan = create_plan(BRIEF);
    assert.equal(plan.steps.flatMap(({ workers }) => workers).length, WORKERS.length);
    const flow = flow_of(plan, { left: { budget: 5, minutes: 90 }, by_client });
    const path = new URL(`../../src/systems/research/${file}`, import.meta.url);
    if (process.env.UPDATE_GOLDEN === '1') writeFileSync(path, flow);
    assert.equal(readFileSync(path, 'utf8'), flow);
  });
