// A system of one's own: a decision, written down, reviewed and signed. `signoff adr "We use SQLite."`

import type { Decision, GateFacts, System } from 'signoff/system';

const NAME = /^[a-z][a-z0-9-]{2,49}$/;

const nameOf = (decision: string): string =>
  decision
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+|-+$/g, '')
    .slice(0, 40) || 'decision';

const textOf = ({ data }: Pick<GateFacts, 'data'>): string => String(data.text ?? '');

export const system: System = {
  name: 'adr',
  title: 'Decision record',
  summary: 'a decision, written down, reviewed and signed',
  diagram: new URL('./workflow.mmd', import.meta.url),
  start: {
    subject: {
      name: 'decision',
      help: 'what was decided, in a sentence',
      question: 'What was decided?',
      placeholder: 'We keep runs in SQLite.',
    },
    input: ({ subject, project }) => ({ decision: subject, project }),
    about(input, data) {
      const { decision, project } = input as { decision?: string; project?: string };
      if (decision === undefined || project === undefined) return null;
      return { project, subject: decision, document: typeof data.name === 'string' ? data.name : null };
    },
  },
  documents: {
    ...{ folder: 'decisions', noun: 'decision', name: NAME },
    kinds: [{ name: 'record', resource: 'record', file: 'record.md', keptIn: 'text' }],
    summarise: async ({ record = '' }) => ({
      title: /^# (.*)$/m.exec(record)?.[1] ?? null,
      status: /^Signed as (\w+)/m.exec(record)?.[1] ?? null,
      lastModified: null,
      counts: null,
    }),
  },
  gates: {
    Review: {
      ...{ noun: 'the record', title: 'Decision record', waits: 'your review of the record' },
      review: async (facts) => ({
        ...{ kind: 'document', title: 'Decision record', notices: [], text: textOf(facts), file: 'record.md' },
        before: facts.visit > 1 ? ((await facts.versions('text')).at(-2) ?? null) : null,
        path: `decisions/${String(facts.data.name)}/record.md`,
        ...{ isWritten: false, fixed: [], sections: null, doubts: [], assumptions: [] },
        ...{ edited: null, canStartOver: false },
      }),
      answer: async (_, decision) => answerOf(decision),
      decided: async ({ verdict }) => (verdict === 'approve' ? 'approved' : 'changes requested'),
    },
    // Sign has no gate here: its form comes from the schema in the drawing.
  },
  code: { actions: ['adr.write'], prepares: ['adr.feedback'], accepts: ['adr.keep', 'adr.reviewed'] },
  loadCode: async () => ({
    actions: {
      'adr.write': ({ data, read }) => {
        const path = `decisions/${String(data.name)}/record.md`;
        const text = `${String(data.text)}\nSigned as ${String(read('steps', 'Sign', 'output', 'role'))}.\n`;
        return { output: { file: path }, files: [{ path, text, old: null }] };
      },
    },
    prepares: { 'adr.feedback': ({ data }) => ({ input: { feedback: String(data.feedback ?? 'none yet') } }) },
    accepts: {
      'adr.keep': ({ answer, run }) => {
        const { title, why, consequences } = answer as { title: string; why: string; consequences: string[] };
        const { decision } = run.input as { decision: string };
        const list = consequences.map((each) => `- ${each}`).join('\n');
        const text = `# ${title}\n\n${decision}\n\n## Why\n\n${why}\n\n## Consequences\n\n${list}\n`;
        return { output: answer, set: { text, name: nameOf(decision) } };
      },
      // Whoever answers without a review, by `tasks complete`, gives a verdict and a comment.
      'adr.reviewed': ({ answer, verdict }) => {
        const { feedback, comment } = answer as { feedback?: string; comment?: string };
        return { output: answer, set: { isApproved: verdict === 'approve', feedback: feedback ?? comment ?? '' } };
      },
    },
  }),
  // For those who have no model: a rule that says only what it was told.
  loadWriters: async () => [
    {
      ...{ workflow: 'adr', step: 'Draft' },
      write: ({ runInput, data }) => ({
        title: String((runInput as { decision: string }).decision).replace(/[.!?]+$/, ''),
        why: typeof data.feedback === 'string' && data.feedback !== '' ? data.feedback : 'Nobody has said why yet.',
        consequences: ['To be filled in by whoever reviews it.'],
      }),
    },
  ],
};

function answerOf(decision: Decision) {
  if (decision.kind !== 'document') return { refused: ['Expected a decision on the record.'] };
  const approved = decision.verdict === 'approve';
  const feedback = decision.feedback ?? '';
  if (!approved && feedback === '') return { refused: ['Expected what should change.'] };
  const verdict = approved ? 'approve' : 'reject';
  return { output: { verdict, feedback }, verdict };
}
