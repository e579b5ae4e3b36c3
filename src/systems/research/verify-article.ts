// Checks an article of the project against the documents of a folder; one that a model wrote, against its ledger.

import { hash } from 'node:crypto';
import { isAbsolute, relative, resolve } from 'node:path';
import { claimsOf } from '../../documents/evidence/claims-of.ts';
import type { ClaimFinding, Ledger, LedgerEntry } from '../../documents/evidence/ledger.ts';
import { ledgerProblems } from '../../documents/evidence/ledger-problems.ts';
import { countsText } from '../../documents/evidence/ledger-text.ts';
import { makeLedger } from '../../documents/evidence/make-ledger.ts';
import type { SourceText } from '../../documents/evidence/source.ts';
import { sourceId } from '../../documents/evidence/source-id.ts';
import { countedParts, uncheckedParts } from '../../documents/evidence/unchecked-parts.ts';
import { SourceFault, WorkspaceFault } from '../../errors.ts';
import { language } from '../../language/words/language.ts';
import type { OperationDeps, OperationInput, OperationResult } from '../../ports/system-operation.ts';
import { asListed } from './known-sources.ts';
import { ledgerBeside } from './ledger-beside.ts';

const sha256 = (text: string): string => `sha256:${hash('sha256', text, 'hex')}`;

export async function verifyArticle(deps: OperationDeps, input: OperationInput): Promise<OperationResult> {
  const given = String(input.article ?? '');
  const path = resolve(deps.project, given);
  const shown = relative(deps.project, path);
  if (shown.startsWith('..') || isAbsolute(shown) || !(await deps.files.holds(path))) {
    const message = `Expected a file inside the project ${deps.project}, found ${path}.`;
    return refused('path-outside-workspace', `${message} Give the folder that holds it with --project.`);
  }
  const article = await reasonOr(() => deps.files.read(path));
  if (article === null) return refused('file-unreadable', `There is no file ${shown} in ${deps.project}.`);
  if (typeof article !== 'string') return refused('file-unreadable', article.reason);
  const why = reasonNotToCheck(article, shown);
  if (why !== null) return refused('file-unreadable', why);
  const folder = resolve(deps.project, String(input.sources ?? ''));
  const read = await reasonOr(() => readSources(deps, folder, path));
  if ('reason' in read) return refused('file-unreadable', `${read.reason} Give another folder with --sources.`);
  const { notes } = read;
  const texts = await asListed(read.texts, folder, deps.files);
  if (texts.length === 0) {
    const noted = notes.length === 0 ? '' : ` ${notes.join(' ')}`;
    return refused(
      'file-unreadable',
      `There is no document to check against in ${folder}.${noted} Give another folder with --sources.`,
    );
  }
  const beside = await ledgerBeside(article, path, deps.files);
  const own = beside === null || 'reason' in beside ? null : beside;
  const allNotes = beside !== null && 'reason' in beside ? [beside.reason, ...notes] : notes;
  const ledger = own ?? makeLedger(article, texts, { hash: sha256, language });
  const output = outputOf(article, ledger, texts);
  const isFailed = !output.passed || (input.strict === true && (output.counts.not_judged ?? 0) > 0);
  return {
    output: {
      ...{
        article: shown,
        by: own === null ? 'rules' : 'ledger',
        showsAll: input.all === true || input.strict === true,
      },
      ...{ ...output, notes: [...allNotes] },
    },
    hasFindings: isFailed,
  };
}

function outputOf(article: string, ledger: Ledger, texts: readonly SourceText[]) {
  const problems = ledgerProblems(article, ledger, { hash: sha256, sources: texts, language });
  const lineOf = linesOf(article);
  const unchecked = uncheckedParts(article, language);
  const isRefused = ({ verdict }: LedgerEntry): boolean => verdict === 'contradicted' || verdict === 'insufficient';
  // What was not looked at may say anything.
  const passed = !ledger.entries.some(isRefused) && problems.length === 0 && unchecked.length === 0;
  const entries = ledger.entries.map((entry) => ({
    ...{ id: entry.id, text: entry.text, section: entry.section, start: entry.start, end: entry.end },
    ...{ cites: [...entry.cites], line: lineOf(entry.start), kind: entry.kind, verdict: entry.verdict },
    ...{ finding: findingOf(entry), ...judgeOf(entry) },
    ...{ reasons: [...entry.reasons], spans: entry.spans.map((span) => ({ ...span })) },
  }));
  const named = ledger.sources.map(({ id, hash: digest, address, title }) => ({ id, hash: digest, address, title }));
  return {
    ...{ hash: sha256(article), passed, counts: { ...ledger.counts }, total: countsText(ledger) },
    ...{ entries, sources: named, problems: [...problems] },
    unchecked: unchecked.map(({ kind, start, text }) => ({ kind, line: lineOf(start), text })),
  };
}

