// A requirement that quotes a point of a brief which rules cannot word, and the category a text speaks of.

import { quoting } from '../requirements/only-quoted.ts';
import type { Priority } from '../requirements/requirement.ts';
import { anyOf } from './any-of.ts';
import type { Category, SuggestedRequirement } from './gap.ts';
import { titleCase } from './title-case.ts';

export type PointKind = 'goal' | 'scope' | 'criterion';

const TEXT_CHARACTERS_MAX = 600;
export const PRIORITY: Readonly<Record<PointKind, Priority>> = { goal: 'high', scope: 'medium', criterion: 'medium' };
export const DURATION = /\b\d[\d.,]{0,30}\s*(?:ms|milliseconds?|s|seconds?|minutes?)\b/i;
/** Nobody said it: it is no reason for a requirement. */
const ASSUMED = /^(?:assumption|open question):|\(assumption\)|\(decided against: /i;

export const isAssumed = (point: string): boolean => ASSUMED.test(point.trim());

/** In the person's own words: whoever reads it sees that nobody has worded it yet. */
export function askedFor(point: string, kind: PointKind): SuggestedRequirement {
  const text = point.replace(/^users have /i, '');
  const description = quoting(quoted(tidied(text)));
  const title = titleCase(text.replace(/^this no longer happens:\s*/i, ''), 8);
  return { title, description, priority: PRIORITY[kind], category: categoryOf(text, kind) };
}

/** The category a text speaks of. */
export function categoryOf(text: string, kind: PointKind = 'scope'): Category {
  if (kind === 'criterion' && DURATION.test(text)) return 'Performance';
  return CUES.find(([, cue]) => cue.test(text))?.[0] ?? (kind === 'criterion' ? 'Data' : 'UI/UX');
}

const CUES: readonly (readonly [Category, RegExp])[] = [
  ['Offline', /\boffline\b|\bwithout (?:a )?(?:network|connection|signal)\b/i],
  [
    'Security',
    anyOf(
      /\b(?:sign[- ]?in|log[- ]?in|password|sessions?|expires?|PCI|GDPR|HIPAA|compliant|permission)\b/i,
      /\b(?:encrypt\w*|secur\w+|privacy|anonym\w*|audit|tokens?|OAuth|SAML|two-factor|failed attempts?)\b/i,
    ),
  ],
  [
    'Integration',
    anyOf(
      /\b(?:API|integrat\w+|sync\w*|webhooks?|email|push|SMS|notif\w*|remind\w*|text messages?)\b/i,
      /\b(?:Outlook|SFTP|third[- ]party)\b/i,
    ),
  ],
  ['Performance', /\b(?:seconds?|milliseconds?|real[- ]time|fast|faster|quickly|respond|speed|throughput|loads?)\b/i],
  ['Platform', /\b(?:iOS|Android|browsers?|platforms?|tablets?|devices?|on the phone)\b/i],
  ['Data', /\b(?:import|export|csv|migrat\w+|archiv\w+|history|storage|reports?|database)\b/i],
];

export function tidied(point: string): string {
  const text = point
    .replace(/\s+/g, ' ')
    .replace(/^assumption:\s*/i, '')
    .replace(/(?<![\s.;,:])[\s.;,:]+$/, '')
    .trim();
  return text.length > TEXT_CHARACTERS_MAX ? `${text.slice(0, TEXT_CHARACTERS_MAX).replace(/\s\S*$/, '')} ...` : text;
}

const quoted = (text: string): string => `"${text.replace(/["“”]/g, "'")}"`;
