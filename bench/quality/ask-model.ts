// Gives the judged sets to a connected model, with the prompts it would get, and measures it as the rules are measured.

import { readFileSync } from 'node:fs';
import { makeProvider } from '../../src/agents/providers/make-provider.ts';
import { parseProvider } from '../../src/agents/providers/parse-provider.ts';
import { parseTemplate } from '../../src/diagram/config/parse-template.ts';
import type { Gap } from '../../src/documents/gaps/gap.ts';
import { fenced } from '../../src/engine/fenced.ts';
import { renderPrompt } from '../../src/engine/template.ts';
import { walk } from '../../src/engine/walk.ts';
import { CallFault } from '../../src/errors.ts';
import type { Json, JsonObject } from '../../src/json.ts';
import type { LintRule } from '../../src/language/lint/finding.ts';
import type { CallMessage, Provider } from '../../src/ports/provider.ts';
import { type ReviewFigures, reviewDesigns } from './ask-designs.ts';
import { figuresOfBriefs, type GapFigures, type LabelledBrief, labelledBriefs } from './measure-gaps.ts';
import { labelledSentences } from './measure-lint.ts';

export interface ModelFigures {
  readonly provider: string;
  readonly calls: number;
  /** Calls whose reply could not be read, which count as if nothing had been found. */
  readonly unread: number;
  readonly sentences: number;
  readonly lint: { readonly precision: number; readonly recall: number };
  readonly gaps: GapFigures;
  readonly designs: ReviewFigures;
}

export interface Asking {
  /** As `signoff agents` takes it: anthropic, openai, a base URL, command:... */
  readonly provider: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** At most so many sentences, briefs and designs; all when left out. */
  readonly limit?: number;
}

const RULES = ['ambiguous', 'not-testable', 'compound', 'no-actor', 'passive'] as const;
const AT_ONCE = 20;
const TIMEOUT_MS = 300_000;

/** A text says that it was not run, or where it stopped, and why. */
export async function askModel({ provider: word, env, limit }: Asking): Promise<ModelFigures | string> {
  let provider: Provider;
  try {
    const wanted = parseProvider(word);
    if (wanted.kind === 'offline') return 'not run. The provider "offline" is the rules themselves.';
    provider = await makeProvider(wanted, { env, folder: process.cwd(), writers: [] });
  } catch (thrown) {
    if (thrown instanceof CallFault) return `not run. ${thrown.message}`;
    throw thrown;
  }
  const asked = new Asked(provider, env.SIGNOFF_MODEL ?? null);
  try {
    const sentences = labelledSentences().slice(0, limit);
    const lint = await judgeSentences(asked, sentences);
    const briefs = labelledBriefs().slice(0, limit);
    const found = new Map<string, readonly Gap[]>();
    for (const brief of briefs) found.set(brief.name, await gapsOf(asked, brief));
    const gaps = figuresOfBriefs('held out', briefs, ({ name }) => found.get(name) ?? []);
    const designs = await reviewDesigns((prompt) => asked.json(prompt), limit);
    const { calls, unread } = asked;
    return { provider: provider.name, calls, unread, sentences: sentences.length, lint, gaps, designs };
  } catch (thrown) {
    if (thrown instanceof CallFault) return `${endOf(asked)} ${thrown.message}${hintFor(env)}`;
    throw thrown;
  }
}

function endOf({ calls }: Asked): string {
  return calls === 0
    ? 'not run.'
    : `stopped after ${calls === 1 ? '1 answer' : `${calls} answers`}, so there are no figures.`;
}

/** There is no agent here that could have one. */
function hintFor({ SIGNOFF_MODEL: model }: Asking['env']): string {
  return model === undefined || model === '' ? ' The model is the one that SIGNOFF_MODEL names.' : '';
}

class Asked {
  readonly #provider: Provider;
  readonly #model: string | null;
  /** That were answered. */
  calls = 0;
  unread = 0;

  constructor(provider: Provider, model: string | null) {
    this.#provider = provider;
    this.#model = model === '' ? null : model;
  }

