// The points a Markdown section makes: its bullets, or its sentences where it has none, each under its label.

import type { List, ListItem, RootContent } from 'mdast';
import { parseBlocks } from './parse-blocks.ts';

export interface Bullet {
  readonly text: string;
  /** The heading, bold line or `Label:` it stands under, nearest first. */
  readonly under: readonly string[];
}

const NOTHING = /^(?:none|nothing|n\/a|tbd|tbc|-+|\.*)$/i;
const SENTENCE_END = /(?<=[.!?])\s+(?=[\p{Lu}\d"'])/u;
const DEPTH_MAX = 8;
/** Right below a bullet it would be taken for more of that bullet. */
const LABEL_LINE = /^[A-Z*_][^\n]{0,60}:(?:\*\*|__)?[ \t]*$/gm;

export function bulletsOf(markdown: string): readonly Bullet[] {
  const blocks = parseBlocks(markdown.replace(LABEL_LINE, '\n$&'));
  const hasList = blocks.some(({ type }) => type === 'list');
  const found: Bullet[] = [];
  let label = '';
  for (const block of blocks) {
    if (block.type === 'heading') label = plain(textOf(block));
    if (block.type === 'list') found.push(...itemsOf(block, label === '' ? [] : [label], 0));
    if (block.type !== 'paragraph') continue;
    const text = plain(textOf(block));
    const own = labelOf(text);
    if (own !== null) label = own.label;
    const rest = own === null ? (hasList ? '' : text) : own.rest;
    const parts = own === null ? rest.split(SENTENCE_END).filter((part) => part !== '') : [rest];
    found.push(...parts.map((part) => ({ text: part, under: label === '' ? [] : [label] })));
  }
  return found.map((one) => ({ ...one, text: trimmed(one.text) })).filter(({ text }) => !NOTHING.test(text));
}

/** Without marks of emphasis, code and links; one line. */
export function plain(text: string): string {
  return text
    .replace(/!?\[([^[\]]{0,500})\]\([^()\s]{0,2000}\)/g, '$1')
    .replace(/\*\*|__|`|~~/g, '')
    .replace(/(^|[\s(])[*_](?=\S)|(?<=\S)[*_](?=$|[\s).,;:!?])/g, '$1')
    .replace(/<[^<>]{0,500}>/g, ' ')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
}

function itemsOf(list: List, under: readonly string[], depth: number): Bullet[] {
  if (depth > DEPTH_MAX) return [];
  return list.children.flatMap((item) => itemOf(item, under, depth));
}

function itemOf(item: ListItem, under: readonly string[], depth: number): Bullet[] {
  const text = plain(item.children.flatMap((child) => (child.type === 'paragraph' ? [textOf(child)] : [])).join(' '));
  const lists = item.children.filter((child) => child.type === 'list');
  const label = /:$/.test(text) ? text.slice(0, -1).trim() : null;
  const own = text === '' || (label !== null && lists.length > 0) ? [] : [{ text, under }];
  const inside = label === null ? under : [label, ...under];
  return [...own, ...lists.flatMap((each) => itemsOf(each, inside, depth + 1))];
}

/** A short line that ends in a colon, or begins with a few words and one. */
function labelOf(text: string): { readonly label: string; readonly rest: string } | null {
  const match = /^([^:.!?]{2,60}):(?:\s+(.*))?$/s.exec(text);
  return match?.[1] === undefined ? null : { label: match[1].trim(), rest: match[2] ?? '' };
}

function textOf(block: RootContent | ListItem): string {
  if ('value' in block) return block.value;
  if (!('children' in block)) return '';
  return block.children.map((child) => ('value' in child ? child.value : '')).join(' ');
}

const trimmed = (text: string): string => text.replace(/^\[[ x]\]\s+/i, '').replace(/(?<![\s.;,])[\s.;,]+$/, '');
