// The model server as a process: prints its base URL as one line, and answers envelopes by the script file it is given.
//   node test/support/model-server-program.ts script.json
// The script: {"rules": [{"when": "text of the request", "output": ..., "times"?: 1, "answer"?: ...}], "output": ...}

import { readFileSync } from 'node:fs';
import type { Json } from '../../src/json.ts';
import type { ModelAnswer } from './model-answer.ts';
import type { ModelRequest } from './model-request.ts';
import { startModelServer } from './model-server.ts';

/** The first rule whose `when` stands in the request's system or texts, and which is not used up. */
interface Rule {
  readonly when?: string;
  readonly output?: Json;
  /** After so many answers the rule is over. */
  readonly times?: number;
  /** Instead of an envelope with `output`. */
  readonly answer?: ModelAnswer;
}

interface Script extends Rule {
  readonly rules?: readonly Rule[];
}

const PARENT_CHECK_MS = 1_000;
const scriptFile = process.argv[2];
const script: Script = scriptFile === undefined ? {} : JSON.parse(readFileSync(scriptFile, 'utf8'));
const used = new Map<Rule, number>();

function answer(request: ModelRequest): ModelAnswer {
  const words = [request.system, ...request.texts].join('\n');
  const rules = [...(script.rules ?? []), script];
  const rule = rules.find(
    (each) => words.includes(each.when ?? '') && (used.get(each) ?? 0) < (each.times ?? Infinity),
  );
  if (rule === undefined) return { status: 400, error: { message: 'No rule of the script is left for this request' } };
  used.set(rule, (used.get(rule) ?? 0) + 1);
  return rule.answer ?? { text: JSON.stringify(envelope(rule.output ?? null)) };
}

function envelope(output: Json): Json {
  return {
    status: 'SUCCESS',
    summary: 'Answered by the script.',
    output,
    nextAction: 'COMPLETE',
    metadata: { confidence: 1, suggested_tags: [], suggested_next_stage: null },
  };
}

const server = await startModelServer(answer);
process.stdout.write(`${server.url}\n`);

// A parent that was killed cannot end what it started.
const parent = process.ppid;
const watch = setInterval(() => process.ppid === parent || stop(), PARENT_CHECK_MS);
function stop(): void {
  clearInterval(watch);
  void server.close(); // nothing waits for it: the process ends when the last connection has
}
process.once('SIGTERM', stop);
process.once('SIGINT', stop);
