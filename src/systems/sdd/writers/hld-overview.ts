// The use cases of an overview, and what is not in them: what is ruled out, left open or assumed.

import type { Domain, UseCase } from '../../../documents/design/domain.ts';
import { listed } from '../../../documents/design/find-components.ts';
import { from } from './draft-input.ts';

export function useCaseLines({ id, title, actor, requirements, said, rules }: UseCase): readonly string[] {
  const own = said.filter((text) => !rules.some((rule) => rule.text === text));
  return [
    `### ${id}: ${title}`,
    '',
    `- **Actor**: ${actor}`,
    ...(requirements.length > 0 ? [`- **Requirements**: ${requirements.join(', ')}`] : []),
    ...(rules.length > 0
      ? [`- **Rules**: ${rules.map(({ text, origin }) => `${text.replace(/\.$/, '')}${from(origin)}`).join('; ')}.`]
      : []),
    '',
    ...own,
    ...(own.length > 0 ? [''] : []),
  ];
}

export const excludedLines = ({ excluded }: Domain): readonly string[] =>
  excluded.length === 0
    ? []
    : ['Not part of it, as the input says:', '', ...excluded.map(({ text, origin }) => `- ${text}${from(origin)}`), ''];

export const bystanderLines = ({ bystanders }: Domain): readonly string[] =>
  bystanders.length === 0
    ? []
    : [
        `Open: ${listed(bystanders)} ${bystanders.length === 1 ? 'is' : 'are'} named in the input, ` +
          'and rules found no use case of their own; the product owner says whether they use it.',
        '',
      ];

export const assumptionLines = ({ assumptions }: Domain): readonly string[] =>
  assumptions.flatMap((text) => [`Assumption: ${text}`, '']);
