// `node examples/pm/main.ts`: holds the interview of each script by rules, and writes the conversation, the
// specification and the stories beside it.

import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { holdInterview } from '../../bench/quality/interviews/hold-interview.ts';
import type { ScriptedPerson } from '../../bench/quality/interviews/scripted-person.ts';
import { readSpec } from '../../src/documents/spec/read-spec.ts';
import { mergeStories } from '../../src/documents/stories/merge-stories.ts';
import { writeIndex } from '../../src/documents/stories/write-index.ts';
import { storyFile, writeStory } from '../../src/documents/stories/write-story.ts';
import { draftSpec } from '../../src/systems/pm/writers/draft-spec.ts';
import { splitStories } from '../../src/systems/pm/writers/split-stories.ts';

const here = new URL('.', import.meta.url);

export function exampleFiles(name: string): ReadonlyMap<string, string> {
  const person = JSON.parse(readFileSync(new URL(`${name}/script.json`, here), 'utf8')) as ScriptedPerson;
  const { messages, state } = holdInterview(person);
  const conversation = messages.map(({ from, text }, at) => {
    const who = from === 'agent' ? 'Interviewer (rules, no model)' : 'Person';
    return `## ${at + 1}. ${who}\n\n${text.includes('```') ? `~~~~text\n${text}\n~~~~` : text}\n`;
  });
  const { markdown } = draftSpec({ messages, assumptions: state.assumptions });
  const spec = readSpec(markdown);
  const submission = splitStories(spec);
  const { stories } = mergeStories([], submission, spec, name);
  const title = `# Interview: ${name} (${person.expertise})`;
  return new Map([
    ['conversation.md', `${[title, '', ...conversation].join('\n').trimEnd()}\n`],
    ['spec.md', markdown],
    ['stories/README.md', writeIndex(stories, spec, { uncovered: submission.uncovered ?? [] })],
    ...stories.map((story) => [`stories/${storyFile(story.id)}`, writeStory(story, { spec, stories }, '')] as const),
  ]);
}

export const exampleNames = (): readonly string[] =>
  readdirSync(here, { withFileTypes: true })
    // The prompts are made by a run.
    .filter((entry) => entry.isDirectory() && entry.name !== 'prompts')
    .map(({ name }) => name);

if (process.argv[1] === new URL(import.meta.url).pathname)
  for (const name of exampleNames()) {
    rmSync(new URL(`${name}/stories/`, here), { recursive: true, force: true });
    mkdirSync(new URL(`${name}/stories/`, here), { recursive: true });
    for (const [path, text] of exampleFiles(name)) writeFileSync(new URL(`${name}/${path}`, here), text);
  }
