// The reviews of the PRD system at a terminal: what its gates show there, and what the engine is sent for a decision.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { BadUse } from '../../src/cli/exit-codes.ts';
import { isPromptExit } from '../../src/cli/prompt.ts';
import { askReview } from '../../src/cli/review/ask-review.ts';
import type { Gap } from '../../src/documents/gaps/gap.ts';
import type { Json, JsonObject } from '../../src/json.ts';
import type { GateFacts } from '../../src/ports/system.ts';
import { briefDoubts, signDoubts } from '../../src/systems/prd/gates/sign-doubts.ts';
import { prd } from '../../src/systems/prd/system.ts';
import { asked, never } from '../support/review-terminals.ts';

type GateInput = Partial<Pick<GateFacts, 'data' | 'input' | 'offer' | 'messages' | 'visit'>> & {
  readonly files?: { readonly [path: string]: string };
  readonly outputs?: { readonly [step: string]: Json };
  readonly visits?: { readonly [step: string]: number };
};

/** Reviews the gate with these lines on stdin. */
async function reviewed(step: string, lines: readonly string[], given: GateInput) {
  const gate = prd.gates?.[step] ?? assert.fail(`no gate ${step}`);
  const { files = {}, outputs = {}, visits = {}, ...more } = given;
  const facts: GateFacts = {
    ...{ state: null, run: 'run_1', runInput: {}, step, visit: 1, data: {}, input: {}, offer: null, messages: [] },
    ...more,
    output: (of) => outputs[of] ?? null,
    visits: (of) => visits[of] ?? 0,
    versions: async () => [],
    read: async (path) => files[path] ?? null,
  };
  const review = { run: 'run_1', task: 1, step, round: facts.visit, shown: null, ...(await gate.review(facts)) };
  // A review goes to any screen.
  assert.deepEqual(JSON.parse(JSON.stringify(review)), review);
  const ask = {
    ...{ goOn: 'signoff prd --resume', verdicts: {}, keep: () => {} },
    recheck: async (id: string, change: { readonly [field: string]: string }) =>
      (await gate.recheck?.(facts, id, change)) ?? [],
  };
  const { given: decided, shown } = await asked(lines, (terminal) => askReview(terminal, review, ask, never));
  const answer = isPromptExit(decided) ? null : await gate.answer(facts, decided);
  return { answer, shown };
}

const outputOf = (answer: Awaited<ReturnType<typeof reviewed>>['answer']): JsonObject =>
  answer !== null && 'output' in answer ? (answer.output as JsonObject) : assert.fail(JSON.stringify(answer));

const BRIEF = '# Offline\n\n## Status\n\nDraft\n\n## Goals\n\n- Read\n';
const brief: GateInput = {
  data: { featureBriefContent: BRIEF, projectPath: '/p', featureBriefPath: '/p/magi-sdd/offline/feature-brief.md' },
};

