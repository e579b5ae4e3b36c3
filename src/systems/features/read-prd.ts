// Takes in the PRD of a feature: it must be finalised, and its signature must be proved, unless a draft will do. What
// it asks for comes from the signed text itself; where requirements.md says otherwise by now, that is reported.

import { headingsOf, linesOf, oneLine, sectionsOf } from '../../documents/markdown/headings-of.ts';
import { PRD_SECTIONS } from '../../documents/markdown/prd-sections.ts';
import { keptOf } from '../../documents/prd/assemble-prd.ts';
import { findAssumptions } from '../../documents/prd/find-assumptions.ts';
import { parseBrief } from '../../documents/prd/parse-brief.ts';
import { readPrdStatus } from '../../documents/prd/read-prd-status.ts';
import { parseRequirements } from '../../documents/requirements/parse-requirements.ts';
import type { DecidedRequirement } from '../../documents/requirements/requirement.ts';
import { PRD_FILE, REQUIREMENTS_FILE } from '../../documents/trace/read-trace.ts';
import { saidSentences } from '../../language/said-sentences.ts';
import type { SignatureCheck, SystemDeps } from '../../ports/system.ts';
import { FEATURE_ID } from './feature-id.ts';
import { FEATURES_FOLDER } from './read-feature.ts';

export interface PrdRequirement {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly priority: string;
  readonly category: string;
}

export interface PrdIntake {
  readonly featureId: string;
  readonly title: string;
  readonly project_brief: string;
  readonly requirements: {
    readonly functional: readonly string[];
    readonly 'non-functional': readonly string[];
    readonly constraints: readonly string[];
    readonly assumptions: readonly string[];
  };
  /** Each with its id and text, in the order of ids. */
  readonly items: readonly PrdRequirement[];
  /** It is not signed, or its signature is not proved, and a draft was asked for. */
  readonly isDraft: boolean;
  readonly signature: SignatureCheck | null;
  /** What a reader should know, in sentences. */
  readonly notes: readonly string[];
}

export type PrdRead = { readonly prd: PrdIntake } | { readonly refused: readonly string[] };

type PrdDeps = Pick<SystemDeps, 'files' | 'proves'>;

const FINALISED = 'finalized';
const DRAFT_HINT = 'Give --draft to go on with it as it is.';
/** Of the categories of requirements, those that say how well and not what. */
const QUALITIES = ['performance', 'security', 'platform'];

/** `folder`: of the feature, an absolute path; the path of its PRD.md will do. */
export async function readPrd({ files, proves }: PrdDeps, folder: string, isDraft = false): Promise<PrdRead> {
  const home = folder.replace(/\/{1,9}$/, '').replace(/\/PRD\.md$/, '');
  const featureId = home.slice(home.lastIndexOf('/') + 1);
  if (!FEATURE_ID.test(featureId))
    return refused(`Expected the folder of a feature, such as magi-sdd/court-booking, found "${featureId}".`);
  const path = `${home}/${PRD_FILE}`;
  const text = await files.read(path);
  if (text === null)
    return refused(`Expected a PRD at ${path}, found nothing there. Write one with: signoff prd "..."`);
  const items = requirementsIn(text);
  if (items.length === 0)
    return refused(`Expected requirements under "## ${PRD_SECTIONS.requirements}" in ${path}, found none.`);
  const status = readPrdStatus(text)?.status ?? 'none';
  const signature = status === FINALISED && proves !== undefined ? await proves(path) : null;
  const against = reasonsAgainst(path, status, signature, proves !== undefined);
  if (against.length > 0 && !isDraft) return refused(...against, DRAFT_HINT);
  const now = (await files.read(`${home}/${REQUIREMENTS_FILE}`)) ?? '';
  const changes = changesSince(items, now);
  if (changes.length > 0 && !isDraft) return refused(olderText(changes, featureId));
  return {
    prd: {
      ...{ featureId, title: titleOf(text, featureId), project_brief: briefIn(text), items, signature },
      requirements: sortedRequirements(text, items, now),
      isDraft: against.length > 0,
      notes: [
        ...against,
        ...proofNotes(signature),
        ...changes.map((change) => `${change}; the design follows the text of the PRD.`),
      ],
    },
  };
}

const refused = (...reasons: string[]): PrdRead => ({ refused: reasons });

function reasonsAgainst(
  path: string,
  status: string,
  signature: SignatureCheck | null,
  canProve: boolean,
): readonly string[] {
  if (status !== FINALISED) return [`Expected a finalised PRD at ${path}, found its status "${status}".`];
  if (!canProve) return [`Expected a proof of the signature in ${path}, but this process has no store to prove it by.`];
  if (signature?.isProved === true) return [];
  return [`Expected a signature in ${path} that can be proved.`, ...(signature?.problems ?? [])];
}

