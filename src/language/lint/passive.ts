// Rule `passive`: the main clause says what is done to something, not who does it.

import type { Requirement } from '../../documents/requirements/requirement.ts';
import { passiveClause } from './active-voice.ts';
import type { WordingFinding } from './advice.ts';
import { splitStatement } from './split-statement.ts';
import type { Statement } from './statement.ts';

export function passive(item: Requirement, statement: Statement): readonly WordingFinding[] {
  const parts = splitStatement(statement);
  const clause = parts.map(passiveClause).find((each) => each !== null);
  if (clause === undefined || clause === null) return [];
  const who = clause.agent === null ? 'nobody is named who does it' : `${clause.agent} does it`;
  return [
    {
      id: item.id,
      rule: 'passive',
      found: clause.found,
      message: `Expected who does it as the subject, found the passive "${clause.found}": ${who}.`,
    },
  ];
}
