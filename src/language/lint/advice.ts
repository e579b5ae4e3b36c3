// What to do about a finding, in fixed words: how the sentence should read instead is its author's to say.

import type { Finding, LintRule } from './finding.ts';

export type WordingRule = Exclude<LintRule, 'contradicts-scope' | 'duplicate'>;

/** A finding of a rule that reads one sentence. */
export type WordingFinding = Omit<Finding, 'suggestion' | 'rule'> & { readonly rule: WordingRule };

const ADVICE: Readonly<Record<WordingRule, string>> = {
  ambiguous: 'Say the figure, the list or the condition that is meant.',
  'not-testable': 'Say what is done that a test can see, with a figure.',
  compound: 'Write one requirement for each.',
  'no-actor': 'Begin with who or what acts.',
  passive: 'Say who does it.',
};

export function advised(finding: WordingFinding): Finding {
  return { ...finding, message: `${finding.message} ${ADVICE[finding.rule]}`, suggestion: '' };
}
