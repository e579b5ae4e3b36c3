// Everything of src that reads a text which a model wrote, or a client on its behalf. What reads documents is found by
// what it is, so that none is forgotten: an exported function whose first argument is a text, used by another folder.

import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { paintFor } from '../../src/cli/paint.ts';
import { language } from '../../src/language/words/language.ts';

export interface TextReader {
  /** `src/documents/spec/read-spec.ts#readSpec`. */
  readonly name: string;
  /** It meets a text before anything has refused it for its length. */
  readonly isFirst: boolean;
  /** Its argument is a design of three parts. */
  readonly isDesign: boolean;
}

/** Asked of a reply, of an answer or of what a run has kept, whatever its length. */
const FIRST: readonly string[] = [
  ...['src/agents/read-turn.ts#readTurn', 'src/agents/providers/hide-secrets.ts#hideSecrets'],
  ...['src/agents/reply/read-reply.ts#readReply', 'src/agents/reply/reply-excerpt.ts#replyExcerpt'],
  ...['src/cli/shown-text.ts#severalLines', 'src/cli/shown-text.ts#wrap', 'src/cli/shown-text.ts#oneLine'],
  ...['src/cli/terminal-text.ts#visible', 'src/cli/terminal-text.ts#terminalText'],
  ...['src/cli/review/show-markdown.ts#markdownLines', 'src/cli/review/show-markdown.ts#outlineLines'],
  ...[
    'src/documents/markdown/markdown-limit.ts#tooLongIn',
    'src/documents/markdown/without-controls.ts#withoutControls',
  ],
  ...['src/mcp/split-result.ts#splitResult', 'src/systems/sdd/sql/statement.ts#sqlOf'],
  'src/systems/sdd/sql/statement.ts#statementsOf',
];

/** They are given a word, a name or a sentence that another reader has cut out of a text, or a text of people. */
const OF_SHORT_TEXTS: readonly string[] = [
  ...['search/', 'conform/', 'gaps/', 'design/nouns', 'requirements/requirement-ids'],
  ...['signing/signature', 'signing/read-proof', 'spec/spec-version', 'stories/story.ts', 'stories/write-story.ts'],
  ...['markdown/front-matter.ts#textOf', 'markdown/front-matter.ts#listIn', 'markdown/markdown-limit'],
  ...['prd/parse-brief.ts#sectionNamed', 'prd/parse-brief.ts#scopeLabel'],
  ...['evidence/source-id', 'evidence/references-of'],
];
/** Though its folder's readers are. */
const OF_WHOLE_TEXTS = 'src/language/words/tell-language';

function isOfShortTexts(name: string): boolean {
  if (name.startsWith(OF_WHOLE_TEXTS)) return false;
  if (name.startsWith('src/language/words/')) return true;
  return OF_SHORT_TEXTS.some((start) => name.startsWith(`src/documents/${start}`));
}

