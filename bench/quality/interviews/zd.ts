import { readFileSync } from 'node:fs';
import { holdInterview } from './hold-interview.ts';
import { draftSpec } from '../../../src/systems/pm/writers/draft-spec.ts';
import { checkSpec } from '../../../src/documents/spec/check-spec.ts';
import { untracedWords } from '../../../src/documents/interview/traced-words.ts';
const people = JSON.parse(readFileSync(new URL(process.argv[2] ?? 'people-first.json', import.meta.url), 'utf8'));
const only = process.argv[3];
for (const p of people) { if (only && !only.split(',').includes(p.name)) continue;
  const h = holdInterview(p);
  const d = draftSpec({ messages: h.messages, assumptions: h.state.assumptions });
  console.log('=====', p.name, checkSpec(d.markdown).blocking, d.sources.map(s=>[s.place,untracedWords(s.text,s.from)]).filter(x=>x[1].length));
  if (only) console.log(d.markdown);
}
