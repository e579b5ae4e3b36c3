// What is left of one statement when a step is taken out of it.

import { type Chain, chainsOf, type Link, type Mention, type Statement, type WrittenEdge } from './statements.ts';

interface Removal {
  readonly id: string;
  /** The removed step's arrows that are to be continued; [] when nothing is bridged. */
  readonly onward: readonly WrittenEdge[];
  /** Steps that the new arrows name, so that no name needs to be kept for their sake. */
  readonly bridged: ReadonlySet<string>;
  readonly statements: readonly Statement[];
}

/** The statements, without line ends, that take the chain's place. */
export function chainWithout(text: string, chain: Chain, removal: Removal): string[] {
  const left: ShortenedChain = { text, chain, removal, lines: [], after: [], run: null };
  for (const [index, group] of chain.groups.entries()) {
    const members = group.filter(({ id }) => id !== removal.id);
    const link = chain.links[index - 1];
    if (members.length < group.length && link !== undefined) bridge(left, index, link, members.length === 0);
    if (members.length === 0) {
      if (left.run?.joint === undefined) endRun(left);
    } else addGroup(left, index, members, group);
  }
  endRun(left);
  return [...left.lines, ...left.after];
}

interface ShortenedChain {
  readonly text: string;
  readonly chain: Chain;
  readonly removal: Removal;
  readonly lines: string[];
  /** New arrows that must not come before those to the steps named before the removed one. */
  readonly after: string[];
  /** The piece of the chain being put together; `joint` is the arrow that waits for the next group. */
  run: { text: string; readonly first: readonly Mention[]; links: number; joint?: string } | null;
}

function addGroup(left: ShortenedChain, index: number, members: readonly Mention[], group: readonly Mention[]): void {
  const { text, chain, run } = left;
  const whole =
    members.length === group.length
      ? spanText(text, group)
      : members.map((mention) => spanText(text, [mention])).join(' & ');
  if (run === null) {
    left.run = { text: whole, first: members, links: 0 };
    return;
  }
  const gap = text.slice(chain.groups[index - 1]?.at(-1)?.end, group[0]?.start);
  const tail =
    chain.description === null && chain.links[index - 1]?.form === 'colon'
      ? text.slice(group.at(-1)?.end, chain.end)
      : '';
  left.run = { text: run.text + (run.joint ?? gap) + whole + tail, first: run.first, links: run.links + 1 };
}

/** Leads the arrows that end at the removed step on to the steps after it. */
function bridge(left: ShortenedChain, index: number, link: Link, isAlone: boolean): void {
  const { text, chain, removal, run } = left;
  const before = (chain.groups[index - 1] ?? []).filter(({ id }) => id !== removal.id);
  if (before.length === 0 || removal.onward.length === 0) return;
  const arrows = removal.onward.map((edge) => arrowText(text, edge.link.label === null ? link : edge.link));
  const isUniform = link.form !== 'colon' && arrows.every((arrow) => arrow === arrows[0]);
  if (isAlone && isUniform && run !== null && run.joint === undefined) {
    const joint = ` ${arrows[0]} `;
    const next = chain.groups[index + 1];
    const isHere =
      next !== undefined &&
      removal.onward.length === next.length &&
      removal.onward.every((edge) => next.includes(edge.to));
    if (isHere) left.run = { ...run, joint };
    else
      left.run = {
        ...run,
        text: `${run.text}${joint}${removal.onward.map(({ to }) => to.id).join(' & ')}`,
        links: run.links + 1,
      };
    return;
  }
  const lines = (chain.groups[index]?.findIndex(({ id }) => id === removal.id) ?? 0) > 0 ? left.after : left.lines;
  for (const from of before) {
    for (const [at, edge] of removal.onward.entries()) {
      const arrow = arrows[at] ?? '-->';
      const label = link.form === 'colon' ? colonLabel(text, edge.link.label === null ? link : edge.link) : '';
      lines.push(`${from.id} ${arrow} ${edge.to.id}${label}`);
    }
  }
}

function endRun(left: ShortenedChain): void {
  const { run, lines, chain } = left;
  left.run = null;
  if (run === null) return;
  // A name alone says nothing if the step is drawn before; inside a subgraph it may be what makes it a member.
  const isNeeded =
    run.links > 0 ||
    chain.within.length > 0 ||
    run.first.some((mention) => isDefinition(mention) || isFirst(left, mention));
  if (isNeeded) lines.push(run.text);
}

function isDefinition({ shape, hasMore }: Mention): boolean {
  return shape !== null || hasMore;
}

function isFirst({ chain, lines, removal }: ShortenedChain, mention: Mention): boolean {
  if (mention.id === '[*]' || removal.bridged.has(mention.id)) return false;
  if (lines.some((line) => line.startsWith(`${mention.id} `))) return false;
  return !chainsOf(removal.statements).some(
    (other) => other !== chain && other.start < chain.start && other.groups.flat().some(({ id }) => id === mention.id),
  );
}

function arrowText(text: string, link: Link): string {
  return link.form === 'colon' ? link.arrow : text.slice(link.start, link.end);
}

function colonLabel(text: string, link: Link): string {
  return link.label === null ? '' : ` : ${text.slice(link.label.start, link.label.end)}`;
}

function spanText(text: string, mentions: readonly Mention[]): string {
  return text.slice(mentions[0]?.start, mentions.at(-1)?.end);
}
