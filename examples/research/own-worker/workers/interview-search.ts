// A worker of this project: it finds the interviews that we hold ourselves.
import { readFile } from 'node:fs/promises';
import type { OwnWorker } from 'signoff/research';

const common = { type: 'local', authors: [], publisher: 'our interviews', isWhole: true };

export default {
  ...{ id: 'interview_search', name: 'Interview search', step: 'Research', gives: 'interviews' },
  ...{ cost: 0, minutes: 1, criticality: 'optional' },
  async execute({ signal }) {
    const text = await readFile(new URL('../interviews.json', import.meta.url), { encoding: 'utf8', signal });
    const all = JSON.parse(text) as { title: string; date: string; text: string }[];
    return all.map((each) => ({ ...each, ...common, address: `interviews/${each.date}`, publishedAt: each.date }));
  },
} satisfies OwnWorker;