/** Further arguments of those that need more than a text. */
export const ARGUMENTS: Readonly<Record<string, (text: string) => readonly unknown[]>> = {
  'src/agents/read-turn.ts#readTurn': (text) => [text, null, false, () => []],
  'src/agents/providers/hide-secrets.ts#hideSecrets': (text) => [text, { OPENAI_API_KEY: 'sk-1234567890abcdef' }],
  'src/agents/reply/read-reply.ts#readReply': (text) => [
    { text },
    { schema: null, acceptPartial: true, reviewBelow: null },
    () => [],
  ],
  'src/cli/shown-text.ts#wrap': (text) => [text, 80],
  'src/cli/review/show-markdown.ts#markdownLines': (text) => [text, PLAIN],
  'src/cli/review/show-markdown.ts#outlineLines': (text) => [text, PLAIN],
  'src/systems/sdd/sql/statement.ts#sqlOf': (text) => [`\`\`\`sql\n${text}`],
  'src/systems/sdd/sql/statement.ts#statementsOf': (text) => [text, 'sqlite'],
  'src/documents/markdown/answered-questions.ts#answeredQuestions': (text) => [text, [text.slice(0, 80)]],
  'src/documents/design/named-sections.ts#sectionNamed': (text) => [
    { hld: text, lld: text, database: text },
    'Security',
  ],
  'src/documents/article/draft-claims.ts#normaliseDraft': (text) => [text, language],
  'src/documents/evidence/claims-of.ts#claimsOf': (text) => [text, language],
  'src/documents/evidence/unchecked-parts.ts#uncheckedParts': (text) => [text, language],
  'src/language/article/readability-of.ts#readabilityOf': (text) => [text, { tone: 'casual', target_audience: 'all' }],
  'src/language/article/tone-of.ts#toneOf': (text) => [text, 'casual'],
  'src/documents/design/assemble-design.ts#isPartOf': (text) => [text, 'hld', text],
  'src/documents/design/assemble-design.ts#partsNotIn': (text) => [text, design(text)],
  'src/documents/design-checks/check-design.ts#checkDesign': (text) => [
    design(text),
    { sql: SQL, diagrams: [], standards: [] },
  ],
  'src/documents/design/compare-rounds.ts#differences': (text) => [design(text), design(changed(text))],
  'src/documents/design/divide-review.ts#divideForReview': (text) => [design(text), 240_000],
  'src/documents/design-checks/check-ids.ts#knownIdsOf': (text) => [design(text), {}],
  'src/documents/design/named-sections.ts#withWritten': (text) => [design(text), []],
  'src/documents/design/items.ts#idsIn': (text) => [text, 'UC'],
  'src/documents/design/open-points.ts#withOpenPoint': (text) => [text, 'Say who may cancel.'],
  'src/documents/design-checks/check-standards.ts#standardsIn': (text) => ['standards.md', text],
  'src/documents/interview/find-quote.ts#isQuoteOf': (text) => [text, { from: 'person', text }],
  'src/documents/interview/shown-turn.ts#shownTurn': (text) => [text, { questions: [], answers: [] }],
  'src/documents/interview/write-turn.ts#writeTurn': (text) => [text, { questions: [], answers: [] }],
  'src/documents/markdown/headings-of.ts#sectionsOf': (text) => [text, 2],
  'src/documents/markdown/line-diff.ts#lineDiff': (text) => [text, changed(text)],
  'src/documents/markdown/line-diff.ts#wordDiff': (text) => [text, changed(text)],
  'src/documents/prd/check-prd.ts#checkItems': (text) => [text, ITEMS],
  'src/documents/prd/check-prd.ts#checkPrd': (text) => [text, PRD],
  'src/documents/prd/check-prd.ts#settlePrd': (text) => [text, PRD],
  'src/documents/prd/brief-findings.ts#unknownFindings': (text) => [text, 3],
  'src/documents/prd/own-sections.ts#withOwnSections': (text) => [text, text],
  'src/documents/prd/quote-utterance.ts#quoteUtterance': (text) => [text, 'Members book a court.'],
  'src/documents/prd/find-excluded.ts#excludedIn': (text) => [text, '', ITEMS],
  'src/documents/prd/mark-refused.ts#markRefused': (text) => [text, ITEMS],
  'src/documents/requirements/reconcile-requirements.ts#outsideEdits': (text) => [text, changed(text)],
  'src/documents/requirements/reconcile-requirements.ts#reconcileRequirements': (text) => [text, text, changed(text)],
  'src/documents/requirements/merge-review.ts#supersede': (text) => [text, 'REQ-001', 'REQ-002'],
  'src/documents/spec/diff-specs.ts#diffSpecs': (text) => [text, changed(text)],
  'src/documents/stories/check-stories.ts#checkStories': (text) => [{ analysis: text }, { requirements: [] }],
};

/** Their text is one argument among others that only a run has, and is read by what is listed beside them. */
const READ_BY_OTHERS: Readonly<Record<string, string>> = {
  fillTraceability: 'readTraceability',
  fillStoryIds: 'readTraceability',
  editSpec: 'readSpec',
  checkDocument: 'signedKindOf',
  mergeReview: 'parseRequirements',
  approveBrief: 'parseBrief',
  withFindings: 'hasFindings',
  finalisePrd: 'readPrdStatus',
  ledgerProblems: 'claimsOf',
  makeLedger: 'claimsOf',
  articleHtml: 'readDraft',
  approveDesign: 'readDesignFront',
};

const PLAIN = { paint: paintFor({}, {}), width: 80 };
const ITEMS = [
  {
    ...{ id: 'REQ-001', title: 'Fast search', description: 'The app shall show the results.' },
    ...{ priority: 'high', category: 'search', standing: 'rejected', reason: 'not now' },
  },
];
const PRD = {
  ...{ featureId: 'court-booking', author: 'Ada', date: '2026-01-01', status: 'draft', utterance: 'Members book.' },
  ...{ brief: '# Court booking\n', requirements: ITEMS },
};
const SQL = { dialect: 'sqlite', isChecked: true, problems: [], tables: [] };
export const design = (text: string) => ({ hld: text, lld: text, database: text });
/** The text without a piece in its middle. */
const changed = (text: string): string => text.slice(0, text.length / 2) + text.slice(text.length / 2 + 10);

