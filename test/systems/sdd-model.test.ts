// The design system with a model on loopback that answers well, badly and at length, and its prompts as it gets them.

import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { countTokens } from '../../src/agents/count-tokens.ts';
import { CATALOGUE } from '../../src/documents/design/catalogue.ts';
import { PARTS, type PartName } from '../../src/documents/design/part.ts';
import type { JsonObject } from '../../src/json.ts';
import { startModelServer } from '../support/model-server.ts';
import { root } from '../support/run-signoff.ts';
import { type SddRun, sddFixture } from './sdd-fixture.ts';
import {
  type AskedPrompt,
  answersWell,
  BAD_REVIEW,
  designText,
  GOOD_REVIEW,
  ISSUE,
  type SddReply,
  sddModel,
} from './sdd-model.ts';

const BRIEF = 'Members of a climbing hall book a wall for one hour, and cancel it until one hour before.';
const FOLDER = join(root, 'examples/sdd/prompts');
/** Of what its content needs: every document once, the instructions, the schema. */
const SHARE_MAX = 1.2;
const DOCUMENT_CHARACTERS = 200;
const LONG_CHARACTERS = 400_000;

interface PlayResult {
  readonly run: SddRun;
  readonly asked: readonly AskedPrompt[];
}

/** A run up to the person's review, with this model. */
async function played(t: TestContext, reply: SddReply, input: JsonObject = {}): Promise<PlayResult> {
  const model = sddModel(reply);
  const server = await startModelServer((request) => model.reply(request));
  t.after(() => server.close());
  const fixture = await sddFixture(t, { env: { ANTHROPIC_API_KEY: 'sk-none', ANTHROPIC_BASE_URL: server.url } });
  const run = await fixture.start({ project_brief: BRIEF, feature_id: 'walls', ...input });
  await run.atReview();
  return { run, asked: model.asked };
}

const kindsOf = (asked: readonly AskedPrompt[]): readonly string[] => asked.map(({ kind }) => kind);
const promptOf = (asked: readonly AskedPrompt[], kind: string, round = 1): string =>
  asked.find((each) => each.kind === kind && each.round === round)?.message ?? assert.fail(`No ${kind} ${round}`);
const DRAFTS = ['hld-whole', 'lld-whole', 'database-whole'];

/** A first review that asks for a revision; drafts say which round they are of. */
const revisesOnce: SddReply = (asked) => {
  if (asked.kind === 'review') return asked.round === 1 ? BAD_REVIEW : GOOD_REVIEW;
  if (!asked.kind.endsWith('-whole')) return answersWell(asked);
  return `${answersWell(asked)}\nSentinel of ${asked.kind} in round ${asked.round}.\n`;
};

