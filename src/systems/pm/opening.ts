// What an interview begins with: the idea, attached texts, a signed PRD, an approved design. They stand as the person's
// first message, so that what is in them can be quoted like anything else they said.

import { readDesignFront } from '../../documents/design/read-design-front.ts';
import { DESIGN_FILES } from '../../documents/trace/read-trace.ts';
import type { JsonObject } from '../../json.ts';
import type { Attachment, CodeCall } from '../../ports/action.ts';
import { FEATURE_ID } from '../features/feature-id.ts';
import { readPrd } from '../features/read-prd.ts';
import type { PmMessage } from './conversation.ts';
import { DESIGN_ATTACHED, PRD_ATTACHED } from './opening-words.ts';
import { lastingFailure, listOf, objectOf, type PmDeps, textOf } from './pm-deps.ts';

export interface OpeningMessage {
  readonly messages: readonly PmMessage[];
  /** The feature and the requirements that the spec is to cover; null: it comes from no PRD. */
  readonly prd: JsonObject | null;
}

export async function openingOf({ run }: CodeCall, deps: PmDeps): Promise<OpeningMessage> {
  const { idea, attach, from_prd, from_design, draft } = objectOf(run.input);
  const prd = typeof from_prd === 'string' ? await prdMaterial(deps, from_prd, draft === true) : null;
  const design = typeof from_design === 'string' ? await designMaterial(deps, from_design, draft === true) : null;
  const refused = [...(prd?.refused ?? []), ...(design?.refused ?? [])];
  if (refused.length > 0) throw lastingFailure('material-not-usable', refused.join(' '));
  const given = listOf<Attachment & JsonObject>(attach);
  const attachments = [...given, ...(prd?.attachments ?? []), ...(design?.attachments ?? [])];
  const words = [
    textOf(idea).trim(),
    ...(prd === null ? [] : [PRD_ATTACHED]),
    ...(design === null ? [] : [DESIGN_ATTACHED]),
  ];
  return { messages: messageOf(words, attachments), prd: prd?.record ?? design?.record ?? null };
}

/** What a further interview of a run that lives on was asked for with; [] where it was given already. */
export function furtherOf({ data }: Pick<CodeCall, 'data'>): readonly PmMessage[] {
  const given = listOf<Attachment & JsonObject>(data.further_attach);
  const messages = messageOf([textOf(data.further_idea).trim()], given);
  // It answers no question that was asked before.
  const mark = data.further_from === 'preview' ? { isFeedback: true } : { isIdea: true };
  return messages.map((each) => ({ ...each, ...mark }));
}

/** No words are put into the person's mouth: a person who only gives files has said nothing else. */
function messageOf(given: readonly string[], attachments: readonly JsonObject[]): readonly PmMessage[] {
  const words = given.filter((part) => part !== '');
  if (words.length === 0 && attachments.length === 0) return [];
  const message = { from: 'person', text: words.join('\n\n'), ...(attachments.length > 0 && { attachments }) };
  return [message as unknown as PmMessage];
}

interface Material {
  readonly refused: readonly string[];
  readonly attachments: readonly (Attachment & JsonObject)[];
  readonly record: JsonObject | null;
}

const nothing = (...refused: readonly string[]): Material => ({ refused, attachments: [], record: null });

async function outsideOf({ files }: PmDeps, folder: string): Promise<string | null> {
  if (await files.holds(folder)) return null;
  return `Expected the folder of a feature inside the project, as an absolute path, found "${folder}".`;
}

export async function prdMaterial(deps: PmDeps, folder: string, isDraft: boolean): Promise<Material> {
  const outside = await outsideOf(deps, folder);
  if (outside !== null) return nothing(outside);
  const read = await readPrd(deps, folder, isDraft);
  if ('refused' in read) return nothing(...read.refused);
  const { featureId, title, project_brief, items, notes, requirements } = read.prd;
  const lines = items.map(
    ({ id, title: name, priority, category, description }) =>
      `- ${id}: ${name} (${priority}, ${category}). ${description}`,
  );
  const excluded = requirements.constraints.map((each) => `- ${each}`);
  const text = [
    ...[`# ${title}`, project_brief, '## Requirements', lines.join('\n')],
    ...(excluded.length === 0 ? [] : ['## Out of scope', excluded.join('\n')]),
  ].join('\n\n');
  const record = {
    ...{ feature_id: featureId, title, notes: [...notes] },
    requirements: items.map((item) => ({ ...item })),
    out_of_scope: requirements.constraints.map((each) => each.replace(/^Out of scope: /, '')),
  };
  return { refused: [], attachments: [{ name: 'PRD.md', text }], record };
}

/** design.md, which a person approved; its parts where it is not assembled yet and a draft will do. */
export async function designMaterial(deps: PmDeps, folder: string, isDraft: boolean): Promise<Material> {
  const { files, proves } = deps;
  const home = folder.replace(/\/{1,9}$/, '').replace(/\/design(?:\/design\.md)?$/, '');
  const featureId = home.slice(home.lastIndexOf('/') + 1);
  // It names the folder that is written to: ".." would be the project itself.
  if (!FEATURE_ID.test(featureId))
    return nothing(`Expected the folder of a feature, such as magi-sdd/court-booking, found "${featureId}".`);
  const outside = await outsideOf(deps, home);
  if (outside !== null) return nothing(outside);
  const path = `${home}/design/design.md`;
  const text = await files.read(path);
  const record = { feature_id: featureId, title: '', notes: [], requirements: [], out_of_scope: [] };
  if (text === null) {
    const parts = await Promise.all(Object.values(DESIGN_FILES).map((file) => files.read(`${home}/${file}`)));
    const found = parts.filter((part) => part !== null && part !== '');
    if (!isDraft || found.length === 0)
      return nothing(`Expected a design at ${path}, found nothing there. Write one with: signoff sdd "..."`);
    return { refused: [], attachments: [{ name: 'design.md', text: found.join('\n\n') }], record };
  }
  const { status, title } = readDesignFront(text);
  const against =
    status === 'FINAL' ? [] : [`Expected an approved design at ${path}, found its status "${status ?? 'none'}".`];
  const check = against.length === 0 ? await proves?.(path) : undefined;
  if (against.length === 0 && check?.isProved !== true)
    against.push(`Expected a signature in ${path} that can be proved.`, ...(check?.problems ?? []));
  if (against.length > 0 && !isDraft) return nothing(...against, 'Give --draft to go on with it as it is.');
  return { refused: [], attachments: [{ name: 'design.md', text }], record: { ...record, title: title ?? '' } };
}
