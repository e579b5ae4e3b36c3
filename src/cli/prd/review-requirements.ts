// The review of proposed requirements, one by one: each is decided, all is looked at once more, then it is sent.

import type { AlikePair, Finding, LintRule } from '../../documents/finding.ts';
import type { ItemVerdict, Requirement } from '../../documents/requirement.ts';
import { type Asked, BACK, isUnsaid, LEAVE } from '../prompt.ts';
import { program } from '../started-as.ts';
import { type Desk, helpLines, type Key, notEmpty } from './desk.ts';
import { heading, paragraph } from './look.ts';
import { askModification } from './modify-requirement.ts';
import {
  alikeLines,
  changeLines,
  countsOf,
  findingsLines,
  type LeftOut,
  leftOutLines,
  requirementLines,
  summaryLines,
  verdictText,
} from './show-requirement.ts';

export interface RequirementsGate {
  readonly proposed: readonly Requirement[];
  readonly findings: readonly Finding[];
  readonly leftOut: readonly LeftOut[];
  /** Pairs that are nearly the same and differ. */
  readonly alike?: readonly AlikePair[];
  /** What the lint finds in a requirement as the person has rewritten it. */
  lint(changed: Requirement): readonly Finding[];
  /** What was decided before the person left. */
  readonly verdicts: Readonly<Record<string, ItemVerdict>>;
  /** Kept whenever something is decided: leaving loses nothing. */
  keep(verdicts: Readonly<Record<string, ItemVerdict>>): void;
}

export interface RequirementsAnswer {
  readonly verdicts: Readonly<Record<string, ItemVerdict>>;
  readonly feedback: string;
}

const KEYS = [
  { key: 'a', label: 'approve', help: 'it becomes a requirement as it stands' },
  { key: 'r', label: 'reject', help: 'it is not wanted; you say why, and it is not proposed again' },
  { key: 'm', label: 'modify', help: 'change it in $VISUAL or $EDITOR, or field by field; it keeps its id' },
  { key: 'o', label: 'out of scope', help: 'not in this feature; you say why' },
  { key: 's', label: 'take the suggestion', help: "the lint's wording becomes the description" },
  { key: 'b', label: 'back', help: 'to the one before' },
  { key: 'n', label: 'next', help: 'to the one after; what is not decided is asked again' },
  { key: 'A', label: 'approve the rest', help: 'all that are not decided yet' },
  { key: 'R', label: 'reject the rest', help: 'all that are not decided yet, for one reason' },
  { key: 'q', label: 'leave', help: `what you decided is kept: ${program()} prd --resume goes on here` },
  { key: '?', label: 'help', help: 'this list' },
] as const satisfies readonly (Key & { readonly help: string })[];

/** Rules whose advice is what to do, not what to write. */
const NO_WORDING: ReadonlySet<string> = new Set<LintRule>(['contradicts-scope', 'duplicate']);
const OPEN_PLACE = /<[^<>]{1,40}>/;
/** Several requirements in the place of one are no wording of this one. */
const isWording = ({ rule, suggestion }: Finding): boolean =>
  !NO_WORDING.has(rule) && suggestion.trim() !== '' && !suggestion.startsWith('Split: ');

const CHANGED_KEYS = [
  { key: 'k', label: 'keep my wording' },
  { key: 'm', label: 'change it again' },
] as const;

/** Sending has no key of an item: the same key pressed twice must not send what nobody looked at. */
const LAST_KEYS = [
  { key: 'S', label: 'send', help: 'your verdicts count then; the workflow goes on' },
  { key: 'c', label: 'change one', help: 'by its number or id' },
  { key: 'F', label: 'send with feedback', help: 'with words on all of it, for whoever proposes the next ones' },
  { key: 'q', label: 'leave', help: `what you decided is kept, not sent: ${program()} prd --resume goes on here` },
  { key: '?', label: 'help', help: 'this list' },
] as const;

const NOTHING = {
  key: 'S',
  label: 'go on',
  help: 'the empty review is sent, and the gaps are analysed again',
} as const;

