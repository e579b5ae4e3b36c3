// Whole runs of the PM without a model, by its reviews alone: what people want otherwise at its gates is filed and
// taken, and a person is the architect.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { readSpec } from '../../src/documents/spec/read-spec.ts';
import type { Json } from '../../src/json.ts';
import type { ConversationReview, Decision, DocumentReview, Review } from '../../src/ports/review.ts';
import { openSystems } from '../contract/system-fixture.ts';
import { newFolder, SPEC } from './pm-fixture.ts';

const END = { kind: 'end' } as const;
const APPROVE = { kind: 'document', verdict: 'approve', isConfirmed: true } as const;
const say = (text: string): Decision => ({ kind: 'message', text });
const change = (feedback: string): Decision => ({ kind: 'document', verdict: 'change', feedback });

async function begun(t: TestContext, options: { readonly [name: string]: Json } = {}) {
  const project = newFolder(t);
  const systems = await openSystems({ place: join(newFolder(t), 'store.db'), folder: project, adds: ['pm'] });
  t.after(() => systems.close());
  const subject = options.upload === undefined ? 'Members book a court. The desk sees who comes.' : '';
  const run = await systems.start('pm', { project, subject, options });
  return {
    project,
    /** Each gate with its decision; the reviews that were decided. */
    async decides(...decisions: readonly (readonly [step: string, decision: Decision])[]): Promise<readonly Review[]> {
      const reviews: Review[] = [];
      for (const [step, decision] of decisions) {
        const gate = await systems.next(run);
        if (typeof gate === 'string') return assert.fail(`The run ended: ${gate}`);
        assert.equal(gate.task.step, step);
        reviews.push(await systems.decide(gate, 0, decision));
      }
      return reviews;
    },
    rests: () => systems.rests(run),
    ended: () => systems.next(run),
  };
}

const textOf = (review: Review | undefined): string => (review as DocumentReview | undefined)?.text ?? '';

