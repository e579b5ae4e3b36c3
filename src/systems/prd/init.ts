// Initialisation: validates what was asked, makes the workspace, and never throws: what is wrong goes into the record.

import { isAbsolute, join } from 'node:path';
import { isJsonObject, type JsonObject } from '../../json.ts';
import type { ActionResult, CodeCall } from '../../ports/action.ts';
import { type PrdDoors, textOf } from './prd-doors.ts';

const WORKSPACE = 'magi-sdd';
const DOMAIN = 'general software';
const UTTERANCE_MAX = 20_000;

export async function init(call: CodeCall, { files }: PrdDoors): Promise<ActionResult> {
  const asked = isJsonObject(call.data.userInput) ? call.data.userInput : {};
  const domain = domainOf(call, asked);
  const wrong = problemsOf(asked);
  if (wrong.length > 0) return refused(domain, wrong);
  const [projectPath, userUtterance] = [textOf(asked.projectPath), textOf(asked.userUtterance).trim()];
  const prdWorkspacePath = join(projectPath, WORKSPACE);
  try {
    await files.makeFolder(prdWorkspacePath);
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    return refused(domain, [`Expected to make the folder "${prdWorkspacePath}", but: ${reason}`]);
  }
  const set = { projectPath, userUtterance, prdWorkspacePath };
  return { output: { ...set, domain }, set };
}

function problemsOf({ projectPath, userUtterance }: JsonObject): readonly string[] {
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
  return wrong;
}

function domainOf({ run }: CodeCall, asked: JsonObject): string {
  const given = isJsonObject(run.input) ? run.input.domain : undefined;
  return textOf(given).trim() || textOf(asked.domain).trim() || DOMAIN;
}

/** The router sends what has messages to the failure step. */
function refused(domain: string, messages: readonly string[]): ActionResult {
  const named = messages.map((message) => `Magi Initialization: ${message}`);
  return { output: { domain, messages: named }, set: { prdWorkflowFatalErrorMessages: named } };
}
