// The dependencies of a backlog as a Mermaid flowchart: each story in the colour of its status.

import { plainText } from '../markdown/filed-text.ts';
import { byStoryId, type Story, type StoryStatus } from './story.ts';

const LABEL_MAX = 60;

const CLASSES: { readonly [status in StoryStatus]: string } = {
  todo: 'fill:#ffffff,stroke:#57606a,color:#24292f',
  in_progress: 'fill:#fff3c4,stroke:#9a6700,color:#24292f',
  done: 'fill:#d7f5dd,stroke:#1a7f37,color:#24292f',
  retired: 'fill:#eeeeee,stroke:#8c959f,color:#57606a,stroke-dasharray:4 3',
};

/** Retired stories are left out, but for those that others still name. */
export function drawStories(stories: readonly Story[]): string {
  const byId = new Map(stories.map((story) => [story.id, story]));
  const live = stories.filter(({ status }) => status !== 'retired');
  const named = live.flatMap(({ dependencies }) => dependencies.flatMap((id) => byId.get(id) ?? []));
  const drawn = [...new Set([...live, ...named])].sort((a, b) => byStoryId(a.id, b.id));
  const statuses = [...new Set(drawn.map(({ status }) => status))].sort();
  const lines = [
    ...drawn.map(({ id, title, status }) => `${nodeId(id)}["${labelOf(`${id} ${plainText(title)}`)}"]:::${status}`),
    ...drawn.flatMap(({ id, dependencies, status }) =>
      status === 'retired'
        ? []
        : dependencies.filter((each) => byId.has(each)).map((each) => `${nodeId(each)} --> ${nodeId(id)}`),
    ),
    ...statuses.map((status) => `classDef ${status} ${CLASSES[status]}`),
  ];
  return ['flowchart LR', ...lines.map((line) => `    ${line}`)].join('\n');
}

/** Without signs that Mermaid reads as the beginning of an arrow. */
const nodeId = (id: string): string => id.replaceAll(/[^A-Za-z0-9]/g, '');

/** Every sign that Mermaid, Markdown or HTML could read as more than itself is written by its number. */
function labelOf(text: string): string {
  const characters = [...text];
  const cut = characters.length > LABEL_MAX ? [...characters.slice(0, LABEL_MAX - 3), '...'] : characters;
  return cut
    .map((sign) => (/^[\p{L}\p{M}\p{N} .,:?!()/'-]*$/u.test(sign) ? sign : `#${sign.codePointAt(0)};`))
    .join('');
}
