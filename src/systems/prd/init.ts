// Initialisation: validates what was asked, makes the workspace, and never throws: what is wrong goes into the record.

import { isAbsolute, join } from 'node:path';
import { withoutControls } from '../../documents/markdown/without-controls.ts';
import { clarificationsOf } from '../../documents/prd/clarifications.ts';
import { isJsonObject, type JsonObject } from '../../json.ts';
import type { ActionResult, CodeCall } from '../../ports/action.ts';
import { type PrdDeps, textOf } from './prd-deps.ts';

const WORKSPACE = 'magi-sdd';
/** Where nobody names one. */
export const ANY_DOMAIN = 'general software';
const UTTERANCE_MAX = 20_000;
/** Of all answers together: they stand in one brief. */
const ANSWERS_MAX = 200_000;

export async function init(call: CodeCall, deps: PrdDeps): Promise<ActionResult> {
  const { files } = deps;
  const asked = withoutControls(isJsonObject(call.data.userInput) ? call.data.userInput : {});
  const domain = await domainOf(call, asked, deps);
  const wrong = problemsOf(asked);
  if (wrong.length > 0) return refused(domain, wrong);
  const [projectPath, userUtterance] = [textOf(asked.projectPath), textOf(asked.userUtterance).trim()];
  const prdWorkspacePath = join(projectPath, WORKSPACE);
  try {
    if (!(await files.hasParent(prdWorkspacePath))) return refused(domain, [noFolder(projectPath)]);
    await files.makeFolder(prdWorkspacePath);
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    return refused(domain, [`Expected to make the folder "${prdWorkspacePath}", but: ${reason}`]);
  }
  const set = { userInput: asked, projectPath, userUtterance, prdWorkspacePath };
  // What follows is handed to agents: where the project lies is no business of theirs.
  return { output: { domain }, set };
}

/** A path with a slip in it would get a folder of its own, and nobody would find the documents. */
function noFolder(projectPath: string): string {
  const message = `Expected "projectPath" as a folder that is there, found none at "${projectPath}".`;
  return `${message} Correct the path, or make the folder first. Nothing was made.`;
}

function problemsOf(asked: JsonObject): readonly string[] {
  const { projectPath, userUtterance } = asked;
  const wrong: string[] = [];
  if (typeof projectPath !== 'string' || projectPath.trim() === '')
    wrong.push('Expected "projectPath", the folder of the project, found none. Give it with the request.');
  else if (!isAbsolute(projectPath))
    wrong.push(`Expected "projectPath" as an absolute path, found "${projectPath}". Give the whole path.`);
  const utterance = typeof userUtterance === 'string' ? userUtterance.trim() : '';
  if (utterance === '')
    wrong.push('Expected "userUtterance", what is wanted in a sentence or more, found none. Give it with the request.');
  if (utterance.length > UTTERANCE_MAX)
    wrong.push(`Expected "userUtterance" of at most ${UTTERANCE_MAX} characters, found ${utterance.length}.`);
  const answers = clarificationsOf(asked).reduce((sum, { answer }) => sum + answer.length, 0);
  if (answers > ANSWERS_MAX)
    wrong.push(`Expected answers of at most ${ANSWERS_MAX} characters together, found ${answers}. Give shorter ones.`);
  return wrong;
}

/** Of the command, the request, the environment, the project's settings, in this order
 *  (docs/sources/prd-workflow.md#domain). */
async function domainOf({ run }: CodeCall, asked: JsonObject, deps: PrdDeps): Promise<string> {
  const given = isJsonObject(run.input) ? run.input.domain : undefined;
  const named = textOf(given).trim() || textOf(asked.domain).trim();
  if (named !== '') return named;
  const around = await deps.domain?.(textOf(asked.projectPath));
  return textOf(around).trim() || ANY_DOMAIN;
}

/** The router sends what has messages to the failure step. */
function refused(domain: string, messages: readonly string[]): ActionResult {
  const named = messages.map((message) => `Magi Initialization: ${message}`);
  return { output: { domain, messages: named }, set: { prdWorkflowFatalErrorMessages: named } };
}
