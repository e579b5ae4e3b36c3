// The prompt of a system that has a start form and no conversation of its own: its runs begin with runs_start.

import type { Json } from '../json.ts';
import type { StartForm, StartOption, System } from '../ports/system.ts';
import type { WirePrompt } from '../ports/wire.ts';

const PROJECT = 'project';

type PromptArguments = Parameters<WirePrompt['text']>[0];

/** null: its runs are started with their input as JSON, which no prompt can ask for. */
export function startPrompt({ name, title, summary, start }: System): WirePrompt | null {
  if (start === undefined) return null;
  const { subject } = start;
  return {
    description: `Begin a run of ${title}: ${summary}`,
    arguments: {
      [subject.name]: `${subject.question} (${subject.placeholder})`,
      [PROJECT]: 'absolute path of the project folder',
      ...Object.fromEntries(textOptions(start).map((option) => [option.name, option.help])),
    },
    async text(given) {
      const { [subject.name]: wanted, [PROJECT]: project } = given;
      const { options, problems } = await readOptions(start, given);
      const isMissing = wanted === undefined && subject.isOptional !== true;
      const asked = [
        ...(isMissing ? [`"${subject.question}"`] : []),
        ...(project === undefined ? ['the folder of the project'] : []),
      ];
      const first = asked.length === 0 ? '' : `Ask me first: ${asked.join(' and ')}. `;
      const about = { subject: wanted ?? (isMissing ? `<${subject.name}>` : ''), project: project ?? '<path>' };
      const input = start.input({ ...about, options, clarifications: [] });
      const estimate = isMissing ? [] : ((await start.estimate?.(input)) ?? []);
      return [
        `Lead a run of the workflow "${name}" for me: ${summary}. ${first}`,
        ...problems.map((problem) => `Tell me first, and ask what I meant: ${problem}`),
        ...(estimate.length === 0 ? [] : [`Tell me first what it may cost: ${estimate.join(' ')}`]),
        `Begin by calling the tool \`runs_start\` with ${JSON.stringify({ workflow: name, input })}. ` +
          'Then do what it answers, step by step, until it says that the run rests or has concluded: tasks_submit ' +
          'takes your results, tasks_answer my answers. Reviews are mine to decide: show me what is to be judged, ' +
          'ask, and pass on what I say.',
      ].join('\n\n');
    },
  };
}

/** Files are given by the person later, as texts. */
function textOptions({ options = [], subject }: StartForm): readonly StartOption[] {
  return options.filter(({ kind, name }) => kind === 'text' && name !== PROJECT && name !== subject.name);
}

async function readOptions(start: StartForm, given: PromptArguments) {
  const options: Record<string, Json> = {};
  const problems: string[] = [];
  for (const { name, read, isList } of textOptions(start)) {
    const text = given[name];
    if (text === undefined || text === '') continue;
    const isGiven = (option: string): boolean => given[option] !== undefined;
    const value = await read?.(text, { path: '', subject: given[start.subject.name], isGiven });
    if (typeof value === 'string') problems.push(value);
    else options[name] = isList ? [value?.value ?? text] : (value?.value ?? text);
  }
  return { options, problems };
}
