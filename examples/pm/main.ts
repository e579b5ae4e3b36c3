// `node examples/pm/main.ts`: holds the interview of the script without a model, and writes the conversation, the
// specification and the stories beside it.

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Question } from '../../src/documents/interview/checklist.ts';
import { readSpec } from '../../src/documents/spec/read-spec.ts';
import { writeIndex } from '../../src/documents/stories/write-index.ts';
import { storyFile, writeStory } from '../../src/documents/stories/write-story.ts';
import { draftOf, holdInterview, storiesOf } from '../../test/support/hold-interview.ts';

const here = new URL('.', import.meta.url);

interface Script {
  readonly idea: string;
  /** By topic; a list has one for each requirement. */
  readonly answers: { readonly [topic: string]: string | readonly string[] };
}

export function exampleFiles(name: string): ReadonlyMap<string, string> {
  const { idea, answers } = JSON.parse(readFileSync(new URL(`${name}/script.json`, here), 'utf8')) as Script;
  const left = new Map(Object.entries(answers).map(([topic, said]) => [topic, [said].flat()]));
  const reply = (questions: readonly Question[]): string => {
    const said = questions.map(({ topic }) => left.get(topic)?.shift() ?? '');
    if (said.every((each) => each === '')) return 'skip';
    return said.length === 1 ? String(said[0]) : said.map((each, at) => `${at + 1}. ${each}`).join('\n');
  };
  const held = holdInterview(idea, reply);
  const conversation = held.messages.map(
    ({ from, text }, at) => `## ${at + 1}. ${from === 'agent' ? 'Signoff, without a model' : 'Person'}\n\n${text}\n`,
  );
  const markdown = draftOf(held);
  const spec = readSpec(markdown);
  const stories = storiesOf(markdown, name);
  return new Map([
    ['conversation.md', `${[`# Interview: ${name}`, '', ...conversation].join('\n').trimEnd()}\n`],
    ['spec.md', markdown],
    ['stories/README.md', writeIndex(stories, spec)],
    ...stories.map((story) => [`stories/${storyFile(story.id)}`, writeStory(story, { spec, stories })] as const),
  ]);
}

export const exampleNames = (): readonly string[] =>
  readdirSync(here, { withFileTypes: true })
    // The others are made by runs with a model.
    .filter((entry) => entry.isDirectory() && existsSync(new URL(`${entry.name}/script.json`, here)))
    .map(({ name }) => name);

if (process.argv[1] === new URL(import.meta.url).pathname)
  for (const name of exampleNames()) {
    rmSync(new URL(`${name}/stories/`, here), { recursive: true, force: true });
    mkdirSync(new URL(`${name}/stories/`, here), { recursive: true });
    for (const [path, text] of exampleFiles(name)) writeFileSync(new URL(`${name}/${path}`, here), text);
  }
