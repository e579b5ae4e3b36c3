// Who answers for agents that name no provider; where nobody does, what to do to connect a model.

import type { ProviderChoice } from '../ports/agent-host.ts';
import type { Finding } from './doctor.ts';
import type { OperationContext } from './operation-context.ts';

export const NO_MODEL = 'No model is connected: your words are filed as they stand, and what is missing is asked.';

export async function providerFindings(context: OperationContext): Promise<readonly Finding[]> {
  try {
    const choice = await context.providerChoice();
    const { provider, model, why, others } = choice;
    if (isLast(choice))
      return [providerFinding('warning', [`${NO_MODEL} To connect one, do one of these:`, ...ways(others)].join('\n'))];
    const asked = `Agents that name no provider use ${provider}${model === null ? '' : `, model ${model}`}: ${why}`;
    const not = others.map((other) => `${other.what} (${other.why.replace(/\.$/, '')})`);
    return [providerFinding('good', not.length === 0 ? asked : `${asked} Not used: ${not.join(', ')}.`)];
  } catch (thrown) {
    // A setting that cannot be read is what people ask the doctor about.
    if (!(thrown instanceof Error)) throw thrown;
    return [providerFinding('bad', thrown.message)];
  }
}

/** Nobody asked to work without a model: none was found. */
const isLast = ({ provider, others }: ProviderChoice): boolean =>
  provider === 'offline' && others.some(({ what }) => what === 'SIGNOFF_PROVIDER');

/** What to do for each provider that was looked for, and for those that are only named. */
const CONNECT: { readonly [what: string]: string } = {
  Anthropic: 'Put your key into ANTHROPIC_API_KEY.',
  OpenAI: 'Put your key into OPENAI_API_KEY.',
  Ollama: 'It has to run, with a model: ollama pull NAME.',
  claude: 'Install Claude Code, so that the program claude is on the PATH.',
  SIGNOFF_PROVIDER: 'For another server with the OpenAI protocol: its address here, and the model in SIGNOFF_MODEL.',
};
const IN_CLIENT =
  'In Claude Code, Cursor, VS Code or Codex the model of the client writes: signoff mcp install --client NAME.';

function ways(others: ProviderChoice['others']): readonly string[] {
  const each = others.map(({ what, why }) => `${what}: ${why} ${CONNECT[what] ?? ''}`.trimEnd());
  return [...each, IN_CLIENT].map((way) => `- ${way}`);
}

const providerFinding = (state: Finding['state'], message: string): Finding => ({ what: 'provider', state, message });