test('what is said of a section is filed there, word for word and once, in any language', async (t) => {
  const { decides } = await begun(t);
  const reason = '料金はどうする？ Il manque les invités.';
  const changes = [{ section: 'In Scope', reason, text: '' }];
  const reviews = await decides(
    ['INTERVIEWING', END],
    ['preview', { kind: 'document', verdict: 'change', feedback: reason, changes }],
    ['INTERVIEWING', END],
    ['preview', APPROVE],
    ['review', { kind: 'document', verdict: 'change', feedback: 'Wer haftet?', changes: [WHO] }],
    ['INTERVIEWING', END],
    ['preview', APPROVE],
    ['review', APPROVE],
  );
  const [first, last] = [textOf(reviews[3]), textOf(reviews.at(-1))];
  const filed = '- open: In Scope: 料金はどうする？\n- open: Il manque les invités.\n';
  assert.ok(first.includes(`### In Scope\n\n${filed}- open: What belongs`), first);
  assert.equal(first.split('料金はどうする？').length, 2, first);
  assert.match(last, /## Users\n\n- open: Users: Wer haftet\?\n/);
  assert.equal(last.split('Wer haftet?').length, 2, last);
});

const WHO = { section: 'Users', reason: 'Wer haftet?', text: '' };

test('a section that a person edits at the preview is taken, and the same gate comes back at once', async (t) => {
  const { decides } = await begun(t);
  const text = '### R-001: Members book a court\n\n**Acceptance Criteria:**\n\n- [ ] The court is theirs.';
  const changes = [{ section: 'Requirements', reason: 'One is enough.', text }];
  const reviews = await decides(
    ['INTERVIEWING', say('Nobody has to call.')],
    ['INTERVIEWING', END],
    ['preview', { kind: 'document', verdict: 'change', changes }],
    ['preview', change('Say who pays.')],
    ['INTERVIEWING', say('Guests pay at the desk.')],
    ['INTERVIEWING', END],
    ['preview', APPROVE],
    ['review', APPROVE],
  );
  const [, , , edited, asked, , next] = reviews;
  assert.ok(textOf(edited).includes(`\n## Requirements\n\n${text}\n`), textOf(edited));
  assert.match(textOf(edited), /\n## Review Points\n\n- open: One is enough\.\n/);
  assert.match(textOf(edited), /^written: without a model and edited by a person after message 4$/m);
  assert.equal(asked?.kind === 'conversation' && asked.questions[0]?.text, 'What is to be added for "Say who pays"?');
  assert.deepEqual(
    readSpec(textOf(next)).requirements.map(({ title }) => title),
    ['Members book a court', 'Guests pay at the desk'],
  );
  assert.match(textOf(next), /- open: One is enough\.\n- answered: Say who pays\.\n/);
  assert.match(textOf(next), /^written: in part without a model up to message \d+$/m);
});

test('what the architect wants stands under the section it names until it is answered', async (t) => {
  const { decides } = await begun(t);
  const reviews = await decides(
    ['INTERVIEWING', END],
    ['preview', APPROVE],
    ['review', change('Vision: Say whom it helps. And why.')],
    ['INTERVIEWING', END],
    ['preview', change('Later.')],
    ['INTERVIEWING', say('It helps the desk.')],
    ['INTERVIEWING', say('skip')],
    ['INTERVIEWING', END],
    ['preview', APPROVE],
    ['review', APPROVE],
  );
  const [, , review, , preview, , , , next] = reviews;
  assert.match((review?.notices ?? []).join('\n'), /^Not judged: no model read this specification\. You are its archi/);
  assert.match(
    textOf(preview),
    /## Vision\n\n- open: Vision: Say whom it helps\.\n- open: And why\.\n- open: What is it/,
  );
  assert.match(textOf(next), /- answered: Later\.\n|- open: Later\.\n/);
  assert.equal(readSpec(textOf(next)).requirements.length, 3);
});

test('a specification that was uploaded keeps each line, whatever its architect wants', async (t) => {
  const { decides } = await begun(t, { upload: SPEC });
  const reviews = await decides(
    ['review', change('Say what happens without orders.')],
    ['INTERVIEWING', say('The file is empty then.')],
    ['INTERVIEWING', END],
    ['preview', APPROVE],
    ['review', APPROVE],
  );
  const shown = textOf(reviews[3]);
  const lines = new Set(shown.split('\n'));
  assert.deepEqual(
    SPEC.split('\n').filter((line) => !lines.has(line)),
    [],
  );
  assert.equal(readSpec(shown).requirements[1]?.description, 'The file is empty then.');
  assert.match(shown, /## Review Points\n\n- answered: Say what happens without orders\.\n/);
});

test('acceptance that stands open in part is not shown as settled, and the offer says what was asked', async (t) => {
  const { decides } = await begun(t);
  const [next] = [say('skip')];
  const turns = Array.from({ length: 5 }, () => ['INTERVIEWING', next] as const);
  const reviews = await decides(
    ...turns,
    ['INTERVIEWING', say('1. Their name is in the list.')],
    ...Array.from({ length: 4 }, () => ['INTERVIEWING', next] as const),
    ['INTERVIEWING', END],
  );
  const last = reviews.at(-1) as ConversationReview;
  const acceptance = last.groups.flatMap(({ facts }) => facts).find(({ name }) => name === 'acceptance');
  assert.deepEqual([acceptance?.level, acceptance?.text], ['fair', '1 open']);
  assert.equal(last.offer, 'Every topic has been asked about.');
});

test('a section that a person edits as the architect is taken, and the same gate comes back at once', async (t) => {
  const { decides } = await begun(t);
  const text = '- Only members with a paid fee.';
  const changes = [{ section: 'Users', reason: 'Not everybody.', text }];
  const reviews = await decides(
    ['INTERVIEWING', END],
    ['preview', APPROVE],
    ['review', { kind: 'document', verdict: 'change', changes }],
    ['review', change('Who mows the lawn?')],
    ['INTERVIEWING', END],
    ['preview', APPROVE],
    ['review', APPROVE],
  );
  const [edited, last] = [textOf(reviews[3]), textOf(reviews.at(-1))];
  for (const each of [edited, last]) assert.ok(each.includes(`## Users\n\n${text}\n- open: Not everybody.\n`), each);
  assert.match(edited, /^written: without a model and edited by a person after message \d+$/m);
  assert.ok(last.includes('- open: Who mows the lawn?'), last);
});