describe('a model that answers well', () => {
  test('is asked once for each part, and what it wrote is in the files, byte for byte', async (t) => {
    const { run, asked } = await played(t, answersWell);
    assert.deepEqual(kindsOf(asked), [...DRAFTS, 'review', 'format']);
    for (const part of PARTS) assert.equal(run.read(`walls/design/${part}.md`).trim(), designText(part).trim());
    const design = run.read('walls/design/design.md');
    for (const part of PARTS) assert.ok(design.includes(run.read(`walls/design/${part}.md`)), part);
  });

  test('is asked by section where that is chosen, those that build on others with their text', async (t) => {
    const { run, asked } = await played(t, answersWell, { drafting: 'sections' });
    const count = PARTS.reduce((sum, part) => sum + CATALOGUE[part].length, 0);
    assert.equal(asked.filter(({ kind }) => kind.endsWith('-section')).length, count);
    const components = asked.find(({ section }) => section === 'Components')?.message ?? '';
    assert.match(components, /A signed-in member chooses a free hour/);
    const overview = asked.find(({ section }) => section === 'Overview and Use Cases')?.message ?? '';
    assert.doesNotMatch(overview, /A signed-in member chooses a free hour/);
    const ids = (part: PartName): readonly string[] =>
      [...run.read(`walls/design/${part}.md`).matchAll(/^## (.+)$/gm)].map(([, title = '']) => title);
    for (const part of PARTS)
      assert.deepEqual(
        ids(part),
        CATALOGUE[part].map(({ names: [title] }) => title),
      );
  });
});

describe('a revision', () => {
  test('tells each drafter the last issues, with its own last draft and the new parts before it', async (t) => {
    const { asked } = await played(t, revisesOnce);
    assert.deepEqual(kindsOf(asked), [...DRAFTS, 'review', ...DRAFTS, 'review', 'format']);
    for (const [at, kind] of DRAFTS.entries()) {
      assert.ok(!promptOf(asked, kind, 1).includes(String(ISSUE.description)), kind);
      const second = promptOf(asked, kind, 2);
      assert.ok(second.includes(String(ISSUE.description)), kind);
      assert.ok(second.includes(`Sentinel of ${kind} in round 1.`), kind);
      for (const earlier of DRAFTS.slice(0, at)) {
        assert.ok(second.includes(`Sentinel of ${earlier} in round 2.`), `${kind} has the new ${earlier}`);
        assert.ok(!second.includes(`Sentinel of ${earlier} in round 1.`), `${kind} has no old ${earlier}`);
      }
      for (const later of DRAFTS.slice(at + 1)) assert.ok(!second.includes(`Sentinel of ${later}`), kind);
    }
  });

  test('is reviewed with all three parts as they are now, and the issues of the last review', async (t) => {
    const { asked } = await played(t, revisesOnce);
    for (const round of [1, 2])
      for (const kind of DRAFTS)
        assert.ok(promptOf(asked, 'review', round).includes(`Sentinel of ${kind} in round ${round}.`));
    assert.ok(!promptOf(asked, 'review', 1).includes(String(ISSUE.description)));
    assert.ok(promptOf(asked, 'review', 2).includes(String(ISSUE.description)));
  });

  test('that a person asks for tells the drafters what they said, also about single sections', async (t) => {
    const { run, asked } = await played(t, answersWell);
    const comment = 'Clerks must be able to cancel too.';
    await run.says({
      ...{ verdict: 'revise', feedback: 'Cancelling is thin.' },
      comments: [{ section: 'API Endpoints', comment }],
    });
    await run.atReview(2);
    for (const kind of DRAFTS)
      for (const said of ['Cancelling is thin.', comment]) assert.ok(promptOf(asked, kind, 2).includes(said), kind);
  });
});

describe('a model that answers badly', () => {
  test('is asked again for a review that breaks the schema, and the repaired one counts', async (t) => {
    const { run, asked } = await played(t, (one) => {
      if (one.kind === 'review' && one.round === 1) return { overall_score: 'fine', issues: 'none' };
      return answersWell(one);
    });
    assert.equal(asked.filter(({ kind }) => kind === 'review').length, 2);
    assert.deepEqual(await run.values('needs_revision', 'revision_count'), {
      needs_revision: false,
      revision_count: 0,
    });
  });

  test('and gives no review that can be read counts as score 0, and the document says so', async (t) => {
    const { run } = await played(t, (one) => (one.kind === 'review' ? { overall_score: 'fine' } : answersWell(one)), {
      max_revisions: 1,
    });
    assert.deepEqual(await run.values('needs_revision', 'revision_count'), { needs_revision: true, revision_count: 1 });
    assert.match(run.read('walls/design/design.md'), /## Open Issues[\s\S]*was not reviewed/);
  });

  test('is asked again for an empty draft', async (t) => {
    const { run, asked } = await played(t, (one) =>
      one.kind === 'lld-whole' && one.round === 1 ? '' : answersWell(one),
    );
    assert.equal(asked.filter(({ kind }) => kind === 'lld-whole').length, 2);
    assert.equal(run.read('walls/design/lld.md').trim(), designText('lld').trim());
  });

  test('and puts its draft into a fence is understood: the draft is what stands inside', async (t) => {
    const { run } = await played(t, (one) => {
      const answer = answersWell(one);
      return typeof answer === 'string' ? `\`\`\`markdown\n${answer.trim()}\n\`\`\`` : answer;
    });
    for (const part of PARTS) assert.equal(run.read(`walls/design/${part}.md`).trim(), designText(part).trim());
  });

  test('and adds too long an abstract is asked again, and no word of the parts is lost', async (t) => {
    const { run } = await played(t, (one) => {
      if (one.kind !== 'format') return answersWell(one);
      return { title: 'Walls', abstract: one.round === 1 ? 'word '.repeat(300) : 'Members book walls.' };
    });
    const design = run.read('walls/design/design.md');
    assert.match(design, /\nMembers book walls\.\n/);
    for (const part of PARTS) assert.ok(design.includes(run.read(`walls/design/${part}.md`)));
  });
});

test('a model that answers at length is reviewed in portions, and nothing is cut', async (t) => {
  const line = (at: number): string =>
    `Rule ${at}: a member who books wall ${at} gets it for one hour and no longer.\n`;
  const long = Array.from({ length: Math.ceil(LONG_CHARACTERS / line(1000).length) }, (_, at) => line(at)).join('');
  const { run, asked } = await played(t, (one) =>
    one.kind === 'lld-whole' ? `${answersWell(one)}\n## House Rules\n\n${long}` : answersWell(one),
  );
  const reviews = asked.filter(({ kind }) => kind === 'review').map(({ message }) => message);
  assert.ok(reviews.length > 1);
  const reviewed = new Set(reviews.flatMap((review) => review.split('\n')));
  for (const part of PARTS) {
    const text = run.read(`walls/design/${part}.md`);
    assert.ok(run.read('walls/design/design.md').includes(text), part);
    const missing = text.split('\n').filter((each) => !reviewed.has(each));
    assert.deepEqual(missing, [], part);
  }
  assert.ok(run.read('walls/design/lld.md').length > LONG_CHARACTERS);
});

test('a whole design run asks as the examples show, and says nothing twice', async (t) => {
  const whole = await played(t, (asked) =>
    asked.kind === 'review' && asked.round === 1 ? BAD_REVIEW : answersWell(asked),
  );
  const sections = await played(t, answersWell, { drafting: 'sections' });
  const shown = new Set(['Overview and Use Cases', 'Data Flow', 'Use Case to API Map', 'Indexes']);
  const prompts = [...whole.asked, ...sections.asked.filter(({ section }) => shown.has(section))];
  const texts = new Map(prompts.map((prompt, at) => [`${nameOf(prompt, at)}.md`, fileOf(prompt)]));
  if (process.env.UPDATE_GOLDEN === '1') {
    rmSync(FOLDER, { recursive: true, force: true });
    mkdirSync(FOLDER, { recursive: true });
    for (const [name, text] of texts) writeFileSync(join(FOLDER, name), text);
  }
  assert.deepEqual(readdirSync(FOLDER).sort(), [...texts.keys()].sort());
  for (const [name, text] of texts)
    assert.equal(readFileSync(join(FOLDER, name), 'utf8'), text, `${name}: if this is meant, run with UPDATE_GOLDEN=1`);
  for (const [at, prompt] of prompts.entries()) {
    const name = nameOf(prompt, at);
    const { share, documents } = measured(prompt);
    t.diagnostic(`${name}: ${share.toFixed(2)} of what it needs`);
    assert.ok(share < SHARE_MAX, `${name} takes ${share.toFixed(2)} times the tokens it needs`);
    for (const document of documents)
      assert.equal(prompt.message.split(document).length, 2, `${name} has a document twice: ${document.slice(0, 60)}`);
    assert.equal(`${prompt.system}\n${prompt.message}`.match(/\byou are (?:a|an|the)\b/gi)?.length, 1, name);
    const own = prompt.section === '' ? '' : `: ${prompt.section}`;
    const [, step = ''] = /^## Workflow Step: (.*)$/m.exec(prompt.message) ?? [];
    assert.ok(step.endsWith(own) && !step.startsWith('Each:'), `${name} is called "${step}"`);
    assert.doesNotMatch(prompt.message, /\{\{|undefined|\/tmp\/|sha256:|project_path|written_by/, name);
  }
});

const nameOf = ({ kind, section }: AskedPrompt, at: number): string =>
  [String(at + 1).padStart(2, '0'), kind, ...(section === '' ? [] : [section.toLowerCase().replace(/\W+/g, '-')])].join(
    '-',
  );

function fileOf({ system, message }: AskedPrompt): string {
  const head = "<!-- What the model gets, first as the system's words, then as the message. -->";
  return `${[head, system.trim(), '<!-- The message -->', message.trim()].join('\n\n')}\n`;
}

/** What a prompt needs: the base, the instructions, every value once, and the schema without blank space. */
function measured({ kind, system, message }: AskedPrompt) {
  const template = readFileSync(join(root, 'src/systems/sdd/prompts', `${kind}.md`), 'utf8');
  const parts = template.trim().split(/\{\{[^}]*\}\}/);
  const pattern = parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('([\\s\\S]*?)');
  const values = new RegExp(pattern).exec(message)?.slice(1) ?? assert.fail('The message is not made of its template.');
  const unique = [...new Set(values)];
  const schema = /\*\*Output Schema:\*\*[^\n]*\n```json\n([\s\S]+)\n```$/.exec(message.trim())?.[1] ?? '""';
  const needed = [system, ...parts, ...unique, JSON.stringify(JSON.parse(schema))];
  return {
    share: countTokens(`${system}\n${message}`) / needed.reduce((sum, text) => sum + countTokens(text), 0),
    documents: unique.filter((value) => value.length >= DOCUMENT_CHARACTERS),
  };
}
