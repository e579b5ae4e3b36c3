import { readFileSync } from 'node:fs';
import { holdInterview } from './hold-interview.ts';

const people = JSON.parse(readFileSync(new URL(process.argv[2] ?? 'people-first.json', import.meta.url), 'utf8'));
const only = process.argv[3];
for (const p of people) {
  if (only && !only.split(',').includes(p.name)) continue;
  const h = holdInterview(p);
  console.log(
    '=====',
    p.name,
    'turns',
    h.turns,
    'questions',
    h.questions.length,
    'offered',
    h.isOffered,
    h.refused,
    h.state.checklist.filter((c) => c.status !== 'covered').map((c) => c.topic + ':' + c.status),
  );
  if (only) {
    for (const [i, m] of h.messages.entries()) console.log(`[${i + 1} ${m.from}] ${m.text}\n`);
    console.log(h.state.checklist.map((c) => c.topic + ': ' + c.quotes.map((q) => q.quote).join(' | ')).join('\n'));
    console.log(h.state.assumptions);
  }
}
