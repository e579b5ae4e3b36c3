// The review of items, one by one: each is decided, all is looked at once more, then it is sent.

import type {
  ItemFinding,
  ItemsDecision,
  ItemsReview,
  ItemVerdict,
  ItemVerdictKind,
  ReviewItem,
} from '../../ports/review.ts';
import { BACK, isPromptExit, LEAVE, type PromptResult } from '../prompt.ts';
import { askModification } from './modify-item.ts';
import { helpLines, type Key, notEmpty, type ReviewTerminal } from './review-terminal.ts';
import {
  alikeLines,
  type Change,
  changedItem,
  changeLines,
  findingsLines,
  itemLines,
  leftOutLines,
  summaryLines,
  verdictText,
} from './show-items.ts';
import { heading, paragraph } from './theme.ts';

type VerdictsById = Readonly<Record<string, ItemVerdict>>;

export interface ItemsAsk {
  /** The command that comes back here. */
  readonly goOn: string;
  /** What is found in an item as the person has rewritten it. */
  recheck(id: string, change: Change): Promise<readonly ItemFinding[]>;
  /** What was decided before the person left. */
  readonly verdicts: VerdictsById;
  /** Kept whenever something is decided: leaving loses nothing. */
  keep(verdicts: VerdictsById): void;
}

type HelpedKey = Key & { readonly help: string };

const OPEN_PLACE = /<[^<>]{1,40}>/;

const CHANGED_KEYS = [
  { key: 'k', label: 'keep my wording' },
  { key: 'm', label: 'change it again' },
] as const;

export function reviewItems(
  terminal: ReviewTerminal,
  review: ItemsReview,
  ask: ItemsAsk,
  signal: AbortSignal,
): Promise<PromptResult<ItemsDecision>> {
  return new Review(terminal, review, ask, signal).toTheEnd();
}

function itemKeys({ verdicts, fields }: ItemsReview, goOn: string): readonly HelpedKey[] {
  const long = fields.at(-1)?.label.toLowerCase() ?? 'text';
  return [
    ...verdicts.map(({ key, label, help }) => ({ key, label, help })),
    { key: 's', label: 'take the suggestion', help: `the lint's wording becomes the ${long}` },
    { key: 'b', label: 'back', help: 'to the one before' },
    { key: 'n', label: 'next', help: 'to the one after; what is not decided is asked again' },
    ...restKinds(verdicts).map(({ key, label, needs }) => ({
      ...{ key: key.toUpperCase(), label: `${label} the rest` },
      help: `all that are not decided yet${needs === 'reason' ? ', for one reason' : ''}`,
    })),
    { key: 'q', label: 'leave', help: `what you decided is kept: ${goOn} goes on here` },
    { key: '?', label: 'help', help: 'this list' },
  ];
}

/** What may be said of all that are left: the first verdict that needs nothing, and the first that needs a reason. */
function restKinds(kinds: readonly ItemVerdictKind[]): readonly ItemVerdictKind[] {
  const first = (needs: ItemVerdictKind['needs']) => kinds.filter((kind) => kind.needs === needs).slice(0, 1);
  return [...first('nothing'), ...first('reason')];
}

/** Sending has no key of an item: the same key pressed twice must not send what nobody looked at. */
function lastKeys({ items, none }: ItemsReview, goOn: string): readonly HelpedKey[] {
  const send = { key: 'S', label: 'send', help: 'your verdicts count then; the workflow goes on' };
  return [
    items.length > 0 ? send : { key: 'S', label: 'go on', help: none?.next ?? 'the empty review is sent' },
    { key: 'c', label: 'change one', help: 'by its number or id' },
    { key: 'F', label: 'send with feedback', help: 'with an overall comment for the next proposals' },
    { key: 'q', label: 'leave', help: `what you decided is kept, not sent: ${goOn} goes on here` },
    { key: '?', label: 'help', help: 'this list' },
  ];
}

class Review {
  readonly #terminal: ReviewTerminal;
  readonly #review: ItemsReview;
  readonly #ask: ItemsAsk;
  readonly #signal: AbortSignal;
  readonly #verdicts: Map<string, ItemVerdict>;