export interface FoundReaders {
  readonly readers: readonly TextReader[];
  /** They need more than a text, and ARGUMENTS does not say what. */
  readonly unknown: readonly string[];
  /** Named here, and in no file any more. */
  readonly gone: readonly string[];
}

const EXPORTED = /^export (?:async )?(?:function|const) (\w+)/gm;

export function findTextReaders(root: string): FoundReaders {
  const paths = globSync('src/**/*.ts', { cwd: root }).filter((path) => !path.endsWith('.test.ts'));
  const texts = new Map(paths.sort().map((path) => [path, readFileSync(join(root, path), 'utf8')]));
  const used = namesUsedElsewhere(texts);
  const exported = new Set(
    [...texts].flatMap(([path, text]) => [...text.matchAll(EXPORTED)].map(([, name]) => `${path}#${name}`)),
  );
  const found = [...texts]
    .filter(([path]) => OF_DOCUMENTS.test(path))
    .flatMap(([path, text]) => functionsIn(path, text));
  const wanted = found.filter(({ name }) => used.has(name) && !isOfShortTexts(name) && !FIRST.includes(name));
  const isKnown = ({ name, rest }: Declared): boolean =>
    rest.every((each) => /\?:| = /.test(each)) || name in ARGUMENTS;
  const isElsewhere = ({ name }: Declared): boolean => (name.split('#')[1] ?? '') in READ_BY_OTHERS;
  return {
    readers: [
      ...FIRST.map((name) => ({ name, isFirst: true, isDesign: false })),
      ...wanted
        .filter((each) => isKnown(each) && !isElsewhere(each))
        .map(({ name, isDesign }) => ({ name, isDesign, isFirst: false })),
    ],
    unknown: wanted.filter((each) => !isKnown(each) && !isElsewhere(each)).map(({ name }) => name),
    gone: [...FIRST, ...Object.keys(ARGUMENTS)].filter((name) => !exported.has(name)),
  };
}

interface Declared {
  readonly name: string;
  readonly isDesign: boolean;
  /** Its arguments behind the first. */
  readonly rest: readonly string[];
}

const OF_DOCUMENTS = /^src\/(?:documents|language)\//;
const NAMED = String.raw`(?:function (\w+)|const (\w+)[^\n]* = (?:remembered\()?\s*)`;
const TAKING = String.raw`\((\w+): (string|DesignTexts|DesignParts)(?:, )?([^()]*)\)`;
const DECLARED = new RegExp(`^export (?:async )?${NAMED}${TAKING}`, 'gm');

function functionsIn(path: string, text: string): readonly Declared[] {
  const oneLine = text.replace(
    /\(\n\s+([\s\S]*?),?\n\)/g,
    (_, inner: string) => `(${inner.replace(/\s*\n\s*/g, ' ')})`,
  );
  return [...oneLine.matchAll(DECLARED)].map(([, named, made, , type, rest = '']) => ({
    name: `${path}#${named ?? made}`,
    isDesign: type === 'DesignTexts',
    rest: rest.split(/, (?=\w+\??:|\{|\w+ =)/).filter((each) => each.trim() !== ''),
  }));
}

function namesUsedElsewhere(texts: ReadonlyMap<string, string>): ReadonlySet<string> {
  const used = new Set<string>();
  for (const [path, text] of texts) {
    if (OF_DOCUMENTS.test(path)) continue;
    for (const [, names = '', from = ''] of text.matchAll(/import ([^;]*?) from '(\.[^']*)'|import\('(\.[^']*)'\)/g)) {
      const file = normalize(join(dirname(path), from));
      for (const [name] of names.matchAll(/\w+/g)) used.add(`${file}#${name}`);
    }
    // Loaded where it is needed: any name of that file.
    for (const [, names = '', from = ''] of text.matchAll(/const \{ ([^}]*) \} = await import\('(\.[^']*)'\)/g))
      for (const [name] of names.matchAll(/\w+/g)) used.add(`${normalize(join(dirname(path), from))}#${name}`);
  }
  return used;
}