describe('the brief', () => {
  test('is approved as it stands', async () => {
    const { answer, shown } = await reviewed('FBReview', ['a'], brief);
    const output = { approved: true, reviewSummary: 'Feature brief approved as it stands.' };
    assert.deepEqual(answer, { output, verdict: 'approve' });
    assert.match(shown, / Feature brief {2}will be magi-sdd\/offline\/feature-brief\.md/);
  });

  test('prd3-D3: asks what its writer left open, and answers ask for the next version', async () => {
    const asks =
      '### Open Questions\n\n- Qui signe ?\n- How many a day?\n  In the first month.\n- By when?\n\n## Goals';
    const open = { ...brief, data: { ...brief.data, featureBriefContent: BRIEF.replace('## Goals', asks) } };
    const { answer, shown } = await reviewed('FBReview', ['r', 'Les infirmières.', '', 'In May.'], open);
    assert.match(shown, /It leaves 3 questions open: "r" answers\./);
    assert.match(shown, / How many a day\? In the first month\.\n/);
    assert.deepEqual(outputOf(answer), {
      approved: false,
      userFeedback: 'Qui signe ?\nLes infirmières.\n\nBy when?\nIn May.',
      reviewSummary: 'Changes requested.',
    });
    assert.doesNotMatch((await reviewed('FBReview', ['a'], brief)).shown, /answer questions/);
  });

  test('is changed in words, in a section, in an editor, or written again', async () => {
    const words = await reviewed('FBReview', ['c name the readers'], brief);
    assert.deepEqual(outputOf(words.answer), {
      ...{ approved: false, userFeedback: 'name the readers', reviewSummary: 'Changes requested.' },
    });
    const section = await reviewed('FBReview', ['s', 'Goals', 'Name them.'], brief);
    assert.match(section.shown, / {3}1 {2}Goals\n(?!.*Status)/);
    assert.deepEqual(outputOf(section.answer), {
      ...{ approved: false, userFeedback: 'Name them.', reviewSummary: 'Changes requested.' },
      modifications: [{ section: 'Goals', modificationReason: 'Name them.', requestedContent: '' }],
    });
    const rewritten = await reviewed('FBReview', ['o', 'Shorter.'], brief);
    assert.deepEqual(outputOf(rewritten.answer), {
      ...{ approved: false, userFeedback: 'Shorter.', reviewSummary: 'To be started over.' },
      modifications: [{ section: 'Whole document', modificationReason: 'Shorter.', requestedContent: '' }],
    });
  });

  test('edited in an editor becomes modifications of its sections', async () => {
    const before = process.env.VISUAL;
    process.env.VISUAL = 'sed -i "s/- Read/- Read and write/; s/^Draft/Done/"';
    try {
      const { answer, shown } = await reviewed('FBReview', ['e', 's', 'both are needed'], brief);
      assert.deepEqual(outputOf(answer), {
        ...{ approved: false, userFeedback: 'both are needed', reviewSummary: 'Changes requested in Goals.' },
        modifications: [
          { section: 'Goals', modificationReason: 'both are needed', requestedContent: '- Read and write' },
        ],
      });
      assert.match(shown, /Status: The status and your own first words stay as they are; this part of your edit/);
      process.env.VISUAL = `sed -i '/^## Goals/,$d'`;
      const gone = await reviewed('FBReview', ['e', 's', ''], brief);
      assert.equal(outputOf(gone.answer).reviewSummary, 'Changes requested in Goals.');
    } finally {
      if (before === undefined) delete process.env.VISUAL;
      else process.env.VISUAL = before;
    }
  });

  test('what could not be carried out of a review is asked about before it is approved', async () => {
    const text = '# X\n\n## Overview\n\nIt is.\n\n- Open point from review: The title is boring\n';
    assert.deepEqual(briefDoubts(text), ['Not carried out, and left open in the brief: The title is boring.']);
    const given = { data: { ...brief.data, featureBriefContent: text } };
    const { answer, shown } = await reviewed('FBReview', ['a', 'b', 'a', 'y'], given);
    assert.match(shown, /left open in the brief: The title is boring\.[\s\S]*y approve it all the same/);
    assert.equal(outputOf(answer).approved, true);
  });
});

