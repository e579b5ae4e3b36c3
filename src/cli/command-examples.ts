// An example for the help of each command that people start with.

import type { Command } from 'commander';
import { program } from './started-as.ts';

/** One for each kind of review. */
export const DECISIONS: readonly string[] = [
  '{"kind": "form", "verdict": "approve", "comment": "Fine.", "output": {"owner": "ada"}}',
  '{"kind": "choice", "option": "continue"}',
  '{"kind": "document", "verdict": "change", "changes": [{"section": "Goals", "reason": "Too vague.", "text": ""}]}',
  '{"kind": "items", "verdicts": {"REQ-001": {"verdict": "reject", "reason": "No"}}, "rest": {"verdict": "approve"}}',
  '{"kind": "message", "text": "Only for admins."}',
];

export const EXAMPLES: { readonly [command: string]: string | readonly string[] } = {
  check: 'check review.mmd',
  explain: 'explain review.mmd',
  run: 'run review.mmd --input prNumber=7',
  work: 'work --code actions.ts --capacity 10',
  chat: 'chat run_01jx8k2m#3',
  serve: 'serve --port 4100 --project ~/shop',
  mcp: 'mcp --project ~/shop',
  'mcp install': 'mcp install --client claude-code --project ~/shop',
  trust: 'trust ~/shop',
  whoami: 'whoami',
  doctor: 'doctor --beats',
  conform: 'conform docs/states.md --workflow review.mmd --settled docs/settled.md',
  'workflows add': 'workflows add review.mmd',
  'workflows diff': 'workflows diff review',
  'workflows export': 'workflows export review > review.json',
  'workflows import': 'workflows import review.json',
  'runs start': 'runs start review --input prNumber=7',
  'runs list': 'runs list --status on_hold --since -7d',
  'runs show': 'runs show run_01jx8k2m',
  'runs wait': 'runs wait run_01jx8k2m --timeout 10m',
  'runs retry': 'runs retry run_01jx8k2m',
  'runs resolve': 'runs resolve run_01jx8k2m retry',
  'runs migrate': 'runs migrate run_01jx8k2m --map draft=write --yes',
  'tasks list': 'tasks list --assignee user:ada',
  'tasks show': 'tasks show run_01jx8k2m#3',
  'tasks check': DECISIONS.map((decision) => `tasks check run_01jx8k2m#3 '${decision}'`),
  'tasks decide': DECISIONS.map((decision) => `tasks decide run_01jx8k2m#3 '${decision}' --review sha256:...`),
  'tasks complete': 'tasks complete run_01jx8k2m#3 --verdict approve --comment "Ship it."',
  'tasks reassign': 'tasks reassign run_01jx8k2m#3 user:ada --reason "Ada knows this code."',
  'agents add': 'agents add writer --provider anthropic --prompt-file writer.md --cost-per-day 5',
  'agents edit': 'agents edit writer --model claude-sonnet-5-5 --no-temperature',
  'agents costs': 'agents costs --by agent --from -7d',
  'views save': 'views save mine --assignee user:ada',
  'signals send': 'signals send run_01jx8k2m paid --value \'{"amount": 20}\'',
  'notices add': 'notices add ops --url https://example.org/hook --secret HOOK_SECRET --events run-held',
  'store prune': 'store prune --older-than 90d',
  'store backup': 'store backup /backups/signoff.db',
};

/** Adds the example of `command`, which is known by the words that call it, to its help. */
export function addExample(command: Command, words: string): void {
  const example = EXAMPLES[words];
  if (example === undefined) return;
  const [first = '', ...more] = [example].flat();
  const lines = (): string => more.map((line) => `\n  ${program()} ${line}`).join('');
  const head = more.length === 0 ? 'Example: ' : 'Examples:\n  ';
  command.addHelpText('after', () => `\n${head}${program()} ${first}${lines()}`);
}
