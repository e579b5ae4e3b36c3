// The prompt of a system that has a start form and no conversation of its own: its runs begin with runs_start.

import type { System } from '../ports/system.ts';
import type { WirePrompt } from '../ports/wire.ts';

const PROJECT = 'project';

/** null: its runs are started with their input as JSON, which no prompt can ask for. */
export function startPrompt({ name, title, summary, start }: System): WirePrompt | null {
  if (start === undefined) return null;
  const { subject } = start;
  return {
    description: `Begin a run of ${title}: ${summary}`,
    arguments: {
      [subject.name]: `${subject.question} (${subject.placeholder})`,
      [PROJECT]: 'absolute path of the project folder',
    },
    text(given) {
      const { [subject.name]: wanted, [PROJECT]: project } = given;
      const asked = [
        ...(wanted === undefined && subject.isOptional !== true ? [`"${subject.question}"`] : []),
        ...(project === undefined ? ['the folder of the project'] : []),
      ];
      const first = asked.length === 0 ? '' : `Ask me first: ${asked.join(' and ')}. `;
      const missing = subject.isOptional === true ? '' : `<${subject.name}>`;
      const about = { subject: wanted ?? missing, project: project ?? '<path>' };
      const input = start.input({ ...about, options: {}, clarifications: [] });
      return (
        `Lead a run of the workflow "${name}" for me: ${summary}. ${first}\n\n` +
        `Begin by calling the tool \`runs_start\` with ${JSON.stringify({ workflow: name, input })}. ` +
        'Then do what it answers, step by step, until it says that the run rests or has concluded: tasks_submit takes your ' +
        'results, tasks_answer my answers. Reviews are mine to decide: show me what is to be judged, ask, and pass ' +
        'on what I say.'
      );
    },
  };
}
