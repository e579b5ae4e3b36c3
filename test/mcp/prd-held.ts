// A scripted client whose PRD run meets faults of disk and file, and what it must learn of a hold.

import assert from 'node:assert/strict';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { AnyEvent } from '../../src/engine/events.ts';
import type { JsonObject } from '../../src/json.ts';
import { eventsOf } from '../runtime/engines-on-file.ts';
import { newFolder, type PrdFixture, type PrdFixtureOptions, prdFixture, review } from '../systems/prd-fixture.ts';
import { briefOf, proposal } from '../systems/prd-model.ts';
import { connect, type McpConnection, mcpOptions } from './mcp-harness.ts';
import { PrdConversation, written } from './prd-conversation.ts';
import { systemsOn } from './systems-on.ts';

export const BRIEF = { featureBriefMarkdown: briefOf('Export'), recommendedFeatureId: 'order-export' };
export const APPROVED = { approved: true, reviewSummary: 'Good.' };
export const SIGNED = { prdApproved: true, reviewSummary: 'Good.' };
export const PROPOSED = { functionalRequirements: [proposal(1), proposal(2)], summary: 'Two.' };
export const FOUND = { gapAnalysisScore: 0.9, identifiedGaps: [], userWantsToContinueDespiteGaps: false };
export const REVIEWED = review({ approvedRequirements: [proposal(1), proposal(2)] });
const WAIT_MS = 20_000;

/** What a person puts into a form. */
type Fill = (properties: JsonObject, message: string) => JsonObject | null;

export class HeldRun {
  readonly fixture: PrdFixture;
  readonly talk: PrdConversation;
  readonly connected: McpConnection;
  /** What was stored at once, in order. */
  readonly commits: (readonly AnyEvent[])[] = [];
  #onOrder: (events: readonly AnyEvent[]) => void = () => {};

  constructor(fixture: PrdFixture, connected: McpConnection) {
    this.fixture = fixture;
    this.connected = connected;
    this.talk = new PrdConversation(connected);
  }

  get run(): string {
    return /run_\w+/.exec(`${this.talk.now.thread} ${this.talk.now.text}`)?.[0] ?? '';
  }

  get folder(): string {
    return join(this.fixture.project, 'magi-sdd', 'order-export');
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  /** The folder turns into a file when the commit that orders a file of this step is stored. */
  breaksAt(step: string): () => void {
    const { folder } = this;
    this.#onOrder = (events) => {
      if (!events.some(({ type, data }) => type === 'FilesAwaited' && data.step === step)) return;
      this.#onOrder = () => {};
      renameSync(folder, `${folder}.away`);
      writeFileSync(folder, 'A file where a folder was.');
    };
    return () => {
      rmSync(folder);
      renameSync(`${folder}.away`, folder);
    };
  }

  hear(events: readonly AnyEvent[]): void {
    this.commits.push(events);
    this.#onOrder(events);
  }

  /** Up to the step whose tool this is. */
  async to(tool: string): Promise<void> {
    const { talk } = this;
    await talk.begin(this.fixture.project);
    const answers: readonly (readonly [string, () => JsonObject | Promise<JsonObject>])[] = [
      ['magi-prd-feature-brief', () => BRIEF],
      ['magi-prd-feature-brief-review', () => APPROVED],
      ['magi-prd-initial-requirements', () => PROPOSED],
      ['magi-prd-requirements-review', () => REVIEWED],
      ['magi-prd-gap-analysis', () => FOUND],
      ['magi-prd-generation', async () => written((await talk.step('magi-prd-generation')).prompt)],
      ['magi-prd-review', () => SIGNED],
    ];
    for (const [at, result] of answers) {
      if (at === tool) return;
      assert.equal(talk.now.tool, at, talk.now.text);
      await talk.report(await result());
    }
  }

  /** What the person is shown, and that nothing in it makes a model call again. */
  heldBy(why: RegExp, title: string): void {
    const { text, thread } = this.talk.now;
    assert.match(text, why);
    assert.ok(text.includes(`The step "${title}" is held: `), text);
    assert.match(text, /Nothing changes by itself, and calling again changes nothing: the person has to choose/);
    assert.match(text, /never choose for them:\n- retry: [\s\S]*\n- end: /);
    assert.match(text, /as `userInput`, \{"resolve":"retry"\} or .*\{"resolve":"end"\}, and with `workflowStateData`/);
    assert.doesNotMatch(text, /in a moment|again in|FBReview/);
    assert.match(thread, /^run_\w+!\d+$/);
  }

  chooses(resolve: string, thread = this.talk.now.thread) {
    return this.talk.orchestrate({ resolve }, thread);
  }

  async moves(): Promise<readonly string[]> {
    const events = await eventsOf(this.fixture.engine, this.run);
    return events.flatMap(({ type, data, actor, channel }) =>
      type === 'HoldResolved' ? [`${data.move} by ${actor} over ${channel}`] : [],
    );
  }
}

interface HeldOptions extends Pick<PrdFixtureOptions, 'code'> {
  readonly at?: string;
  readonly fill?: Fill;
}

export async function heldOf(t: TestContext, { at = newFolder(t), fill, code }: HeldOptions = {}): Promise<HeldRun> {
  const project = join(at, 'project');
  mkdirSync(project, { recursive: true });
  let held: HeldRun | null = null;
  const onCommit = (_run: unknown, events: readonly AnyEvent[]): void => held?.hear(events);
  const fixture = await prdFixture(t, { project, place: join(at, 'store.db'), onCommit, ...(code && { code }) });
  held = new HeldRun(fixture, await another(t, fixture, fill));
  return held;
}

export async function another(t: TestContext, fixture: PrdFixture, fill?: Fill): Promise<McpConnection> {
  const options = mcpOptions(fixture.engine, { systems: await systemsOn(fixture), waitMs: WAIT_MS });
  if (fill === undefined) return connect(t, options);
  return connect(t, options, {
    capabilities: { elicitation: { form: {} } },
    prepare: (client) =>
      client.setRequestHandler('elicitation/create', async ({ params }) => {
        const { requestedSchema, message } = params as unknown as { requestedSchema: JsonObject; message: string };
        const content = fill(requestedSchema.properties as JsonObject, message);
        return (content === null ? { action: 'decline' } : { action: 'accept', content }) as never;
      }),
  });
}

/** `break` and `mend` the folder of the feature, as no rights to it would. */
export function block(path: string): () => void {
  mkdirSync(path, { recursive: true });
  return () => rmSync(path, { recursive: true });
}
