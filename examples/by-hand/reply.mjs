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
if (name === undefined) throw new Error(`Expected a reply to the step "${title}", turn ${turn}, found none in ${folder}.`);

const text = readFileSync(join(folder, name), 'utf8');
/** A long text of a field stands in a file beside it: `@feature-brief.md`. */
const fieldOf = (_, value) =>
  typeof value === 'string' && value.startsWith('@') ? readFileSync(join(folder, value.slice(1)), 'utf8') : value;
const output = name.endsWith('.json') ? JSON.parse(text, fieldOf) : text;
const envelope = { status: 'SUCCESS', summary: `${title}: done.`, output, nextAction: 'COMPLETE', nextActionReason: null };
process.stdout.write(isConversation ? text : JSON.stringify({ ...envelope, metadata: { confidence: 0.8 } }));