export function reviewRequirements(
  desk: Desk,
  gate: RequirementsGate,
  signal: AbortSignal,
): Promise<Asked<RequirementsAnswer>> {
  return new Review(desk, gate, signal).toTheEnd();
}

class Review {
  readonly #desk: Desk;
  readonly #gate: RequirementsGate;
  readonly #signal: AbortSignal;
  readonly #verdicts: Map<string, ItemVerdict>;

  constructor(desk: Desk, gate: RequirementsGate, signal: AbortSignal) {
    this.#desk = desk;
    this.#gate = gate;
    this.#signal = signal;
    const ids = new Set(gate.proposed.map(({ id }) => id));
    this.#verdicts = new Map(Object.entries(gate.verdicts).filter(([id]) => ids.has(id)));
  }

  async toTheEnd(): Promise<Asked<RequirementsAnswer>> {
    const { proposed, leftOut } = this.#gate;
    this.#begin();
    let at = this.#firstOpen();
    let isTold = false;
    for (;;) {
      if (at !== null) {
        const moved = await this.#askItem(at, isTold);
        if (isUnsaid(moved)) return moved;
        isTold = moved === 'again';
        if (moved !== 'again') at = this.#after(at, moved);
        continue;
      }
      if (proposed.length === 0) this.#desk.say(['', ' There is nothing to propose for these gaps.']);
      else this.#desk.say(summaryLines(proposed, this.#verdicts, this.#findingsOf, this.#desk.look()));
      this.#desk.say(leftOutLines(leftOut, this.#desk.look()));
      const last = await this.#askLast();
      if (typeof last !== 'number') return last;
      at = last;
    }
  }

