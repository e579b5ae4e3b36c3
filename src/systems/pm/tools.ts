// The tools of the source document over MCP: spec_submit and the project's files of the PM, spec_feedback and
// submit_stories of the architect.

import * as z from 'zod';
import type { JsonObject } from '../../json.ts';
import { findInSpec } from '../../language/lint/find-in-spec.ts';
import type { SystemTool, ToolPlace } from '../../ports/system-tool.ts';
import { textOf } from './pm-deps.ts';
import { spec_submit } from './submit.ts';

const FINDINGS_MAX = 12;

const id = z.string();
const story = z.object({
  ...{ id, title: z.string(), description: z.string(), acceptance_criteria: z.array(z.string()) },
  ...{ dependencies: z.array(id), points: z.int().min(1).max(5), story_type: z.enum(['app', 'devops']) },
  covers: z.array(id).optional(),
});

/** Given as the person's own: what an agent drafts is previewed by the person, this is not. */
const PLACES: readonly ToolPlace[] = [
  {
    ...{ kind: 'work', workflow: 'pm-draft', step: 'draft' },
    said: 'It is the draft now; the person previews it before it is submitted.',
    output: ({ markdown, summary }) => ({ spec: textOf(markdown), summary: textOf(summary) }),
  },
  {
    ...{ kind: 'end', workflow: 'pm', step: 'INTERVIEWING' },
    said: 'It was attached to the interview, which has ended: it goes to the architect as it is.',
    asks: 'Submit this specification as it is and end the interview? It goes to the architect without a preview.',
    output: ({ markdown, summary }) => ({
      ...{ reason: 'user_done', attached_spec: textOf(markdown) },
      ...(textOf(summary) !== '' && { summary: textOf(summary) }),
    }),
  },
  {
    ...{ kind: 'signal', workflow: 'pm', state: 'WAITING', signal: 'spec_upload' },
    said: 'It was uploaded: it goes to the architect as it is.',
    asks: 'Submit this specification as it is? It goes to the architect without an interview and a preview.',
    value: ({ markdown, summary }) => ({ markdown: textOf(markdown), summary: textOf(summary) }),
  },
];

const SCOPE = { kind: 'work', workflow: 'pm-scope', step: 'scope' } as const;

export const TOOLS: readonly SystemTool[] = [
  {
    ...{ kind: 'report', name: 'spec_submit', title: 'Submit a specification', noun: 'a specification' },
    description:
      'Check a specification (seven checks, each with line, column and fix) and, when it passes, submit it where a ' +
      'PM run waits for one: the draft asked of you, or else the own text of the person, ending an interview.',
    fields: { markdown: z.string(), summary: z.string() },
    async check({ markdown, summary }, data) {
      const { passed, blocking, warnings } = spec_submit(textOf(markdown), textOf(summary), {
        strict: data?.strict !== false,
      });
      const asJson = (problems: typeof blocking): JsonObject[] => problems.map((problem) => ({ ...problem }));
      // As many as somebody reads; `signoff spec check` has all.
      const findings = findInSpec(textOf(markdown)).slice(0, FINDINGS_MAX);
      return {
        ...{ passed, blocking: asJson(blocking), warnings: asJson(warnings) },
        findings: findings.map((each): JsonObject => ({ ...each })),
      };
    },
    places: PLACES,
  },
  { kind: 'project', name: 'list_files' },
  { kind: 'project', name: 'read_file' },
  {
    ...{ kind: 'report', name: 'spec_feedback', title: 'Ask for changes', noun: "the architect's answer" },
    description: 'As the architect: send the specification back, with what it lacks.',
    fields: { feedback: z.string().min(1), urgency: z.enum(['low', 'normal', 'high']).optional() },
    places: [
      { ...SCOPE, said: 'The specification goes back with this.', output: (given) => ({ spec_feedback: given }) },
    ],
  },
  {
    ...{ kind: 'report', name: 'submit_stories', title: 'Submit stories', noun: "the architect's answer" },
    description: 'As the architect: approve the specification and divide it into stories (S-001), which cover R-001.',
    fields: {
      ...{ analysis: z.string(), platform: z.string(), requirements: z.array(story) },
      uncovered: z.array(z.object({ requirement: id, reason: z.string() })).optional(),
    },
    places: [{ ...SCOPE, said: 'The stories were taken.', output: (given) => ({ submit_stories: given }) }],
  },
];
