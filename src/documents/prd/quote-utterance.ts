// Holds the utterance that a brief quotes against what was said: where it says something else, what was said stands.

import { sectionsOf } from '../markdown/headings-of.ts';
import { utteranceBlock } from './assemble-prd.ts';
import { sectionNamed } from './parse-brief.ts';

/** The brief as it is where it quotes the utterance, whatever its line breaks and quotation marks. */
export function quoteUtterance(brief: string, utterance: string): string {
  const section = sectionsOf(brief, 2).find(({ heading }) => sectionNamed(heading.text) === 'User Utterance');
  if (section === undefined || utterance.trim() === '') return brief;
  if (bare(brief.slice(section.start, section.end)) === bare(utterance)) return brief;
  const rest = brief.slice(section.end);
  return `${brief.slice(0, section.start)}\n\n${utteranceBlock(utterance)}\n${rest === '' ? '' : `\n${rest}`}`;
}

function bare(text: string): string {
  return text
    .replace(/^[ \t]*>+/gm, '')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^["'“”«»`]+|["'“”«»`]+$/g, '')
    .trim();
}