describe('the PRD', () => {
  const PRD = '# PRD\n\n## Functional Requirements\n\nNo requirement is approved.\n';
  const given = { data: { prdContent: PRD, projectPath: '/p', prdPath: '/p/magi-sdd/x/PRD.md' } };

  test('has the parts of its brief named for a change', async () => {
    const { answer, shown } = await reviewed('PR', ['s', 'Goals', 'Name the readers.'], given);
    assert.match(shown, / {3}1 {2}\w+[\s\S]*Goals\n/);
    assert.doesNotMatch(shown, /\d {2}Functional Requirements/);
    assert.deepEqual(outputOf(answer).modifications, [
      { section: 'Goals', modificationReason: 'Name the readers.', requestedContent: '' },
    ]);
  });

  test('what speaks against signing is asked about once more', async () => {
    const { answer, shown } = await reviewed('PR', ['a', 'b', 'a', 'y'], given);
    assert.deepEqual(outputOf(answer), { prdApproved: true, reviewSummary: 'PRD approved as it stands.' });
    assert.match(shown, /This PRD has no requirement: it asks for nothing\.\n\n y approve it all the same/);
    const open = '### Open Points from Review\n\n- One\n- Two\n\n## Functional Requirements\n\n### REQ-001: x\n';
    assert.deepEqual(signDoubts(open), ['This PRD leaves 2 points of your reviews open.']);
    assert.deepEqual(signDoubts('## Functional Requirements\n\n### REQ-001: x\n'), []);
  });

  test('questions of the brief that nobody answered are shown before it is signed', () => {
    const text = [
      '## Functional Requirements\n\n### REQ-001: A\n\n- **Description**: x\n',
      '##### Open Questions\n\n- Who is it for?\n- What for?\n\n#### Success Criteria\n\n- Open question: What for?\n',
    ].join('\n');
    const unanswered = '2 questions of its brief have no answer.';
    assert.deepEqual(signDoubts(text), [unanswered, 'No answer: Who is it for?', 'No answer: What for?']);
    const filed = text.replace('- Open question: What for?', '- open: By when?');
    assert.deepEqual(signDoubts(filed).at(-1), 'No answer: By when?');
    const many = Array.from({ length: 7 }, (_, at) => `- What of ${at}?`).join('\n');
    assert.equal(signDoubts(text.replace('- Who is it for?', many)).at(-1), 'No answer: 3 more questions.');
  });

  test('edits by hand are announced above the keys, and that of its own file can be looked at', async () => {
    const { shown } = await reviewed('PR', ['h', 'q'], {
      ...given,
      outputs: { RR: { outsideEdits: ['REQ-001 was removed.'] } },
      files: { '/p/magi-sdd/x/PRD.md': `${PRD}- Mine\n` },
    });
    assert.match(
      shown,
      /requirements\.md was edited by hand: REQ-001 was removed\.\n PRD\.md was edited by hand since/,
    );
    assert.match(shown, /h the edit by hand[\s\S]*as it was edited by hand[\s\S]*\+ - Mine/);
  });
});

describe('the requirements', () => {
  const item = (id: string) => ({
    ...{ id, title: `Title of ${id}`, description: `When it is asked, the system shall do ${id}.` },
    ...{ priority: 'high', category: 'Data' },
  });
  const input = { functionalRequirements: ['REQ-001', 'REQ-002', 'REQ-003'].map(item) };

  test('are decided one by one, and sent as the review that the step takes', async () => {
    const lines = ['a', 'r not now', 'o', 'another team does it', 'F', 'look closer'];
    const { answer, shown } = await reviewed('RR', lines, { input });
    const { approvedRequirements, rejectedRequirements, outOfScopeRequirements, userFeedback } = outputOf(answer);
    assert.deepEqual(approvedRequirements, [item('REQ-001')]);
    assert.deepEqual(rejectedRequirements, [{ ...item('REQ-002'), reason: 'not now' }]);
    assert.deepEqual(outOfScopeRequirements, [{ ...item('REQ-003'), reason: 'another team does it' }]);
    assert.equal(userFeedback, 'look closer');
    assert.match(shown, / Requirements to review {2}3\. The lint found nothing\./);
    assert.match(shown, / a approve {3}r reject {3}m modify {3}o out of scope {3}n next {3}A approve the rest/);
    assert.match(shown, /Your review {2}1 approved, 1 rejected, 1 out of scope/);
  });

  test("rewritten ones are linted like an agent's", async () => {
    const { VISUAL, EDITOR, ...rest } = process.env;
    process.env = rest;
    try {
      const lines = ['m', '', 'The system shall be fast.', '', '', 'shorter', 'k', 'A', 'S'];
      const { answer, shown } = await reviewed('RR', lines, { input });
      assert.match(shown, /The lint on your wording:\n\n {3}! ambiguous "fast"/);
      const [modified] = outputOf(answer).modifiedRequirements as JsonObject[];
      assert.deepEqual(modified, {
        ...{ ...item('REQ-001'), description: 'The system shall be fast.' },
        ...{ originalId: 'REQ-001', modificationNotes: 'shorter' },
      });
    } finally {
      process.env = { ...rest, ...(VISUAL && { VISUAL }), ...(EDITOR && { EDITOR }) };
    }
  });

  test("a person's own sentences are not reworded", async () => {
    const lint = [{ id: 'REQ-001', rule: 'ambiguous', found: 'fast', message: 'm', suggestion: 'Say it otherwise.' }];
    const byModel = await reviewed('RR', ['A', 'S'], { input: { ...input, lint } });
    assert.match(byModel.shown, /Say it otherwise\.[\s\S]*s take the suggestion/);
    const own = await reviewed('RR', ['A', 'S'], { input: { ...input, lint, writtenBy: 'rules' } });
    assert.match(own.shown, /! ambiguous "fast"/);
    assert.doesNotMatch(own.shown, /Say it otherwise|take the suggestion/);
  });

  test('where nothing is proposed one key goes on', async () => {
    const { answer, shown } = await reviewed('RR', ['?', 'S'], {
      input: { functionalRequirements: [] },
      outputs: { GA: { identifiedGaps: [] } },
    });
    assert.match(shown, /There is nothing to propose for these gaps\.\n\n S go on/);
    assert.match(shown, /S {6}the empty review is sent, and the gaps are analysed again/);
    assert.deepEqual(outputOf(answer).approvedRequirements, []);
    const leftOut = [{ id: '', title: 'Search', of: 'REQ-002', kind: 'exact' }];
    const added = await reviewed('RR', ['?', 'S'], {
      input: { functionalRequirements: [], leftOut, writtenBy: 'rules' },
      outputs: { GA: { identifiedGaps: [] } },
    });
    assert.match(added.shown, /Nothing new was added: each sentence was decided before\./);
    assert.match(added.shown, / {3}Search: says the same as REQ-002\n\n S go on/);
    const before = await reviewed('RR', ['S'], { input: { functionalRequirements: [] } });
    assert.match(before.shown, /There is nothing to propose: every sentence was decided before\./);
  });
});

