// A conversation as an agent reads it, within a bound: whole where it fits, else the oldest messages by their first
// words and what was quoted from them. Labels begin a line, what was said never does: nobody can write a label.

import type { InterviewState, Quote } from '../../documents/interview/checklist.ts';
import { isQuoteOf } from '../../documents/interview/find-quote.ts';
import { oneLine } from '../../documents/markdown/headings-of.ts';
import type { PmMessage } from './conversation.ts';

/** About 60,000 tokens beside what is said in the visit itself, and about 100,000 for who writes from it. */
export const EARLIER_CHARACTERS_MAX = 240_000;
export const WHOLE_CHARACTERS_MAX = 400_000;

const NAMES = { agent: 'you', person: 'the person' } as const;
const HEAD_CHARACTERS = 200;

/** `agent`: who is asked took the agent's part in it. '' where nothing was said. */
export function numberedText(
  messages: readonly PmMessage[],
  state: Pick<InterviewState, 'checklist' | 'assumptions'>,
  { max, agent = NAMES.agent }: { readonly max: number; readonly agent?: string },
): string {
  const quotes = quotesByTurn(state);
  const blocks = messages.map((message, at) => new Block(message, at + 1, quotes.get(at + 1) ?? [], agent));
  let size = blocks.reduce((sum, block) => sum + block.text.length, 0);
  for (const shorten of ['files', 'words'] as const)
    for (const block of blocks) {
      if (size <= max) break;
      size -= block.text.length;
      block[shorten]();
      size += block.text.length;
    }
  let first = 0;
  for (; size > max && first < blocks.length - 1; first++) size -= blocks[first]?.text.length ?? 0;
  const left = first === 0 ? [] : [`[1 to ${first}, left out]`];
  return [...left, ...blocks.slice(first).map(({ text }) => text)].join('\n\n');
}

function quotesByTurn({ checklist, assumptions }: InterviewState): ReadonlyMap<number, readonly string[]> {
  const all: Quote[] = [
    ...checklist.flatMap(({ quotes }) => quotes),
    ...assumptions.flatMap(({ quote, decided_turn: turn }) =>
      quote === undefined || turn === undefined ? [] : [{ quote, turn }],
    ),
  ];
  const found = new Map<number, string[]>();
  for (const { turn, quote } of all) {
    const own = found.get(turn) ?? [];
    if (!own.includes(quote)) found.set(turn, [...own, quote]);
  }
  return found;
}

class Block {
  readonly #message: PmMessage;
  readonly #turn: number;
  readonly #quotes: readonly string[];
  readonly #agent: string;
  #hasFiles = true;
  #hasWords = true;
  text: string;

  constructor(message: PmMessage, turn: number, quotes: readonly string[], agent: string) {
    this.#message = message;
    this.#turn = turn;
    this.#quotes = quotes;
    this.#agent = agent;
    this.text = this.#shown();
  }

  files(): void {
    this.#hasFiles = false;
    this.text = this.#shown();
  }

  words(): void {
    this.#hasWords = false;
    this.text = this.#shown();
  }

  #shown(): string {
    const { from, text, attachments = [] } = this.#message;
    const who = from === 'agent' ? this.#agent : NAMES.person;
    return [
      ...this.#part(`${this.#turn}, ${who}`, text, this.#hasWords),
      ...attachments.flatMap(({ name, text: inside }) =>
        this.#part(`${this.#turn}, attached as ${JSON.stringify(oneLine(name))}`, inside, this.#hasFiles),
      ),
    ].join('\n');
  }

  #part(label: string, text: string, isWhole: boolean): readonly string[] {
    const own = this.#quotes.filter((quote) => isQuoteOf(quote, { from: 'person', text }));
    const short = [`${text.slice(0, HEAD_CHARACTERS).trimEnd()} ...`, ...own.map((quote) => `... ${quote} ...`)];
    const shortened = short.join('\n');
    if (isWhole || shortened.length >= text.length) return [`[${label}]`, indented(text)];
    return [`[${label}, shortened to its beginning and what was quoted of it]`, indented(shortened)];
  }
}

/** White space alone is added: what is quoted across lines is still what was written. */
function indented(text: string): string {
  return text
    .trimEnd()
    .split(/\r\n|[\r\n]/)
    .map((line) => (line === '' ? '' : `  ${line}`))
    .join('\n');
}