  #begin(): void {
    const { proposed, findings, leftOut } = this.#gate;
    if (proposed.length === 0) return;
    const look = this.#desk.look();
    const kept = this.#verdicts.size === 0 ? '' : ` You decided ${this.#verdicts.size} of them before.`;
    const found = findings.length === 0 ? 'The lint found nothing.' : `Findings of the lint: ${findings.length}.`;
    this.#desk.say(heading('Requirements to review', `${proposed.length}. ${found}${kept}`, look));
    this.#desk.say(leftOutLines(leftOut, this.#desk.look()));
  }

  #firstOpen(): number | null {
    const at = this.#gate.proposed.findIndex(({ id }) => !this.#verdicts.has(id));
    return at < 0 ? null : at;
  }

  /** null: all are decided, the summary is next. */
  #after(at: number, moved: 'decided' | 'back' | 'next'): number | null {
    const { proposed } = this.#gate;
    if (moved === 'back') return Math.max(0, at - 1);
    if (moved === 'next') return at + 1 < proposed.length ? at + 1 : this.#firstOpen();
    const later = proposed.findIndex(({ id }, place) => place > at && !this.#verdicts.has(id));
    return later < 0 ? this.#firstOpen() : later;
  }

  async #askItem(at: number, isTold: boolean): Promise<Asked<'decided' | 'back' | 'next' | 'again'>> {
    const { proposed, findings } = this.#gate;
    const item = proposed[at] as Requirement;
    const own = findings.filter(({ id }) => id === item.id);
    const suggested = own.filter(isWording);
    if (!isTold) this.#tell(item, at, own);
    const keys = KEYS.filter(({ key }) => (key === 's' ? suggested.length > 0 : key !== 'b' || at > 0));
    const key = await this.#desk.key(keys, this.#signal);
    if (key === LEAVE || key === 'q') return LEAVE;
    if (this.#signal.aborted) return BACK;
    if (key === 'b' || key === BACK) return 'back';
    if (key === 'n') return 'next';
    if (key === '?') {
      this.#desk.say(helpLines(keys, this.#desk.look()));
      return 'again';
    }
    if (key === 'A' || key === 'R') return this.#decideRest(key);
    const verdict = await this.#verdictOf(key, item, suggested);
    if (verdict === LEAVE) return LEAVE;
    if (isUnsaid(verdict)) return 'again';
    this.#decide(item, verdict);
    this.#desk.say(changeLines(item, verdict, this.#desk.look()));
    return verdict.verdict === 'modify' ? this.#afterChange(item) : 'decided';
  }

  /** A person's own words are judged like an agent's; they have the last one. */
  async #afterChange(item: Requirement): Promise<Asked<'decided' | 'again'>> {
    for (;;) {
      const findings = this.#gate.lint(this.#asItIs(item));
      if (findings.length === 0) return 'decided';
      const look = this.#desk.look();
      const head = paragraph('The lint on your wording:', 1, look.width, look.paint.bold);
      this.#desk.say(['', ...head, ...findingsLines(findings, look)]);
      const key = await this.#desk.key(CHANGED_KEYS, this.#signal);
      if (key === LEAVE) return LEAVE;
      if (this.#signal.aborted) return BACK;
      if (key === 'k') return 'decided';
      if (key !== 'm') continue;
      const verdict = await askModification(this.#desk, item, this.#asItIs(item), this.#signal);
      if (verdict === LEAVE) return LEAVE;
      if (isUnsaid(verdict)) continue;
      this.#decide(item, verdict);
      this.#desk.say(changeLines(item, verdict, this.#desk.look()));
    }
  }

  /** What was proposed was judged before it came here. */
  readonly #findingsOf = (item: Requirement): readonly Finding[] => {
    const verdict = this.#verdicts.get(item.id);
    return verdict?.verdict === 'modify'
      ? this.#gate.lint(item)
      : this.#gate.findings.filter(({ id }) => id === item.id);
  };

  /** With what was changed in it before. */
  #asItIs(item: Requirement): Requirement {
    const before = this.#verdicts.get(item.id);
    return before?.verdict === 'modify' ? { ...item, ...before.change } : item;
  }

  #tell(item: Requirement, at: number, own: readonly Finding[]): void {
    const look = this.#desk.look();
    this.#desk.say(requirementLines(this.#asItIs(item), `${at + 1} of ${this.#gate.proposed.length}`, own, look));
    const pairs = (this.#gate.alike ?? []).filter(({ id }) => id === item.id);
    this.#desk.say(alikeLines(this.#asItIs(item), pairs, look));
    const before = this.#verdicts.get(item.id);
    if (before !== undefined)
      this.#desk.say(['', ...paragraph(`So far: ${verdictText(before)}`, 1, look.width, look.paint.cyan)]);
  }

  async #verdictOf(key: string, item: Requirement, suggested: readonly Finding[]): Promise<Asked<ItemVerdict>> {
    if (key === 'a') return { verdict: 'approve' };
    if (key === 'm') return askModification(this.#desk, item, this.#asItIs(item), this.#signal);
    if (key === 's') return this.#suggestion(item, suggested);
    const isRejected = key === 'r';
    const question = isRejected ? 'Why is it rejected?' : 'Why is it out of scope?';
    const reason = await this.#desk.line(question, { check: notEmpty }, this.#signal);
    if (isUnsaid(reason)) return reason;
    return { verdict: isRejected ? 'reject' : 'out-of-scope', reason: reason.trim() };
  }

  async #suggestion(item: Requirement, suggested: readonly Finding[]): Promise<Asked<ItemVerdict>> {
    let chosen = suggested[0] as Finding;
    if (suggested.length > 1) {
      // By the numbers that they have on the screen.
      const numbers = this.#gate.findings.filter(({ id }) => id === item.id);
      const keys = suggested
        .map((finding) => ({ key: String(numbers.indexOf(finding) + 1), label: finding.rule, finding }))
        .slice(0, 9);
      const key = await this.#desk.key(keys, this.#signal);
      if (isUnsaid(key)) return key;
      chosen = keys.find((one) => one.key === key)?.finding ?? chosen;
    }
    const description = await this.#filled(chosen.suggestion.trim());
    if (isUnsaid(description)) return description;
    const notes = `Reworded as the lint suggests (${chosen.rule}).`;
    if (description === item.description.trim()) return { verdict: 'approve' };
    return { verdict: 'modify', notes, change: { description } };
  }

  /** What the lint cannot know it leaves open, as `<number>`: the person fills it in. */
  async #filled(suggestion: string): Promise<Asked<string>> {
    if (!OPEN_PLACE.test(suggestion)) return suggestion;
    const check = (line: string): string | undefined =>
      OPEN_PLACE.test(line) ? `Expected something in place of ${OPEN_PLACE.exec(line)?.[0]}.` : notEmpty(line);
    const line = await this.#desk.line('Fill in what is open', { initial: suggestion, check }, this.#signal);
    return isUnsaid(line) ? line : line.trim();
  }

  async #decideRest(key: 'A' | 'R'): Promise<Asked<'decided' | 'again'>> {
    const rest = this.#gate.proposed.filter(({ id }) => !this.#verdicts.has(id));
    let verdict: ItemVerdict = { verdict: 'approve' };
    if (key === 'R') {
      const reason = await this.#desk.line(`Why are these ${rest.length} rejected?`, { check: notEmpty }, this.#signal);
      if (reason === LEAVE) return LEAVE;
      if (isUnsaid(reason)) return 'again';
      verdict = { verdict: 'reject', reason: reason.trim() };
    }
    for (const item of rest) this.#decide(item, verdict);
    return 'decided';
  }

  #decide({ id }: Requirement, verdict: ItemVerdict): void {
    this.#verdicts.set(id, verdict);
    this.#gate.keep(Object.fromEntries(this.#verdicts));
  }

  /** A number: which one to decide again. */
  async #askLast(): Promise<Asked<RequirementsAnswer> | number> {
    const verdicts = Object.fromEntries(this.#verdicts);
    const isNone = countsOf(this.#gate.proposed, this.#verdicts).open === this.#gate.proposed.length;
    for (;;) {
      const keys = LAST_KEYS.filter(({ key }) => key !== 'c' || !isNone).map((one) =>
        one.key === 'S' && this.#gate.proposed.length === 0 ? NOTHING : one,
      );
      const key = await this.#desk.key(keys, this.#signal);
      if (key === LEAVE || key === 'q') return LEAVE;
      if (this.#signal.aborted) return BACK;
      if (key === 'S') return { verdicts, feedback: '' };
      if (key === '?') this.#desk.say(helpLines(keys, this.#desk.look()));
      if (key === 'F') {
        const feedback = await this.#desk.line('Feedback on all of it', { check: notEmpty }, this.#signal);
        if (feedback === LEAVE) return LEAVE;
        if (!isUnsaid(feedback)) return { verdicts, feedback: feedback.trim() };
      }
      if (key !== 'c') continue;
      const which = await this.#desk.line(
        'Which one?',
        { placeholder: 'its number or id', check: this.#isOne },
        this.#signal,
      );
      if (which === LEAVE) return LEAVE;
      if (!isUnsaid(which)) return this.#placeOf(which) as number;
    }
  }

  readonly #isOne = (line: string): string | undefined =>
    this.#placeOf(line) === null ? `Expected 1 to ${this.#gate.proposed.length}, or an id.` : undefined;

  #placeOf(line: string): number | null {
    const said = line.trim();
    const { proposed } = this.#gate;
    // `REQ-004`, `req-4`; a number alone is the place in the list, which is what stands before it.
    const own = (id: string): string => id.toLowerCase().replace(/(?<=-)0+(?=\d)/, '');
    const byId = proposed.findIndex(({ id }) => own(id) === own(said));
    if (byId >= 0) return byId;
    const number = /^\d{1,6}$/.test(said) ? Number(said) : 0;
    if (number >= 1 && number <= proposed.length) return number - 1;
    const byNumber = proposed.findIndex(({ id }) => number > 0 && own(id).endsWith(`-${number}`));
    return byNumber < 0 ? null : byNumber;
  }
}