describe('the gap decision', () => {
  const gap = (id: string, severity: Gap['severity']): Gap => ({
    ...{ id, severity, title: `Gap ${id}`, description: 'Nobody says how.', category: 'Data', impact: 'It is late.' },
    suggestedRequirements: [{ title: 'Say how', description: 'x', priority: 'low', category: 'Data' }],
  });
  const offer = { gapAnalysisScore: 0.5, identifiedGaps: [] };
  const visits = { RR: 1 };

  test('is refine, proceed or the threshold, which says what it would do', async () => {
    for (const [line, change] of [
      ['r', { userWantsToContinueDespiteGaps: true }],
      ['proceed', { userWantsToContinueDespiteGaps: false }],
      ['t', {}],
    ] as const) {
      const { answer, shown } = await reviewed('GA', [line], { offer, visits });
      assert.deepEqual(outputOf(answer), { ...offer, ...change });
      assert.match(shown, /t threshold \(refine\)/);
    }
  });

  test('shows the score as a word and a bar, and the worst gaps first', async () => {
    const gaps = [gap('GAP-001', 'low'), gap('GAP-002', 'critical')];
    const assessment = { summary: '', axes: { coverage: 0.5 } };
    const given = { offer: { gapAnalysisScore: 0.72, identifiedGaps: gaps, assessment }, visits };
    const { shown } = await reviewed('GA', ['q'], given);
    assert.match(shown, / Gap analysis {2}after 1 review of requirements\n\n Fair 72 % {2}█{22}░{8}\n +↑ 80 %/);
    assert.match(shown, /coverage {2}█{6}░{6} 50 %/);
    assert.ok(shown.indexOf('GAP-002') < shown.indexOf('GAP-001'));
    assert.match(
      shown,
      / critical\n {3}GAP-002 {2}Gap GAP-002 \(Data\)\n {12}Nobody.*\n {12}Impact: It is late\.\n {12}\+ Say how/,
    );
    assert.match(shown, /72 % is below 80 %, so requirements for the gaps are proposed/);
  });

  test('the threshold says what it would do, and when it no longer decides', async () => {
    const thresholdText = async (gapAnalysisScore: Json, GR: number) =>
      (await reviewed('GA', ['q'], { offer: { ...offer, gapAnalysisScore }, visits: { GR, RR: 1 } })).shown;
    assert.match(await thresholdText(0.8, 0), /80 % reaches 80 %, so the PRD is written/);
    assert.match(await thresholdText(0.5, 5), /decides no more/);
    assert.match(await thresholdText('no score', 0), /The score could not be read\.[\s\S]*you have to/);
  });

  test('names hands that edited the file, and says where nobody gave an assessment', async () => {
    const input = { outsideEdits: ['REQ-003 was added.', 'REQ-004 was removed.'] };
    const { shown } = await reviewed('GA', ['r'], { offer, input, visits });
    assert.match(shown, /edited by hand:\n {3}- REQ-003 was added\.\n {3}- REQ-004 was removed\./);
    assert.match(shown, /Poor 50 %[\s\S]*Its parts are not judged\./);
  });

  describe('where nobody judged', () => {
    const unjudged = { offer: { gapAnalysisScore: 0, identifiedGaps: [], writtenBy: 'rules' }, visits };

    test('shows what to think about, and offers neither a threshold nor refinement', async () => {
      const { answer, shown } = await reviewed('GA', ['p'], unjudged);
      assert.deepEqual(outputOf(answer), { ...unjudged.offer, userWantsToContinueDespiteGaps: false });
      assert.match(shown, /The requirements are not judged\.[\s\S]*- Offline: What must go on without a connection/);
      assert.match(shown, / p proceed {3}m add requirements {3}q leave/);
      for (const key of ['r', 't']) await assert.rejects(reviewed('GA', [key], unjudged), BadUse);
    });

    test("takes requirements of one's own", async () => {
      const { answer } = await reviewed('GA', ['m Guests see no salary. Nobody else does.'], unjudged);
      const addedRequirements = ['Guests see no salary. Nobody else does.'];
      assert.deepEqual(outputOf(answer), {
        ...unjudged.offer,
        userWantsToContinueDespiteGaps: true,
        addedRequirements,
      });
    });

    test('answers of before that refine or leave it to the threshold go on, and say so', async () => {
      const gate = prd.gates?.GA ?? assert.fail();
      for (const given of ['refine', 'threshold', 'auto']) {
        const decision = await gate.written?.({ offer: unjudged.offer } as unknown as GateFacts, given);
        const output = (decision as { output: JsonObject }).output;
        assert.equal(output.userWantsToContinueDespiteGaps, false);
        assert.match(
          (await gate.decided?.(output)) ?? '',
          new RegExp(`proceed to the PRD \\("${given}" is taken as that`),
        );
      }
    });
  });

  test("is the person's alone when the rounds are used up", async () => {
    await assert.rejects(reviewed('GA', ['t'], { offer, visits: { RR: 1, GR: 5 } }), BadUse);
  });

  test('can be talked about first', async () => {
    const { answer } = await reviewed('GA', ['m look at security'], { offer, visits });
    assert.deepEqual(answer, { message: 'look at security' });
  });

  test('shows what the agent answers to a message, just above the keys', async () => {
    const messages = [
      { from: 'person' as const, text: 'Who are they?' },
      { from: 'agent' as const, text: 'Two devices are one user.' },
    ];
    const { shown } = await reviewed('GA', ['p'], { offer, visits, messages });
    assert.match(shown, /By the threshold[\s\S]*Two devices are one user\.\n\n r refine/);
  });

  test('is not there while the agent only asks', async () => {
    const messages = [{ from: 'agent' as const, text: 'Which users?' }];
    const { answer, shown } = await reviewed('GA', ['yes'], { messages });
    assert.deepEqual(answer, { message: 'yes' });
    assert.match(shown, /Which users\?/);
    assert.doesNotMatch(shown, /proceed/);
  });

  test('the assessment of a gap analysis is shown with its parts', async () => {
    const assessment = {
      ...{ summary: 'Ready but for one matter.', axes: { coverage: 0.9 } },
      ...{ strengths: ['Every goal is covered.'], weaknesses: ['No limits.'], improvements: ['Name a limit.'] },
    };
    const { shown } = await reviewed('GA', ['p'], { offer: { ...offer, assessment }, visits });
    assert.match(
      shown,
      / Ready but for one matter\.\n\n Strengths\n {3}- Every goal is covered\.\n\n Weaknesses\n {3}- No limits\./,
    );
  });
});
