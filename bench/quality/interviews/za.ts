import { readFileSync } from 'node:fs';
import { holdInterview } from './hold-interview.ts';
import { draftSpec } from '../../../src/systems/pm/writers/draft-spec.ts';
import { readSpec } from '../../../src/documents/spec/read-spec.ts';
import { checkStories } from '../../../src/documents/stories/check-stories.ts';
import { splitStories } from '../../../src/systems/pm/writers/split-stories.ts';
import { findOpenPoints } from '../../../src/systems/pm/writers/review-by-rules.ts';
const people = JSON.parse(readFileSync(new URL(process.argv[2] ?? 'people-first.json', import.meta.url), 'utf8'));
for (const p of people) {
  const h = holdInterview(p);
  const spec = readSpec(draftSpec({ messages: h.messages, assumptions: h.state.assumptions }).markdown);
  const s = splitStories(spec);
  console.log('=====', p.name, checkStories(s, spec).problems, findOpenPoints(spec, []));
  console.log(s.analysis, '|', s.platform); for (const x of s.requirements) console.log('  ', x.id, x.title, x.points, x.story_type, x.dependencies.join(), x.acceptance_criteria.length, x.description.split('\n\n').slice(1).join(' / '));
}
