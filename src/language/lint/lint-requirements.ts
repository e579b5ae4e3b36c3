// Judges requirements as a careful reviewer would, by rules: what is vague, what cannot be tested, who is missing.

import type { Brief } from '../../documents/prd/brief.ts';
import { withoutCriteria } from '../../documents/requirements/acceptance-criteria.ts';
import type { DecidedRequirement, Requirement } from '../../documents/requirements/requirement.ts';
import { advised, type WordingFinding } from './advice.ts';
import { ambiguous } from './ambiguous.ts';
import { compound } from './compound.ts';
import { contradictsScope, excludedBy } from './contradicts-scope.ts';
import { duplicates } from './duplicate.ts';
import { type Finding, LINT_RULES } from './finding.ts';
import { otherLanguage } from './language-of.ts';
import { noActor } from './no-actor.ts';
import { notTestable } from './not-testable.ts';
import { passive } from './passive.ts';
import { detailsOf, readStatements } from './statement.ts';

export interface LintContext {
  readonly brief?: Brief;
  readonly decided?: readonly DecidedRequirement[];
}

/** Findings in the order of the list, of each requirement in the order of LINT_RULES; at most one of each rule. */
export function lintRequirements(list: readonly Requirement[], around: LintContext): readonly Finding[] {
  const excluded = around.brief === undefined ? [] : excludedBy(around.brief);
  const repeated = Map.groupBy(duplicates(list, around.decided ?? []), (finding) => finding.id);
  return list.flatMap((item) => {
    const text = textOf(item);
    if (otherLanguage(text) !== null) return repeated.get(item.id) ?? [];
    const statements = readStatements(text);
    const found = [
      ...wordingOf(item, text).map(advised),
      ...(around.brief === undefined ? [] : contradictsScope(item, statements, excluded, around.brief)),
      ...(repeated.get(item.id) ?? []),
    ];
    return found.sort((one, other) => LINT_RULES.indexOf(one.rule) - LINT_RULES.indexOf(other.rule));
  });
}

export interface NotJudged {
  readonly id: string;
  /** As a code of two letters: `de`. */
  readonly language: string;
  readonly message: string;
}

/** Requirements in another language: the rules are for English, so their silence says nothing about these. */
export function notJudged(list: readonly Requirement[]): readonly NotJudged[] {
  return list.flatMap((item) => {
    const language = otherLanguage(textOf(item));
    if (language === null) return [];
    const message = `Not judged: expected English, found another language (${language}). Read it yourself.`;
    return [{ id: item.id, language, message }];
  });
}

/** Acceptance criteria say how it is tested, not what is asked for. */
const textOf = ({ title, description }: Requirement): string =>
  description.trim() === '' ? title : withoutCriteria(description);

/** What the sentence itself is found to be, whatever stands around it. */
function wordingOf(item: Requirement, text: string): readonly WordingFinding[] {
  const statements = readStatements(text);
  const details = detailsOf(text);
  const judged = statements.filter((statement, index) => index === 0 || statement.modal !== '');
  return [
    ...ambiguous(item, statements, details),
    ...notTestable(item, statements, details),
    ...compound(item, statements),
    ...judged.flatMap((statement) => noActor(item, statement, statement === statements[0])).slice(0, 1),
    ...judged.flatMap((statement) => passive(item, statement)).slice(0, 1),
  ];
}
