// Which topics of the checklist a sentence speaks of, by its own words; none: only the question can tell.

import { anyOf } from '../gaps/any-of.ts';
import type { Topic } from './checklist.ts';

const CUES: readonly (readonly [Topic, RegExp])[] = [
  [
    'scope_out',
    anyOf(
      /^(?:no|not) (?!(?:\w+ )?(?:can|may|must|should|comes?|is|are|\w+s)\b)/i,
      /\bout of scope\b/i,
      /\bnot (?:a )?(?:part|in scope|needed|included|now|in the first version)\b/i,
      /\b(?:we|i) (?:do not|don['’]t|won['’]t) (?:want|need)\b|\bleave out\b/i,
      /\bstays? out\b|\bkein(?:e|en)?\b/i,
    ),
  ],
  [
    'priorities',
    anyOf(
      /\b(?:most important|nice to have|nice-to-have|must[- ]haves?)\b/i,
      /\b(?:(?:is|are) (?:a |the )?(?:must|should|could|essential|optional|critical|top priority)\b)\b/i,
      /\b(?:can wait|could wait|could come later|comes? (?:first|last|later))\b/i,
      /\b(?:priorit(?:y|ies)|less important)\b/i,
    ),
  ],
  [
    'dependencies',
    anyOf(
      /\b(?:depends? on|already exists?|existing)\b/i,
      /\b(?:is|are) (?:kept |stored |held )?in (?:a|an|our|the) (?:\w+ )?(?:spreadsheet|excel|database|system)\b/i,
      /\b(?:is|are) (?:kept |stored |held )?in (?:a|an|our|the) (?:\w+ )?(?:gis|crm|erp|calendar|file)\b/i,
      /\b(?:needs? the [^.]{1,40} first|comes? from (?:our|the)|connects? to|integrat\w+)\b/i,
    ),
  ],
  [
    'constraints',
    anyOf(
      /\b(?:(?:must|has to|have to|should) (?:also )?(?:work|run|comply|be hosted)\b)/i,
      /\b(?:works? offline|without (?:an )?internet|gdpr|hipaa|budget|deadline|on-premises)/i,
      /\b(?:browsers?\b|up to \d[\d,. ]* \w+ (?:a|per) (?:second|minute|hour|day))/i,
      /\b(?:kept for \d+)/i,
      /\b(?:have|are|about|around) (?:about |around )?\d[\d,.]* (?:users|members|customers|people)/i,
      /\b(?:have|are|about|around) (?:about |around )?\d[\d,.]* (?:employees|students|families)/i,
    ),
  ],
  [
    'acceptance',
    anyOf(
      /^(?:if|when) [^,]{3,200}, /i,
      /\b(?:we are happy when|it works (?:if|when)|works when|success(?:ful)? (?:is|when|if))/i,
      /\b(?:i (?:know|see) (?:that )?it works|at least \d+ ?%|in (?:less|under) than \d+)/i,
      /\b(?:(?:less|fewer) than|within) \d+ (?:seconds?|minutes?)/i,
    ),
  ],
  [
    'vision',
    /\bso that\b|\bbecause\b|\bthe (?:goal|aim|problem|idea) is\b|^today\b|\bat the moment\b|\bin order to\b/i,
  ],
];

export function topicCues(sentence: string): readonly Topic[] {
  return CUES.filter(([, cue]) => cue.test(sentence)).map(([topic]) => topic);
}
