// A turn of an interview is read, checked against what was said, recorded and shown.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applyTurn } from './apply-turn.ts';
import {
  type Assumption,
  emptyChecklist,
  entryOf,
  type InterviewMessage,
  type InterviewState,
  isComplete,
  TOPICS,
  type TurnNotes,
} from './checklist.ts';
import { forgetTurns } from './forget-turns.ts';
import { readTurn } from './read-turn.ts';
import { settleByPerson } from './settle-by-person.ts';
import { shownTurn } from './shown-turn.ts';
import { writeTurn } from './write-turn.ts';

const question = { topic: 'users', text: 'Who uses it?' } as const;
const notes: TurnNotes = { questions: [question], answers: [] };
const start: InterviewState = { checklist: emptyChecklist(), assumptions: [] };
const messages: readonly InterviewMessage[] = [
  { from: 'agent', text: 'What is it for?' },
  { from: 'person', text: 'Members book rooms\n   online. They cancel a booking too.' },
];

const problemsOf = (text: string): string => {
  const read = readTurn(text);
  assert.ok(!read.ok, 'expected the turn to be refused');
  return read.problems.join('\n');
};
const turnWith = (value: unknown, words = 'Thanks.'): string =>
  `${words}\n\n\`\`\`interview\n${typeof value === 'string' ? value : JSON.stringify(value)}\n\`\`\``;

test('a turn that was written is read as it was', () => {
  const read = readTurn(writeTurn('Thanks.', notes, { complete: true, summary: 'All.' }));
  assert.ok(read.ok);
  assert.deepEqual(read.notes, notes);
  assert.equal(read.words, 'Thanks.');
  assert.deepEqual(JSON.parse(read.result ?? ''), { complete: true, summary: 'All.' });
});

