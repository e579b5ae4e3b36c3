// `node reply.mjs FOLDER`: reads a prompt and prints the reply that the folder keeps for its step, as a program of the
// provider `command:` does. JavaScript, because it runs under whatever Node is on the PATH.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = process.argv[2] ?? '.';
const prompt = readFileSync(0, 'utf8');
const title = /^## Workflow Step: (.+)$/m.exec(prompt)?.[1] ?? 'no step';
const step = title
  .toLowerCase()
  .replaceAll(/[^a-z]+/g, '-')
  .replace(/-$/, '');

/** In a conversation each turn has its own file, unless there is only one. */
const turn = 1 + [...prompt.matchAll(/^\[agent\]$/gm)].length;
const isConversation = prompt.startsWith('You are talking with a person');
const name = [`${step}-${turn}.md`, `${step}.md`, `${step}.json`].find((each) => existsSync(join(folder, each)));
if (name === undefined) fail(`Expected a reply to the step "${title}", turn ${turn}, found none in ${folder}.`);

function fail(why) {
  process.stderr.write(`${why}\n`);
  process.exit(1);
}

/** The id at the beginning of the prompt's line with these words: ids of passages and sentences are the prompt's. */
function idOf(words) {
  const line = prompt.split('\n').find((each) => /^\[?[ecd]\d+[\]:]/.test(each) && each.includes(words));
  if (line === undefined) fail(`Expected in the prompt of "${title}" a line with "${words}", found none.`);
  return /[ecd]\d+/.exec(line)?.[0] ?? '';
}

const read = (file) => readFileSync(join(folder, file), 'utf8').replaceAll(/<<([^>]+)>>/g, (_, words) => idOf(words));
const text = read(name);
/** A long text of a field stands in a file beside it: `@feature-brief.md`. */
const fieldOf = (_, value) => (typeof value === 'string' && value.startsWith('@') ? read(value.slice(1)) : value);
const output = name.endsWith('.json') ? JSON.parse(text, fieldOf) : text;
const envelope = {
  status: 'SUCCESS',
  summary: `${title}: done.`,
  output,
  nextAction: 'COMPLETE',
  nextActionReason: null,
};
process.stdout.write(isConversation ? text : JSON.stringify({ ...envelope, metadata: { confidence: 0.8 } }));
