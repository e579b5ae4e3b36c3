// A review of several items as a form: a verdict for each, one for the rest, and the reason for those that need one.

import type { JsonObject } from '../json.ts';
import type { Decision, ItemsReview, ItemVerdict, ItemVerdictKind, ReviewItem } from '../ports/review.ts';
import { bullets, FIELDS_MAX, formMessage, textIn } from './form-text.ts';
import type { ReviewForm } from './mcp-options.ts';

const IN_CHAT = 'decide in the chat';
const OWN_FIELDS: ReadonlySet<string> = new Set(['rest', 'reason', 'feedback']);

/** null: too many, none to decide on, or none that can be decided without rewriting it. */
export function itemsForm(review: ItemsReview, title: string): ReviewForm | null {
  const { items } = review;
  const verdicts = review.verdicts.filter(({ needs }) => needs !== 'change');
  const plain = verdicts.find(({ needs }) => needs === 'nothing');
  if (items.length === 0 || items.length > FIELDS_MAX || plain === undefined) return null;
  if (items.some(({ id }) => OWN_FIELDS.has(id))) return null;
  const form = new ItemsForm(review, verdicts, plain);
  return {
    message: form.message(title),
    schema: { type: 'object', properties: form.properties() },
    read: (content) => form.read(content),
    said: (content) => form.said(content),
  };
}

class ItemsForm {
  readonly #review: ItemsReview;
  /** Those that a form can take. */
  readonly #verdicts: readonly ItemVerdictKind[];
  /** What the rest can be given at once. */
  readonly #plain: ItemVerdictKind;
  /** `approve all the rest`. */
  readonly #rest: string;

  constructor(review: ItemsReview, verdicts: readonly ItemVerdictKind[], plain: ItemVerdictKind) {
    this.#review = review;
    this.#verdicts = verdicts;
    this.#plain = plain;
    this.#rest = `${plain.label} all the rest`;
  }

  message(title: string): string {
    const { items, notices, leftOut, verdicts } = this.#review;
    const lines = items.map((item) => {
      const facts = item.facts.length === 0 ? '' : ` (${item.facts.join(', ')})`;
      return [`${item.id}${facts} ${item.title}: ${item.text}`, ...this.#notesOf(item)].join('\n');
    });
    const out = leftOut.map(({ id, title: name, why }) => `${id} (${name}) ${why}.`);
    const canChange = verdicts.some(({ needs }) => needs === 'change');
    return formMessage([title, notices.join('\n')], lines.join('\n\n'), [
      ...(out.length === 0 ? [] : [`Left out:\n${bullets(out)}`]),
      ...(canChange ? ['Changing the text of one is done in the chat.'] : []),
    ]);
  }

  properties(): { readonly [name: string]: JsonObject } {
    const own = this.#review.items.map((item): [string, JsonObject] => [
      item.id,
      {
        type: 'string',
        title: `${item.id}: ${item.title}`,
        description: [item.text, ...this.#notesOf(item)].join('\n'),
        enum: this.#verdicts.map(({ value }) => value),
      },
    ]);
    return {
      ...Object.fromEntries(own),
      rest: { type: 'string', title: 'The others', enum: [this.#rest, IN_CHAT], default: IN_CHAT },
      reason: {
        type: 'string',
        title: `Why those you did not ${this.#plain.label}`,
        description: 'Needed for them',
      },
      feedback: { type: 'string', title: 'Anything else' },
    };
  }

  /** What was found in it, and what it is like. */
  #notesOf({ findings, alike }: ReviewItem): readonly string[] {
    const isHere = (id: string): boolean => this.#review.items.some((item) => item.id === id);
    return [
      ...findings.map(({ rule, message }) => `! ${rule}: ${message}`),
      ...alike.map(({ id, title, text, standing, differs }) => {
        const roles = differs.length === 0 ? '' : `, differs in ${differs.join(', ')}`;
        return `= like ${id}${isHere(id) ? '' : ` (${standing})`}${roles}. ${title}: ${text}`;
      }),
    ];
  }

  read(content: JsonObject): Decision | string {
    const reason = textIn(content, 'reason');
    const verdicts: Record<string, ItemVerdict> = {};
    const unexplained: string[] = [];
    for (const { id } of this.#review.items) {
      const kind = this.#verdicts.find(({ value }) => value === content[id]);
      if (kind === undefined) continue;
      const needsReason = kind.needs === 'reason';
      if (needsReason && reason === '') unexplained.push(id);
      verdicts[id] = { verdict: kind.value, ...(needsReason && { reason }) };
    }
    if (unexplained.length > 0) {
      const were = unexplained.length === 1 ? 'was' : 'were';
      return `${unexplained.join(', ')} ${were} not ${this.#plain.past}, and no reason was given.`;
    }
    const rest = content.rest === this.#rest ? { rest: { verdict: this.#plain.value } } : {};
    return { kind: 'items', verdicts, ...rest, feedback: textIn(content, 'feedback') };
  }

  /** What they chose: nobody should have to say it twice. */
  said(content: JsonObject): string {
    const chosen = this.#review.items.flatMap(({ id }) =>
      typeof content[id] === 'string' ? [`${id}: ${content[id]}`] : [],
    );
    const rest = content.rest === this.#rest ? [`the others: ${this.#rest}`] : [];
    const words = ['reason', 'feedback'].flatMap((name) => {
      const text = textIn(content, name);
      return text === '' ? [] : [`${name}: "${text}"`];
    });
    const all = [...chosen, ...rest, ...words];
    return all.length === 0 ? '' : `In the form they chose ${all.join('; ')}. Ask only for what is missing`;
  }
}
