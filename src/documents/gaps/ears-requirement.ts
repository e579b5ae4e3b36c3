// Requirements from a point of a brief, in EARS form: one actor, one response, one thing to test. What comes out has
// no lint findings: a point that the rules cannot word is quoted, and asked for as it stands.

import { lintRequirements } from '../lint/lint-requirements.ts';
import { withCriteria } from '../requirements/acceptance-criteria.ts';
import type { Priority } from '../requirements/requirement.ts';
import { anyOf } from './any-of.ts';
import type { Category, SuggestedRequirement } from './gap.ts';
import { type Deed, lowered, readWish } from './read-wish.ts';
import { titleCase } from './title-case.ts';
import { criteriaOf, deedTitle, requirementOf } from './word-deed.ts';

export type PointKind = 'goal' | 'scope' | 'criterion';

const TEXT_CHARACTERS_MAX = 600;
const PRIORITY: Readonly<Record<PointKind, Priority>> = { goal: 'high', scope: 'medium', criterion: 'medium' };
const SHARE = /%|\bpercent\b|\b\d+ of \d+\b/i;
const DURATION = /\b\d[\d.,]{0,30}\s*(?:ms|milliseconds?|s|seconds?|minutes?)\b/i;
const DEADLINE = /^(?:be )?((?:ready|live|done|finished|launched|available) (?:before|by|until) .+)$/i;
/** Nobody said it: it is no reason for a requirement. */
const ASSUMED = /^(?:assumption|open question):|\(assumption\)|\(decided against: /i;

export const isAssumed = (point: string): boolean => ASSUMED.test(point.trim());

export function earsRequirements(point: string, kind: PointKind): readonly SuggestedRequirement[] {
  const text = tidied(point);
  const made = worded(text, kind).map((one) => ({ ...one, priority: PRIORITY[kind] }));
  if (made.length > 0 && made.every(isClean)) return made;
  const asked = askedFor(text, kind);
  const plain = withoutVague(text, asked);
  return plain === text || isClean(asked) ? [asked] : earsRequirements(plain, kind);
}

/** "bad batches" are batches to whoever builds it; which are bad is for the reviewer to say. */
function withoutVague(text: string, asked: SuggestedRequirement): string {
  const found = lintRequirements([{ ...asked, id: 'REQ-000' }], {}).filter(({ rule }) => rule === 'ambiguous');
  return found.reduce((now, { found: word }) => now.replace(`${word} `, ''), text);
}

/** In the person's own words: whoever reads it sees that nobody has worded it yet. */
export function askedFor(point: string, kind: PointKind): SuggestedRequirement {
  const text = point.replace(/^users have /i, '');
  const description = `The system shall do what was asked for: ${quoted(tidied(text))}.`;
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

function worded(text: string, kind: PointKind): readonly Omit<SuggestedRequirement, 'priority'>[] {
  const deeds = readWish(text) ?? [];
  if (kind !== 'criterion') {
    return deeds.map((deed) => {
      const description = withCriteria(requirementOf(deed), criteriaOf(deed));
      return { title: deedTitle(deed), description, category: categoryOf(wordsOf(deed), kind) };
    });
  }
  const [deed] = deeds;
  const title = titleCase(text.replace(/\b(?:should|must|shall|will) (?:be )?|^[\d.,]+ ?% of (?:the |all )?/i, ''), 8);
  const deadline = DEADLINE.exec(text)?.[1];
  if (deadline !== undefined)
    return [{ title, description: `The system shall be ${lowered(deadline)}.`, category: 'Platform' }];
  // "Links expire after 30 minutes" is a behaviour; "60 % are paid within 7 days" is a measure.
  if (deed !== undefined && (deed.kind === 'thing' || deed.kind === 'product') && !SHARE.test(text) && !isPassive(text))
    return [{ title, description: requirementOf(deed), category: categoryOf(text, behaviourKind(deed)) }];
  const how =
    DURATION.test(text) && !SHARE.test(text) ? 'meet this measure' : 'report, as a number, how far this is met';
  return [{ title, description: `The system shall ${how}: ${quoted(text)}.`, category: categoryOf(text, kind) }];
}

const isPassive = (text: string): boolean => /\b(?:is|are|be) \w+(?:ed|en|id|nt)\b/i.test(text);
/** How fast the system answers is performance; how long it keeps a thing is not. */
const behaviourKind = ({ verb }: Deed): PointKind =>
  /^(?:load|respond|open|start|refresh)$/.test(verb) ? 'criterion' : 'scope';
const wordsOf = ({ actor, verb, rest, isOffline }: Deed): string =>
  `${actor} ${verb} ${rest}${isOffline ? ' offline' : ''}`;

function isClean(one: SuggestedRequirement): boolean {
  return lintRequirements([{ ...one, id: 'REQ-000' }], {}).length === 0;
}

function tidied(point: string): string {
  const text = point
    .replace(/\s+/g, ' ')
    .replace(/^assumption:\s*/i, '')
    .replace(/(?<![\s.;,:])[\s.;,:]+$/, '')
    .trim();
  return text.length > TEXT_CHARACTERS_MAX ? `${text.slice(0, TEXT_CHARACTERS_MAX).replace(/\s\S*$/, '')} ...` : text;
}

const quoted = (text: string): string => `"${text.replace(/["“”]/g, "'")}"`;