  /** The JSON object in the reply; {} where there is none. */
  async json(prompt: string): Promise<JsonObject> {
    const text = await this.text('Answer with one JSON object and nothing else.', [{ from: 'caller', text: prompt }]);
    try {
      return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) as JsonObject;
    } catch {
      this.unread++;
      return {};
    }
  }

  async text(system: string, messages: readonly CallMessage[]): Promise<string> {
    const title = `quality ${this.calls + 1}`;
    const facts = { workflow: 'quality', step: title, title, prompt: '', input: null, item: null };
    const { text } = await this.#provider.call({
      ...{ model: this.#model, schema: null, tools: [], parameters: { timeoutMs: TIMEOUT_MS }, system, messages },
      idempotencyKey: `${title} ${process.pid}`,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      facts: { ...facts, data: {}, runInput: null, schema: null },
    });
    this.calls++;
    return text;
  }
}

const LINT_PROMPT = `You review requirements, sentence by sentence. Mark a sentence with each rule that a careful
reviewer would raise:
- ambiguous: a word that two readers take differently, such as "fast" or "user-friendly"
- not-testable: no test could tell whether it is met
- compound: it asks for several things that could be met apart from each other
- no-actor: it does not say who or what acts
- passive: the passive hides who acts
Most sentences deserve no mark; when unsure, leave it out.
Answer as {"marks": [{"n": 3, "rules": ["ambiguous"]}]}, with only the sentences that have a mark.`;

async function judgeSentences(
  asked: Asked,
  sentences: readonly { readonly text: string; readonly rules: readonly LintRule[] }[],
) {
  let [right, extra, missed] = [0, 0, 0];
  for (let at = 0; at < sentences.length; at += AT_ONCE) {
    const some = sentences.slice(at, at + AT_ONCE);
    const list = some.map(({ text }, index) => `${index + 1}. ${text}`).join('\n');
    const { marks } = await asked.json(`${LINT_PROMPT}\n\n${list}`);
    const found = new Map((Array.isArray(marks) ? marks : []).map((each) => readMark(each as Json)));
    for (const [index, { rules }] of some.entries()) {
      const own = found.get(index + 1) ?? [];
      for (const rule of RULES) {
        const [isExpected, isFound] = [rules.includes(rule), own.includes(rule)];
        if (isExpected && isFound) right++;
        else if (isFound) extra++;
        else if (isExpected) missed++;
      }
    }
  }
  const share = (of: number): number => (of === 0 ? 1 : right / of);
  return { precision: share(right + extra), recall: share(right + missed) };
}

function readMark(mark: Json): readonly [number, readonly string[]] {
  const { n, rules } = (mark ?? {}) as { readonly n?: Json; readonly rules?: Json };
  return [Number(n), Array.isArray(rules) ? rules.map(String) : []];
}

const PRD = new URL('../../src/systems/prd/', import.meta.url);

/** By the prompt and the schema that ship, with the brief and its requirements in their places. */
async function gapsOf(asked: Asked, brief: LabelledBrief): Promise<readonly Gap[]> {
  const { identifiedGaps } = await asked.json(gapPrompt(brief));
  return (Array.isArray(identifiedGaps) ? identifiedGaps : []).flatMap((each) => readGap(each as Json));
}

function gapPrompt({ brief, requirements }: LabelledBrief): string {
  const file = requirements.map(
    ({ id, title, description, standing }) =>
      `### ${id}: ${title}\n- **Description**: ${description}\n- **Status**: ${standing}`,
  );
  const none = 'None.';
  const roots: JsonObject = {
    input: {
      ...{ featureBrief: brief.join('\n'), requirementsContent: file.join('\n\n'), rounds: 0 },
      ...{ reviewsSaid: none, ruleNotes: none, outsideNotes: none },
    },
    steps: { Init: { output: { domain: 'general software' } } },
  };
  const { template } = parseTemplate(readFileSync(new URL('prompts/gap-analysis.md', PRD), 'utf8'));
  const { text, unknown } = renderPrompt(template, (root, parts) => walk(roots, [root, ...parts]));
  if (unknown.length > 0) throw new Error(`The prompt of the gap analysis asks for ${unknown.join(', ')} too.`);
  const schema = JSON.stringify(JSON.parse(readFileSync(new URL('schemas/gap-analysis.json', PRD), 'utf8')));
  return `${text.trimEnd()}\n\nThe JSON Schema of the result:\n${fenced(schema, 'json')}`;
}

function readGap(given: Json): Gap[] {
  const { title, description, severity, category } = (given ?? {}) as { readonly [name: string]: Json };
  if (typeof title !== 'string' || typeof severity !== 'string') return [];
  return [
    { ...(given as unknown as Gap), title, description: String(description ?? ''), category: String(category ?? '') },
  ];
}
