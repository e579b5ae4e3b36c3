// Requirements from the use cases of an attached design: who, what, and its rules word for word.

import { titleCase } from '../../../documents/gaps/title-case.ts';
import type { InterviewMessage } from '../../../documents/interview/checklist.ts';
import type { NewRequirement } from '../../../documents/spec/spec.ts';
import { asSentence, lower, withoutDot } from './draft-sources.ts';
import { ownTest } from './repair-spec.ts';

export interface DesignRequirement extends NewRequirement {
  /** UC-001 */
  readonly useCase: string;
}

const USE_CASE = /^#{2,4} (UC-\d{3}): (.{3,200})$/;

/** [] where no design is attached. */
export function designRequirements(messages: readonly InterviewMessage[]): readonly DesignRequirement[] {
  const text = messages.flatMap(({ attachments = [] }) => attachments).find(({ name }) => name === 'design.md')?.text;
  if (text === undefined) return [];
  const lines = text.split('\n');
  const starts = lines.flatMap((line, at) => (USE_CASE.test(line.trim()) ? [at] : []));
  return starts.map((start, at) => {
    const end = lines.findIndex((line, place) => place > start && /^#{1,4} /.test(line));
    return requirementOf(lines.slice(start, end < 0 ? lines.length : end), at);
  });
}

function requirementOf([head = '', ...body]: readonly string[], at: number): DesignRequirement {
  const [, useCase = '', title = ''] = USE_CASE.exec(head.trim()) ?? [];
  const field = (name: string): string | undefined => {
    const label = `- **${name}**: `;
    return body
      .find((line) => line.trim().startsWith(label))
      ?.trim()
      .slice(label.length);
  };
  const rules = field('Rules');
  const prose = body.map((line) => line.trim()).filter((line) => /^\p{L}/u.test(line) && !/^Assumption:/.test(line));
  const actor = field('Actor');
  const who = actor === undefined ? 'users' : `${/^[aeiou]/i.test(actor) ? 'an' : 'a'} ${lower(actor)}`;
  const description = `The system shall let ${who} ${lower(withoutDot(title))}.`;
  const told = [...(rules === undefined ? [] : [rules]), ...prose].map(asSentence);
  return {
    ...{ useCase, id: `R-${String(at + 1).padStart(3, '0')}`, title: titleCase(title), type: 'functional' },
    ...{ priority: null, dependencies: [], description, sources: [] },
    criteria: [ownTest({ description, title }), ...told],
  };
}