/** The author of a document and a proof could have made up both. */
function proofNotes(signature: SignatureCheck | null): readonly string[] {
  if (signature?.by !== 'proof' || !signature.isProved) return [];
  const by = `${signature.signer} at ${signature.signedAt}`;
  return [`The signature (${by}) was proved by the file beside the PRD, not by the history in this store.`];
}

const sectionIn = (text: string, name: string): string => {
  const section = sectionsOf(text, 2).find(({ heading }) => heading.text === name);
  return section === undefined ? '' : text.slice(section.start, section.end).trim();
};

/** The signed texts, which stand there as in requirements.md but for how each was decided. */
function requirementsIn(text: string): readonly PrdRequirement[] {
  const section = sectionIn(text, PRD_SECTIONS.requirements);
  const { items } = parseRequirements(`# Requirements\n\n## Approved Requirements\n\n${section}\n`);
  return keptOf(items).map(({ id, title, description, priority, category }) => ({
    ...{ id, title, description, priority, category },
  }));
}

function titleOf(text: string, featureId: string): string {
  const heading = headingsOf(text).find(({ depth }) => depth === 1)?.text ?? '';
  return heading.replace(/^PRD:\s*/, '') || featureId;
}

/** What was asked for in one's own words, and the brief, its headings as a brief has them. */
function briefIn(text: string): string {
  const utterance = sectionIn(text, PRD_SECTIONS.utterance).replace(/^> ?/gm, '');
  return [utterance, featureBrief(text)].filter((part) => part !== '').join('\n\n');
}

const featureBrief = (text: string): string => sectionIn(text, PRD_SECTIONS.brief).replace(/^##(#+[ \t])/gm, '$1');

function sortedRequirements(text: string, items: readonly PrdRequirement[], now: string): PrdIntake['requirements'] {
  const isQuality = ({ category }: PrdRequirement): boolean => QUALITIES.includes(category.trim().toLowerCase());
  const { outOfScope, sections } = parseBrief(withoutOpen(featureBrief(text)));
  const success = linesOf(sections['Success Criteria'] ?? '').filter((line) => !NO_CRITERION.test(line));
  const left = parseRequirements(now).items.filter(({ standing }) => standing === 'out-of-scope');
  return {
    functional: items.filter((item) => !isQuality(item)).map(lineOf),
    'non-functional': [
      ...items.filter(isQuality).map(lineOf),
      ...saidSentences(success.join('\n')).map((each) => `Success criterion: ${each}`),
    ],
    constraints: [...outOfScope, ...left.map(({ title }) => title)].map((each) => `Out of scope: ${oneLine(each)}`),
    assumptions: findAssumptions(text),
  };
}

/** As code marks what a brief leaves open: nobody asked for it, so nothing has to carry it. */
const OPEN = /^[-*+]\s+Open (?:question|point from review): .*(?:\n|$)/gm;

/** A heading, and a question that nobody answered. */
const NO_CRITERION = /^(?:#{1,6}\s|[-*+] open: )/;

const withoutOpen = (brief: string): string => brief.replace(OPEN, '');

const lineOf = ({ id, title, description }: PrdRequirement): string =>
  `${id}: ${oneLine(title)}. ${oneLine(description)}`.trim();

/** A design of what was signed would be outdated before it is drafted. */
function olderText(changes: readonly string[], featureId: string): string {
  const again = `signoff prd --from-brief ${FEATURES_FOLDER}/${featureId}/feature-brief.md`;
  const ways = `Sign one that says so with: ${again}, or put ${REQUIREMENTS_FILE} back as it was signed`;
  const found = `The PRD is older than its requirements: ${changes.join('; ')}.`;
  return `${found} ${ways}. Give --draft to design what was signed.`;
}

/** requirements.md may go on after the PRD was signed. */
function changesSince(items: readonly PrdRequirement[], now: string): readonly string[] {
  if (now === '') return [];
  const current = new Map(parseRequirements(now).items.map((item) => [item.id, item]));
  const signed = new Set(items.map(({ id }) => id));
  const changed = items.flatMap((item) => {
    const why = changeOf(item, current.get(item.id));
    return why === null ? [] : [`${item.id} ${why}`];
  });
  const added = keptOf([...current.values()]).filter(({ id }) => !signed.has(id));
  return [...changed, ...added.map(({ id }) => `${id} was approved in requirements.md and is not in the PRD`)];
}

function changeOf(signed: PrdRequirement, now: DecidedRequirement | undefined): string | null {
  if (now === undefined) return 'is no longer in requirements.md';
  if (now.supersededBy !== undefined) return `is superseded by ${now.supersededBy} in requirements.md`;
  if (now.standing === 'rejected' || now.standing === 'out-of-scope')
    return `is ${now.standing.replaceAll('-', ' ')} in requirements.md by now`;
  const isSame =
    oneLine(now.title) === oneLine(signed.title) && oneLine(now.description) === oneLine(signed.description);
  return isSame ? null : 'was changed in requirements.md';
}