/** In a model's ledger code had nothing against what stayed. */
const findingOf = ({ finding, foundBy }: LedgerEntry): ClaimFinding =>
  finding ?? (foundBy === 'word for word' ? foundBy : 'figures and names agree, wording not judged');

const judgeOf = ({ judge }: LedgerEntry) => (judge === undefined ? {} : { judge: judge.verdict });

/** Checking works through all claims before anything can stop it: more of them would take minutes. */
const CLAIMS_MAX = 5000;

function reasonNotToCheck(article: string, shown: string): string | null {
  if (article.trim() === '') return `There is nothing to check in ${shown}: it is empty.`;
  if (article.includes('\0')) return `Expected a text in ${shown}, found a file with NUL bytes.`;
  const claims = claimsOf(article, language).filter(({ kind }) => kind !== 'framing').length;
  if (claims > CLAIMS_MAX)
    return `Expected at most ${CLAIMS_MAX} claims in ${shown}, found ${claims}. Divide it into several files.`;
  if (claims > 0) return null;
  const parts = countedParts(uncheckedParts(article, language).map(({ kind }) => kind));
  const left = parts.length === 0 ? '' : ` Not checked: ${parts.join(', ')}.`;
  return `There is nothing to check in ${shown}: it has no sentence that claims something.${left}`;
}

const refused = (code: string, message: string): OperationResult => ({
  refused: { code, message: `${message} Nothing was changed.` },
});

/** What the disk says against it, as one sentence. */
async function reasonOr<T>(read: () => Promise<T>): Promise<T | { readonly reason: string }> {
  try {
    return await read();
  } catch (thrown) {
    if (!(thrown instanceof WorkspaceFault || thrown instanceof SourceFault)) throw thrown;
    return { reason: `${thrown.message.replace(/\.{1,9}$/, '').replace(/\. The folder must be repaired$/, '')}.` };
  }
}

interface ReadTexts {
  readonly texts: readonly SourceText[];
  readonly notes: readonly string[];
}

/** The article itself may lie in the folder: it is no source of its own. */
async function readSources(deps: OperationDeps, folder: string, article: string): Promise<ReadTexts> {
  if (deps.sources === undefined) return readTextFiles(deps, folder, article);
  const sources = await deps.sources();
  const { texts, notes } = await sources.documents(folder, deps.project, deps.signal);
  const own = relative(deps.project, article);
  return { texts: texts.filter(({ address }) => address !== own), notes };
}

const READABLE = /\.(?:md|markdown|txt|text)$/i;

async function readTextFiles({ files, project }: OperationDeps, folder: string, article: string): Promise<ReadTexts> {
  if (!(await files.holds(folder))) return { texts: [], notes: [`It lies outside of the project ${project}.`] };
  const { files: listed, isCut } = await files.list(folder);
  const readable = listed.filter(({ path }) => READABLE.test(path) && resolve(folder, path) !== article);
  const texts: SourceText[] = [];
  for (const { path } of readable) {
    const text = await files.read(resolve(folder, path));
    if (text !== null) texts.push(sourceOf(text, relative(project, resolve(folder, path))));
  }
  const left = listed.length - readable.length;
  const notes = [
    ...(left > 0 ? [`${left} files are neither Markdown nor text and were not read.`] : []),
    ...(isCut ? ['The folder has more files than are read.'] : []),
  ];
  return { texts, notes };
}

function sourceOf(text: string, address: string): SourceText {
  const digest = sha256(text);
  const title = /^#{1,3} ([^\n]{1,300})/m.exec(text)?.[1]?.trim() ?? address;
  return {
    ...{ id: sourceId(digest) ?? '', hash: digest, address, also: [], title, type: 'local', publishedAt: null },
    ...{
      authors: [],
      publisher: '',
      retrievedAt: '',
      words: text.split(/\s+/).length,
      isWhole: true,
      score: 0,
      reasons: [],
      text,
    },
  };
}

/** The line of a place, from 1; asked with places in any order. */
function linesOf(text: string): (place: number) => number {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return (place) => {
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= place) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  };
}