test('a turn without a block, with two, or with a broken one is refused with what to do', () => {
  assert.match(problemsOf('Who uses it?'), /Expected one block that begins with ```interview.*found none/);
  assert.match(problemsOf(`${turnWith(notes)}\n${turnWith(notes)}`), /found 2/);
  assert.match(problemsOf(turnWith('{"questions": [}')), /is not JSON: .*Write it again whole/);
  assert.match(problemsOf('Hi\n\n```interview\n{"questions": []'), /line 3 is never closed/);
  assert.match(problemsOf(turnWith([])), /expected an object/);
});

test('a turn asks one to three questions; the words count too; none only beside a result', () => {
  const many = { questions: [question, question, question, question], answers: [] };
  assert.match(problemsOf(turnWith(many)), /at most 3 questions in a turn, found 4/);
  const three = { questions: [question, question, question], answers: [] };
  assert.ok(readTurn(turnWith(three)).ok);
  assert.match(problemsOf(turnWith(three, 'Fine. And when?')), /3 in the block and 1 in the words/);
  assert.ok(readTurn(turnWith(three, 'You asked "why?".')).ok, "a quoted question is nobody's question");
  assert.match(problemsOf(turnWith({ questions: [], answers: [] })), /found neither/);
  assert.ok(readTurn(writeTurn('All is clear.', { questions: [], answers: [] }, { complete: true })).ok);
});

test('what is wrong with the notes is named with its place, all at once', () => {
  const found = problemsOf(
    turnWith({
      questions: [{ topic: 'colour', text: '', choices: ['a', 'b'], recommended: 'c' }],
      answers: [{ topic: 'vision', turn: 0, quote: 'x' }],
      settled: [{ assumption: 'A-001', status: 'maybe', turn: 2, quote: 'yes' }],
    }),
  );
  assert.match(found, /questions\[0\]\.topic: expected one of vision, .*found "colour"/);
  assert.match(found, /questions\[0\]\.text: expected a text/);
  assert.match(found, /questions\[0\]\.recommended: expected one of the choices word for word, found "c"/);
  assert.match(found, /answers\[0\]\.turn/);
  assert.match(found, /settled\[0\]\.status: expected confirmed or refused, found "maybe"/);
  assert.match(problemsOf(turnWith({ ...notes, answer: [] })), /found "answer"/);
});

test('a block inside of a longer fence is text that somebody pasted', () => {
  const pasted = `\`\`\`\`text\n${turnWith({ questions: [], answers: [] })}\n\`\`\`\`\n\n`;
  const read = readTurn(pasted + turnWith(notes));
  assert.ok(read.ok);
  assert.deepEqual(read.notes, notes);
});

test('a fence in the words of a writer does not swallow its notes', () => {
  const read = readTurn(writeTurn('You wrote:\n```interview\n{"questions": []}\n```', notes));
  assert.ok(read.ok);
  assert.deepEqual(read.notes, notes);
});

test('a quote is word for word but for white space, and fills its topic', () => {
  const quote = 'Members book rooms online';
  const applied = applyTurn(start, { ...notes, answers: [{ topic: 'vision', turn: 2, quote }] }, messages);
  assert.ok(applied.ok);
  assert.deepEqual(entryOf(applied.state.checklist, 'vision'), {
    topic: 'vision',
    status: 'covered',
    quotes: [{ turn: 2, quote }],
  });
  const again = applyTurn(applied.state, { ...notes, answers: [{ topic: 'vision', turn: 2, quote }] }, messages);
  assert.ok(again.ok);
  assert.equal(entryOf(again.state.checklist, 'vision').quotes.length, 1);
});

test('words that nobody said are refused, and the problem says why', () => {
  const problems = (turn: number, quote: string): string => {
    const applied = applyTurn(start, { ...notes, answers: [{ topic: 'vision', turn, quote }] }, messages);
    assert.ok(!applied.ok, quote);
    return applied.problems.join('\n');
  };
  assert.match(problems(2, 'members book rooms online'), /those words are not in it/);
  assert.match(problems(2, 'Members book'.slice(0, 9)), /not in it/);
  assert.match(problems(1, 'What is it for?'), /that turn is yours/);
  assert.match(problems(1, 'They cancel'), /stand in turn 2/);
  assert.match(problems(9, 'gone'), /there are 2 turns/);
});

test('an attachment can be quoted', () => {
  const attached: readonly InterviewMessage[] = [
    { from: 'person', text: 'See the file.', attachments: [{ name: 'a.md', text: 'Rooms have six seats.' }] },
  ];
  const answers = [{ topic: 'constraints', turn: 1, quote: 'six seats' }] as const;
  assert.ok(applyTurn(start, { ...notes, answers }, attached).ok);
});

test('"I don\'t know" makes a topic unknown; an answer covers it later', () => {
  const said = [...messages, { from: 'person', text: 'no idea' } as const];
  const unknown = applyTurn(start, { ...notes, unknown: [{ topic: 'priorities', turn: 3, quote: 'no idea' }] }, said);
  assert.ok(unknown.ok);
  assert.equal(entryOf(unknown.state.checklist, 'priorities').status, 'unknown');
  const answers = [{ topic: 'priorities', turn: 2, quote: 'They cancel a booking too.' }] as const;
  const covered = applyTurn(unknown.state, { ...notes, answers }, said);
  assert.ok(covered.ok);
  assert.equal(entryOf(covered.state.checklist, 'priorities').status, 'covered');
});

test('assumptions get ids, are offered once, and refused ones are not offered again', () => {
  const offered = applyTurn(start, { ...notes, assumptions: ['Guests pay.', 'guests  pay.', 'One site.'] }, messages);
  assert.ok(offered.ok);
  assert.deepEqual(
    offered.added.map(({ id, turn }) => [id, turn]),
    [
      ['A-001', 3],
      ['A-002', 3],
    ],
  );
  const refused = [...messages, { from: 'agent', text: '' }, { from: 'person', text: 'refuse A-001: free' }] as const;
  const again = applyTurn(offered.state, { ...notes, assumptions: ['Guests pay.'] }, refused);
  assert.ok(!again.ok);
  assert.match(again.problems.join(), /refused this as A-001 in turn 4/);
  const next = applyTurn(offered.state, { ...notes, assumptions: ['Two sites.', 'One site.'] }, refused);
  assert.ok(next.ok);
  assert.deepEqual(
    next.state.assumptions.map(({ id, status }) => `${id} ${status}`),
    ['A-001 refused', 'A-002 open', 'A-003 open'],
  );
});

test('an assumption is settled by words of the person that came after it', () => {
  const assumptions: readonly Assumption[] = [{ id: 'A-001', text: 'Guests pay.', turn: 3, status: 'open' }];
  const said = [...messages, { from: 'agent', text: '' }, { from: 'person', text: 'Yes, they pay.' }] as const;
  const settle = (assumption: string, turn: number, quote: string) =>
    applyTurn(
      { ...start, assumptions },
      { ...notes, settled: [{ assumption, status: 'confirmed', turn, quote }] },
      said,
    );
  const applied = settle('A-001', 4, 'Yes, they pay');
  assert.ok(applied.ok);
  assert.equal(applied.state.assumptions[0]?.status, 'confirmed');
  assert.equal(applied.state.assumptions[0]?.decided_turn, 4);
  const reasons = (result: ReturnType<typeof settle>): string => (result.ok ? '' : result.problems.join('\n'));
  assert.match(reasons(settle('A-007', 4, 'Yes')), /\(A-001\), found "A-007"/);
  assert.match(reasons(settle('A-001', 2, 'Members')), /turn 2 cannot decide it/);
  assert.match(reasons(settle('A-001', 4, 'Sure')), /not in it/);
});

test('a person settles by lines; pasted, earlier or foreign ones decide nothing', () => {
  const assumptions: readonly Assumption[] = ['A-001', 'A-002', 'A-003'].map((id) => ({
    ...{ id, text: id, turn: 3, status: 'open' },
  }));
  const after = (text: string, turn = 4, from: 'agent' | 'person' = 'person'): string =>
    settleByPerson(assumptions, { from, text }, turn)
      .map(({ status }) => status[0])
      .join('');
  assert.equal(after('Confirm A-001\nrefuse a-002: they do not, see A-003'), 'cro');
  assert.equal(after('confirm A-001, A-002 and A-003'), 'ccc');
  assert.equal(after('```\nconfirm A-001\n```'), 'ooo');
  assert.equal(after('I would not confirm A-001'), 'ooo');
  assert.equal(after('confirm A-001', 2), 'ooo');
  assert.equal(after('confirm A-001', 4, 'agent'), 'ooo');
  assert.equal(after('confirm A-009'), 'ooo');
});

test('people see words, assumptions with ids, numbered questions, and the recommended choice', () => {
  const asked: TurnNotes = {
    questions: [{ ...question, choices: ['Members', 'Everybody'], recommended: 'Members' }, question],
    answers: [],
  };
  const added: readonly Assumption[] = [{ id: 'A-001', text: 'Guests pay.', turn: 3, status: 'open' }];
  assert.equal(
    shownTurn('Thanks.', asked, added),
    [
      'Thanks.',
      '',
      'I would assume this, unless you refuse. Write `confirm A-001` or `refuse A-001: why`.',
      '- A-001: Guests pay.',
      '',
      '1. Who uses it?',
      '   a) Members (recommended)',
      '   b) Everybody',
      '2. Who uses it?',
    ].join('\n'),
  );
});

test('an interview is complete when no topic is open', () => {
  assert.equal(isComplete(emptyChecklist()), false);
  const all = TOPICS.map((topic, at) => ({ topic, status: at ? 'covered' : 'unknown', quotes: [] }) as const);
  assert.equal(isComplete(all), true);
  assert.equal(isComplete(all.slice(1)), false);
});

test('a turn has limits, and nothing in it that nobody sees', () => {
  const given = (notes: object, words = ''): string =>
    [
      words,
      '```interview',
      JSON.stringify({ questions: [{ topic: 'users', text: 'Who?' }], answers: [], ...notes }),
      '```',
    ].join('\n');
  const problems = (text: string): string => {
    const read = readTurn(text);
    return read.ok ? '' : read.problems.join(' ');
  };
  assert.match(problems(given({ assumptions: Array(11).fill('x') })), /assumptions: expected at most 10/);
  assert.match(problems(given({ answers: Array(51).fill({}) })), /answers: expected at most 50/);
  const choices = Array.from({ length: 11 }, (_, at) => `c${at}`);
  assert.match(
    problems(given({ questions: [{ topic: 'users', text: 'Who?', choices }] })),
    /choices: expected at most 10/,
  );
  assert.match(problems(given({}, 'x'.repeat(20_001))), /at most 20000 characters/);
  const read = readTurn(given({ assumptions: ['Red\u001b[31m\u202e.'] }, 'Hello\u001b[2J'));
  assert.ok(read.ok);
  assert.deepEqual([read.words, read.notes.assumptions], ['Hello[2J', ['Red[31m.']]);
});

test('a long quote is found in a long text of one sign only where words begin and end', () => {
  const messages: InterviewMessage[] = [{ from: 'person', text: `no ${'a'.repeat(50_000)} end` }];
  const applied = (quote: string): boolean =>
    applyTurn(
      { checklist: emptyChecklist(), assumptions: [] },
      { questions: [], answers: [{ topic: 'users', turn: 1, quote }] },
      messages,
    ).ok;
  assert.deepEqual(
    [applied('a'.repeat(49_999)), applied('a'.repeat(50_000)), applied(`${'a'.repeat(50_000)} end`)],
    [false, true, true],
  );
});

test('what was noted of forgotten messages goes, and the rest is numbered anew', () => {
  const state = {
    checklist: emptyChecklist().map((entry, at) => ({
      ...entry,
      ...(at < 2 && {
        status: 'covered' as const,
        quotes: [{ turn: 2, quote: 'a' }, ...(at === 1 ? [{ turn: 5, quote: 'b' }] : [])],
      }),
    })),
    assumptions: [
      { id: 'A-001', text: 'x', turn: 1, status: 'open' as const },
      { id: 'A-002', text: 'y', turn: 4, status: 'confirmed' as const, quote: 'b', decided_turn: 5 },
    ],
  };
  const { checklist, assumptions } = forgetTurns(state, 3);
  assert.deepEqual(checklist.slice(0, 2), [
    { topic: 'vision', status: 'open', quotes: [] },
    { topic: 'users', status: 'covered', quotes: [{ turn: 2, quote: 'b' }] },
  ]);
  assert.deepEqual(assumptions, [
    { id: 'A-002', text: 'y', status: 'confirmed', quote: 'b', turn: 1, decided_turn: 2 },
  ]);
});