  constructor(terminal: ReviewTerminal, review: ItemsReview, ask: ItemsAsk, signal: AbortSignal) {
    this.#terminal = terminal;
    this.#review = review;
    this.#ask = ask;
    this.#signal = signal;
    const ids = new Set(review.items.map(({ id }) => id));
    this.#verdicts = new Map(Object.entries(ask.verdicts).filter(([id]) => ids.has(id)));
  }

  async toTheEnd(): Promise<PromptResult<ItemsDecision>> {
    this.#begin();
    let at = this.#firstOpen();
    let isNoticeShown = false;
    for (;;) {
      if (at !== null) {
        const moved = await this.#askItem(at, isNoticeShown);
        if (isPromptExit(moved)) return moved;
        isNoticeShown = moved === 'again';
        if (moved !== 'again') at = this.#after(at, moved);
        continue;
      }
      await this.#sumUp();
      const last = await this.#askLast();
      if (typeof last !== 'number') return last;
      at = last;
    }
  }

  #begin(): void {
    const { items, title } = this.#review;
    if (items.length === 0) return;
    const theme = this.#terminal.theme();
    const findings = items.reduce((sum, item) => sum + item.findings.length, 0);
    const kept = this.#verdicts.size === 0 ? '' : ` You decided ${this.#verdicts.size} of them before.`;
    const found = findings === 0 ? 'The lint found nothing.' : `Findings of the lint: ${findings}.`;
    this.#terminal.say(heading(title, `${items.length}. ${found}${kept}`, theme));
    this.#terminal.say(leftOutLines(this.#review, theme));
  }

  async #sumUp(): Promise<void> {
    const { items, none, noun } = this.#review;
    const theme = this.#terminal.theme();
    if (items.length === 0)
      this.#terminal.say(['', ...paragraph(none?.said ?? `There are no ${noun[1]}.`, 1, theme.width)]);
    else this.#terminal.say(summaryLines(this.#review, this.#verdicts, await this.#findings(), theme));
    this.#terminal.say(leftOutLines(this.#review, theme));
  }

  /** By id. What was proposed was judged before it came here. */
  async #findings(): Promise<ReadonlyMap<string, readonly ItemFinding[]>> {
    const found = new Map<string, readonly ItemFinding[]>();
    for (const { id, findings } of this.#review.items) {
      const change = this.#verdicts.get(id)?.change;
      found.set(id, change === undefined ? findings : await this.#ask.recheck(id, change));
    }
    return found;
  }

  #firstOpen(): number | null {
    const at = this.#review.items.findIndex(({ id }) => !this.#verdicts.has(id));
    return at < 0 ? null : at;
  }

  /** null: all are decided, the summary is next. */
  #after(at: number, moved: 'decided' | 'back' | 'next'): number | null {
    const { items } = this.#review;
    if (moved === 'back') return Math.max(0, at - 1);
    if (moved === 'next') return at + 1 < items.length ? at + 1 : this.#firstOpen();
    const later = items.findIndex(({ id }, place) => place > at && !this.#verdicts.has(id));
    return later < 0 ? this.#firstOpen() : later;
  }

  async #askItem(at: number, isNoticeShown: boolean): Promise<PromptResult<'decided' | 'back' | 'next' | 'again'>> {
    const item = this.#review.items[at] as ReviewItem;
    const suggested = this.#modifies === undefined ? [] : item.findings.filter(({ isWording }) => isWording);
    if (!isNoticeShown) this.#tell(item, at);
    const keys = itemKeys(this.#review, this.#ask.goOn).filter(({ key }) =>
      key === 's' ? suggested.length > 0 : key !== 'b' || at > 0,
    );
    const key = await this.#terminal.key(keys, this.#signal);
    if (key === LEAVE || key === 'q') return LEAVE;
    if (this.#signal.aborted) return BACK;
    if (key === 'b' || key === BACK) return 'back';
    if (key === 'n') return 'next';
    if (key === '?') {
      this.#terminal.say(helpLines(keys, this.#terminal.theme()));
      return 'again';
    }
    const rest = restKinds(this.#review.verdicts).find((kind) => kind.key.toUpperCase() === key);
    if (rest !== undefined) return this.#decideRest(rest);
    const verdict = await this.#verdictOf(key, item, suggested);
    if (verdict === LEAVE) return LEAVE;
    if (isPromptExit(verdict)) return 'again';
    this.#decide(item, verdict);
    this.#terminal.say(changeLines(this.#review, item, verdict, this.#terminal.theme()));
    return verdict.change === undefined ? 'decided' : this.#afterChange(item, verdict.change);
  }

  /** A person's own words are judged like an agent's; they have the last one. */
  async #afterChange(item: ReviewItem, made: Change): Promise<PromptResult<'decided' | 'again'>> {
    for (let change = made; ; ) {
      const findings = await this.#ask.recheck(item.id, change);
      if (findings.length === 0) return 'decided';
      const theme = this.#terminal.theme();
      const head = paragraph('The lint on your wording:', 1, theme.width, theme.paint.bold);
      this.#terminal.say(['', ...head, ...findingsLines(findings, theme)]);
      const key = await this.#terminal.key(CHANGED_KEYS, this.#signal);
      if (key === LEAVE) return LEAVE;
      if (this.#signal.aborted) return BACK;
      if (key === 'k') return 'decided';
      if (key !== 'm') continue;
      const verdict = await this.#modified(item);
      if (verdict === LEAVE) return LEAVE;
      if (isPromptExit(verdict)) continue;
      this.#decide(item, verdict);
      this.#terminal.say(changeLines(this.#review, item, verdict, this.#terminal.theme()));
      change = verdict.change ?? {};
    }
  }

  /** With what was changed in it before. */
  #asItIs(item: ReviewItem): ReviewItem {
    return changedItem(item, this.#review.fields, this.#verdicts.get(item.id)?.change);
  }

  #tell(item: ReviewItem, at: number): void {
    const theme = this.#terminal.theme();
    const now = this.#asItIs(item);
    this.#terminal.say(itemLines(now, `${at + 1} of ${this.#review.items.length}`, theme));
    this.#terminal.say(alikeLines(now, theme));
    const before = this.#verdicts.get(item.id);
    if (before === undefined) return;
    const soFar = `So far: ${verdictText(this.#review, before)}`;
    this.#terminal.say(['', ...paragraph(soFar, 1, theme.width, theme.paint.cyan)]);
  }

  /** The verdict that comes with a change; undefined: items are taken as they are. */
  get #modifies(): ItemVerdictKind | undefined {
    return this.#review.verdicts.find(({ needs }) => needs === 'change');
  }

  async #verdictOf(
    key: string,
    item: ReviewItem,
    suggested: readonly ItemFinding[],
  ): Promise<PromptResult<ItemVerdict>> {
    if (key === 's') return this.#suggestion(item, suggested);
    const kind = this.#review.verdicts.find((one) => one.key === key) as ItemVerdictKind;
    if (kind.needs === 'change') return this.#modified(item);
    if (kind.needs === 'nothing') return { verdict: kind.value };
    const reason = await this.#terminal.line(`Why is it ${kind.past}?`, { check: notEmpty }, this.#signal);
    return isPromptExit(reason) ? reason : { verdict: kind.value, reason: reason.trim() };
  }

  async #modified(item: ReviewItem): Promise<PromptResult<ItemVerdict>> {
    const given = await askModification(this.#terminal, this.#review, item, this.#asItIs(item), this.#signal);
    return isPromptExit(given) ? given : { verdict: this.#modifies?.value ?? '', ...given };
  }

  async #suggestion(item: ReviewItem, suggested: readonly ItemFinding[]): Promise<PromptResult<ItemVerdict>> {
    let chosen = suggested[0] as ItemFinding;
    if (suggested.length > 1) {
      // By the numbers that they have on the screen.
      const keys = suggested
        .map((finding) => ({ key: String(item.findings.indexOf(finding) + 1), label: finding.rule, finding }))
        .slice(0, 9);
      const key = await this.#terminal.key(keys, this.#signal);
      if (isPromptExit(key)) return key;
      chosen = keys.find((one) => one.key === key)?.finding ?? chosen;
    }
    const text = await this.#filled(chosen.suggestion.trim());
    if (isPromptExit(text)) return text;
    const asItStands = this.#review.verdicts.find(({ needs }) => needs === 'nothing');
    if (text === item.text.trim() && asItStands !== undefined) return { verdict: asItStands.value };
    const notes = `Reworded as the lint suggests (${chosen.rule}).`;
    return { verdict: this.#modifies?.value ?? '', notes, change: { [this.#review.fields.at(-1)?.name ?? '']: text } };
  }

  /** What the lint cannot know it leaves open, as `<number>`: the person fills it in. */
  async #filled(suggestion: string): Promise<PromptResult<string>> {
    if (!OPEN_PLACE.test(suggestion)) return suggestion;
    const check = (line: string): string | undefined =>
      OPEN_PLACE.test(line) ? `Expected something in place of ${OPEN_PLACE.exec(line)?.[0]}.` : notEmpty(line);
    const line = await this.#terminal.line('Fill in what is open', { initial: suggestion, check }, this.#signal);
    return isPromptExit(line) ? line : line.trim();
  }

  async #decideRest({ value, needs, past }: ItemVerdictKind): Promise<PromptResult<'decided' | 'again'>> {
    const rest = this.#review.items.filter(({ id }) => !this.#verdicts.has(id));
    let verdict: ItemVerdict = { verdict: value };
    if (needs === 'reason') {
      const reason = await this.#terminal.line(
        `Why are these ${rest.length} ${past}?`,
        { check: notEmpty },
        this.#signal,
      );
      if (reason === LEAVE) return LEAVE;
      if (isPromptExit(reason)) return 'again';
      verdict = { verdict: value, reason: reason.trim() };
    }
    for (const item of rest) this.#decide(item, verdict);
    return 'decided';
  }

  #decide({ id }: ReviewItem, verdict: ItemVerdict): void {
    this.#verdicts.set(id, verdict);
    this.#ask.keep(Object.fromEntries(this.#verdicts));
  }

  /** A number: which one to decide again. */
  async #askLast(): Promise<PromptResult<ItemsDecision> | number> {
    const verdicts = Object.fromEntries(this.#verdicts);
    const isNone = this.#review.items.every(({ id }) => !this.#verdicts.has(id));
    const keys = lastKeys(this.#review, this.#ask.goOn).filter(({ key }) => key !== 'c' || !isNone);
    for (;;) {
      const key = await this.#terminal.key(keys, this.#signal);
      if (key === LEAVE || key === 'q') return LEAVE;
      if (this.#signal.aborted) return BACK;
      if (key === 'S') return { kind: 'items', verdicts, feedback: '' };
      if (key === '?') this.#terminal.say(helpLines(keys, this.#terminal.theme()));
      if (key === 'F') {
        const feedback = await this.#terminal.line('Feedback on all of it', { check: notEmpty }, this.#signal);
        if (feedback === LEAVE) return LEAVE;
        if (!isPromptExit(feedback)) return { kind: 'items', verdicts, feedback: feedback.trim() };
      }
      if (key !== 'c') continue;
      const question = { placeholder: 'its number or id', check: this.#isOne };
      const which = await this.#terminal.line('Which one?', question, this.#signal);
      if (which === LEAVE) return LEAVE;
      if (!isPromptExit(which)) return this.#placeOf(which) as number;
    }
  }

  readonly #isOne = (line: string): string | undefined =>
    this.#placeOf(line) === null ? `Expected 1 to ${this.#review.items.length}, or an id.` : undefined;

  #placeOf(line: string): number | null {
    const said = line.trim();
    const { items } = this.#review;
    // `REQ-004`, `req-4`; a number alone is the place in the list, which is what stands before it.
    const own = (id: string): string => id.toLowerCase().replace(/(?<=-)0+(?=\d)/, '');
    const byId = items.findIndex(({ id }) => own(id) === own(said));
    if (byId >= 0) return byId;
    const number = /^\d{1,6}$/.test(said) ? Number(said) : 0;
    if (number >= 1 && number <= items.length) return number - 1;
    const byNumber = items.findIndex(({ id }) => number > 0 && own(id).endsWith(`-${number}`));
    return byNumber < 0 ? null : byNumber;
  }
}
