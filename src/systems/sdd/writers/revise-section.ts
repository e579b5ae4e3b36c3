// The second round: issues that rules understand are carried out in the section that they name, the others are listed.

import { idsIn, readItems } from '../../../documents/design/items.ts';
import { pointOf, withOpenPoint } from '../../../documents/design/open-points.ts';
import type { PartName } from '../../../documents/design/part.ts';
import { type DraftInput, domainOf, saysWhoActs } from './draft-input.ts';
import { errorsOf, requestText, responseText } from './endpoint-text.ts';

/** The section with what its issues ask for; what rules cannot do is said in it once. */
export function reviseSection(
  part: PartName,
  section: string,
  text: string,
  issues: readonly string[],
  input: DraftInput,
): string {
  let revised = text;
  for (const issue of issues) {
    const next = mendOf(part, section, revised, issue, input);
    const isDone = isSettled(section, revised, issue) || isInModel(issue, input);
    revised = next ?? (isDone ? revised : withOpenPoint(revised, issue));
  }
  return revised;
}

function mendOf(part: PartName, section: string, text: string, issue: string, input: DraftInput): string | null {
  if (part === 'lld' && section === 'api-map') return withMapRows(text, issue, input);
  if (part === 'lld' && section === 'endpoints') return withEndpointLines(text, issue, input);
  if (part === 'database' && section === 'encryption') return withPersonalColumn(text, issue);
  return null;
}

const idsOf = (text: string, prefix: string): readonly string[] => [...new Set(idsIn(text, prefix))];

/** A use case or an endpoint that the map lacks gets its row, where an endpoint names the use case. */
function withMapRows(text: string, issue: string, input: DraftInput): string | null {
  const { endpoints } = domainOf(input);
  const written = input.lld === undefined ? [] : readItems({ hld: '', lld: input.lld, database: '' }).endpoints;
  const all = [...endpoints, ...written];
  const calls = (useCase: string): readonly string[] => [
    ...new Set(all.filter(({ useCases }) => useCases.includes(useCase)).map(({ id }) => id)),
  ];
  const missing = [
    ...idsOf(issue, 'UC'),
    ...idsOf(issue, 'API').flatMap((id) => all.find((each) => each.id === id)?.useCases ?? []),
  ];
  const rows = [...new Set(missing)]
    .filter((id) => !isInMap(text, id) && calls(id).length > 0)
    .map((id) => `| ${id} | ${calls(id).join(', ')} |`);
  if (rows.length === 0) return null;
  return `${text.trimEnd()}\n${rows.join('\n')}\n`;
}

const isInMap = (text: string, id: string): boolean =>
  text.split('\n').some((line) => line.startsWith('|') && line.includes(id));

/** Adds the request, the response or the errors of an endpoint that the issue names. */
function withEndpointLines(text: string, issue: string, input: DraftInput): string | null {
  const domain = domainOf(input);
  let revised = text;
  for (const id of idsOf(issue, 'API')) {
    const endpoint = domain.endpoints.find((each) => each.id === id);
    const from = revised.indexOf(`### ${id}`);
    if (endpoint === undefined || from < 0) continue;
    const next = revised.indexOf('\n### ', from + 1);
    const own = revised.slice(from, next < 0 ? undefined : next);
    const lines = [
      ['Request', requestText(endpoint, domain)],
      ['Response', responseText(endpoint, domain)],
      ['Errors', errorsOf(endpoint, domain).join(', ')],
    ].filter(([label]) => !own.includes(`**${label}**`));
    const added = lines.map(([label, value]) => `- **${label}**: ${value}`).join('\n');
    if (added !== '') revised = revised.replace(own, `${own.trimEnd()}\n${added}\n`);
  }
  return revised === text ? null : revised;
}

function withPersonalColumn(text: string, issue: string): string | null {
  const [column] = /\b[a-z][a-z_]*\.[a-z][a-z_]*\b/.exec(issue) ?? [];
  if (column === undefined || text.includes(column)) return null;
  const line = `- \`${column}\`: encrypted by the service before it is stored, like the columns above.`;
  return `${text.trimEnd()}\n\n${line}\n`;
}

/** Drafting anew has done it already. */
function isSettled(section: string, text: string, issue: string): boolean {
  const ids = section === 'api-map' ? idsOf(issue, 'UC') : section === 'endpoints' ? idsOf(issue, 'API') : [];
  return ids.length > 0 && ids.every((id) => (section === 'api-map' ? isInMap(text, id) : hasAll(text, id)));
}

/** A sentence in which somebody does something became a use case. */
function isInModel(issue: string, input: DraftInput): boolean {
  if (!saysWhoActs(pointOf(issue))) return false;
  return domainOf(input).useCases.length > domainOf({ ...input, feedback: '' }).useCases.length;
}

function hasAll(text: string, id: string): boolean {
  const from = text.indexOf(`### ${id}`);
  const own = from < 0 ? '' : (text.slice(from).split('\n### ')[0] ?? '');
  return ['Request', 'Response', 'Errors'].every((label) => own.includes(`**${label}**`));
}
