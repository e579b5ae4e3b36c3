// Requirements from a point of a brief, in EARS form: one actor, one response, one thing to test. What comes out has
// no lint findings: a point that the rules cannot word is quoted, and asked for as it stands.

import type { Category, SuggestedRequirement } from '../gap.ts';
import { lintRequirements } from '../lint-requirements.ts';
import type { Priority } from '../requirement.ts';
import { responsesOf } from './response-of.ts';

export type PointKind = 'goal' | 'scope' | 'criterion';

const TITLE_CHARACTERS_MAX = 80;
const TEXT_CHARACTERS_MAX = 600;
const PRIORITY: Readonly<Record<PointKind, Priority>> = { goal: 'high', scope: 'medium', criterion: 'medium' };
/** What the rules add where the point gives no number; it is marked, for nobody asked for it. */
const ASSUMED = 'with the result on the screen within 2 seconds (assumption)';
const MEASURED = /\b\d/;
const SHARE = /%|\bpercent\b|\b\d+ of \d+\b/i;
const DURATION = /\b\d[\d.,]*\s*(?:ms|milliseconds?|s|seconds?|minutes?)\b/i;

export function earsRequirements(point: string, kind: PointKind): readonly SuggestedRequirement[] {
  const text = tidied(point);
  const category = categoryOf(text, kind);
  const made = sentencesFor(text, kind).map((description, at) => {
    return { title: titleOf(text, kind, at), description, priority: PRIORITY[kind], category };
  });
  if (made.length > 0 && made.every(isClean)) return made;
  const description = `The system shall pass an acceptance test of this point of the brief: ${quoted(text)}.`;
  return [{ title: titleOf(text, kind, 0), description, priority: PRIORITY[kind], category }];
}

/** The category a text speaks of. */
export function categoryOf(text: string, kind: PointKind = 'scope'): Category {
  if (kind === 'criterion' && DURATION.test(text)) return 'Performance';
  return CUES.find(([, cue]) => cue.test(text))?.[0] ?? (kind === 'criterion' ? 'Data' : 'UI/UX');
}

const CUES: readonly (readonly [Category, RegExp])[] = [
  ['Offline', /\boffline\b|\bwithout (?:a )?(?:network|connection|signal)\b/i],
  ['Security', /\b(?:sign[- ]?in|log[- ]?in|password|permission|encrypt\w*|secur\w+|privacy|anonym\w*|audit)\b/i],
  ['Integration', /\b(?:API|integrat\w+|sync\w*|webhooks?|email|push|text messages?|Outlook|SFTP|third[- ]party)\b/i],
  ['Performance', /\b(?:seconds?|milliseconds?|real[- ]time|fast|speed|throughput|load)\b/i],
  ['Platform', /\b(?:iOS|Android|browsers?|platforms?|tablets?|devices?)\b/i],
  ['Data', /\b(?:import|export|csv|migrat\w+|archiv\w+|history|storage|reports?|database)\b/i],
];

function sentencesFor(text: string, kind: PointKind): readonly string[] {
  if (kind === 'criterion') {
    const how =
      DURATION.test(text) && !SHARE.test(text)
        ? 'meet this measure in 95 of 100 cases'
        : 'report once a month, as a number, how far this is met';
    return [`The system shall ${how}: ${quoted(text)}.`];
  }
  const assumed = MEASURED.test(text) ? '' : `, ${ASSUMED}`;
  return responsesOf(settled(text)).map((response) => `The system shall ${response}${assumed}.`);
}

/** Words that every reader takes differently, put into a number or left out. */
function settled(text: string): string {
  return text
    .replace(/\b(?:several|multiple|many|various)\b/gi, 'at least 2')
    .replace(/\ba few\b/gi, 'at most 5')
    .replace(/\b(?:quickly|easily|simply|seamlessly|smoothly|efficiently|intuitively) /gi, '')
    .replace(/ (?:quickly|easily|simply|seamlessly|smoothly|efficiently|intuitively)\b/gi, '');
}

function isClean(one: SuggestedRequirement): boolean {
  return lintRequirements([{ ...one, id: 'REQ-000' }], {}).length === 0;
}

function tidied(point: string): string {
  const text = point
    .replace(/\s+/g, ' ')
    .replace(/^assumption:\s*/i, '')
    .replace(/[\s.;,:]+$/, '')
    .trim();
  return text.length > TEXT_CHARACTERS_MAX ? `${text.slice(0, TEXT_CHARACTERS_MAX).replace(/\s\S*$/, '')} ...` : text;
}

function titleOf(text: string, kind: PointKind, at: number): string {
  const whole = kind === 'criterion' ? `Measured: ${text}` : text;
  const first = whole.charAt(0).toUpperCase() + whole.slice(1);
  const part = at === 0 ? '' : ` (${at + 1})`;
  if (first.length + part.length <= TITLE_CHARACTERS_MAX) return `${first}${part}`;
  return `${first.slice(0, TITLE_CHARACTERS_MAX - 8).replace(/\s\S*$/, '')} ...${part}`;
}

const quoted = (text: string): string => `"${text.replace(/["“”]/g, "'")}"`;
