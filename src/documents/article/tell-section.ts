// The text of a section: its passages as paragraphs, with sources named and disagreements told side by side.

import type { Attributor } from './attribute.ts';
import type { Disagreement, Disagreements } from './disagreements.ts';
import type { Pool, PoolItem } from './evidence-pool.ts';
import { canFollow, makeParagraphs } from './make-paragraphs.ts';
import { tellAbout } from './plain-about.ts';
import { type ToldSentence, tellItems, writeSentence } from './told-sentence.ts';

export function tellSection(
  pool: Pool,
  items: readonly PoolItem[],
  attributor: Attributor,
  { disputed, older }: Disagreements,
): readonly string[] {
  const told = new Set<Disagreement>();
  const paragraphs: (readonly ToldSentence[])[] = [];
  let run: PoolItem[] = [];
  const flush = (): void => {
    for (const paragraph of makeParagraphs(pool, tellItems(run)))
      paragraphs.push(withOlder(attributor.attribute(paragraph), attributor, older));
    run = [];
  };
  for (const item of items) {
    const dispute = disputed.get(item.passage.id);
    if (dispute === undefined) run.push(item);
    else if (!told.has(dispute)) {
      flush();
      told.add(dispute);
      paragraphs.push(tellDisagreement(dispute, attributor));
    }
  }
  flush();
  return withoutLone(
    pool,
    paragraphs.filter((paragraph) => paragraph.length > 0),
  ).map((paragraph) => paragraph.map(writeSentence).join(' '));
}

/** A paragraph of one sentence joins the one before it, or opens the one behind it. */
function withoutLone(
  pool: Pool,
  paragraphs: readonly (readonly ToldSentence[])[],
): readonly (readonly ToldSentence[])[] {
  const joined: (readonly ToldSentence[])[] = [];
  for (const paragraph of paragraphs) {
    const last = joined.at(-1);
    const isLone = (last?.length === 1 && !isDispute(paragraph)) || (paragraph.length === 1 && !isDispute(last));
    const isNear = canFollow(pool, last?.at(-1), paragraph[0]);
    if (last !== undefined && isLone && isNear && last.length + paragraph.length <= LENGTH_MAX)
      joined.splice(-1, 1, [...last, ...paragraph]);
    else joined.push(paragraph);
  }
  return joined;
}

const isDispute = (paragraph: readonly ToldSentence[] | undefined): boolean =>
  paragraph?.some(({ text }) => /^The sources disagree|, by contrast, reports? that /.test(text)) ?? false;

const LENGTH_MAX = 7;

/** Behind the paragraph of a figure that replaced another: the older one, with who reported it and when. */
function withOlder(
  paragraph: readonly ToldSentence[],
  attributor: Attributor,
  older: ReadonlyMap<string, PoolItem>,
): readonly ToldSentence[] {
  const replaced = paragraph.flatMap((sentence) => {
    const old = older.get(sentence.item?.passage.id ?? '');
    const first = old === undefined ? undefined : tellItems([old])[0];
    return (first === undefined ? null : attributor.older(first)) ?? [];
  });
  return [...paragraph, ...replaced];
}

/** Each source is named, so that its own definite phrases are clear. */
function sideOf(item: PoolItem): readonly ToldSentence[] {
  const text = item.statements[0]?.named ?? null;
  return text === null ? [] : [{ text, marks: [item.passage.id], item, isBound: false }];
}

/** Nobody is called right: each source is named with what it says. */
export function tellDisagreement({ about, items }: Disagreement, attributor: Attributor): readonly ToldSentence[] {
  const sides = items.flatMap(sideOf);
  if (sides.length < 2) return sides;
  const told = sides.map((side, at) => attributor.force(side, at === sides.length - 1));
  const [first, ...others] = told;
  if (first === undefined) return told;
  const thing = tellAbout(
    about,
    sides.map(({ text }) => text),
  );
  // Without a subject that reads, the two names and the contrast say that they disagree.
  const text =
    thing === null ? first.text : `The sources disagree ${thing}: ${first.text.replace(/^According/, 'according')}`;
  return [{ ...first, text, isBound: false }, ...others.map((other) => ({ ...other, isBound: true }))];
}
