// Documents of features for people.

import type { FileProblem } from '../documents/requirements/requirement.ts';
import type { StatedSource } from '../engine/people.ts';
import type { Finding } from '../language/lint/finding.ts';
import type { NotJudged } from '../language/lint/lint-requirements.ts';
import type { Lines, Screen } from './screen.ts';
import { shellWord } from './shell-word.ts';
import { counted, oneLine, severalLines, wrap } from './shown-text.ts';
import { statedText } from './signer.ts';
import { asStarted, program } from './started-as.ts';
import { type Column, tableLines } from './table.ts';

export const documentLines: Lines = {
  'documents.list': listed,
  'documents.show': ({ text }: { text: string }) => severalLines(text.trimEnd()),
  'documents.lint': linted,
  'documents.supersede': ({ requirement, by, path }: { requirement: string; by: string; path: string }) => [
    `${oneLine(requirement)} is superseded by ${oneLine(by)} in ${oneLine(path)}.`,
  ],
  'documents.export': exported,
  'documents.verify': verified,
  'documents.proof': ({ document, file, seal }: DocumentProof) => [
    `Wrote ${oneLine(file)}. Check it anywhere:`,
    `${program()} documents verify ${oneLine(document)} --proof ${oneLine(file)}`,
    seal === null
      ? 'No seal holds the signature yet: one is made within a minute while a process works. Make the proof again then.'
      : `Seal ${seal.number}, ${seal.hash}, holds it: keep that hash elsewhere.`,
  ],
};

const WIDE = 100;
const NAME_MIN = 30;

interface FeatureRow {
  readonly feature: string;
  readonly title: string | null;
  readonly documents: readonly string[];
  readonly status: string | null;
  readonly lastModified: string | null;
  readonly system: string;
  readonly requirements: { readonly [standing: string]: number } | null;
  readonly problem: string | null;
  readonly changed: readonly string[];
}

interface ListedAll {
  readonly project: string;
  readonly ownSystems: readonly string[];
  readonly notTrusted: string | null;
  readonly features: readonly FeatureRow[];
}

function listed({ project, ownSystems, notTrusted, features }: ListedAll, { paint, width }: Screen): string[] {
  const there = project === process.cwd() ? '' : ` --project ${shellWord(project)}`;
  const others = ownSystems.map(
    (name) =>
      `Listing those of this project's system "${name}" loads its code: ` +
      `${program()} documents list --system ${name}${there}`,
  );
  if (notTrusted !== null) others.push(asStarted(notTrusted));
  if (features.length === 0 && others.length > 0) return others;
  if (features.length === 0)
    return [`No documents in ${project}. ${program()} --help lists the systems that make some.`];
  const columns: Column<FeatureRow>[] = [
    { title: 'NAME', text: ({ feature }) => feature, paint: paint.bold, shrinksTo: NAME_MIN },
    { title: 'TITLE', text: ({ title }) => title ?? '', shrinksTo: 10, leftOutBelow: WIDE },
    {
      title: 'STATUS',
      text: ({ status, lastModified }) => (status === null ? '-' : `${status} ${lastModified ?? ''}`),
    },
    { title: 'CONTENTS', text: ({ requirements }) => standings(requirements), shrinksTo: 8 },
    {
      title: 'DOCUMENTS',
      text: ({ documents }) => documents.join(', ') || '-',
      paint: paint.dim,
      shrinksTo: 8,
      leftOutBelow: WIDE,
    },
  ];
  const problems = features.flatMap(({ feature, problem, changed }) =>
    [...(problem === null ? [] : [problem]), ...changed].map((said) =>
      paint.yellow(`${feature}: ${oneLine(asStarted(said))}`),
    ),
  );
  return [...tableLines(features, columns, paint, width), ...problems, ...others.map((line) => paint.dim(line))];
}

function standings(counts: FeatureRow['requirements']): string {
  if (counts === null) return '-';
  const shownCounts = Object.entries(counts).filter(([, count]) => count > 0);
  return shownCounts.map(([word, count]) => `${count} ${wordsOf(word)}`).join(', ') || 'none';
}

/** `outOfScope` is shown as `out of scope`. */
const wordsOf = (name: string): string => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

interface LintResult {
  readonly path: string;
  readonly requirements: number;
  readonly findings: readonly Finding[];
  readonly notJudged: readonly NotJudged[];
  readonly problems: readonly FileProblem[];
}

function linted({ path, requirements, findings, notJudged, problems }: LintResult, { paint, width }: Screen): string[] {
  const lineWidth = Math.max(30, (width ?? 1000) - 2);
  const indented = (text: string): string[] => wrap(oneLine(text), lineWidth).map((line) => `  ${line}`);
  const total = `${counted(findings.length, 'finding')} in ${counted(requirements, 'requirement')}.`;
  return [
    ...problems.map(({ line, code, message }) => `${oneLine(path)}:${line} ${paint.red(code)}: ${oneLine(message)}`),
    ...findings.flatMap(({ id, rule, found, message, suggestion }) => [
      `${paint.bold(id)} ${paint.yellow(rule)}: ${oneLine(found)}`,
      ...indented(message),
      ...(suggestion === '' ? [] : indented(`Better: ${suggestion}`).map((line) => paint.dim(line))),
    ]),
    ...notJudged.flatMap(({ id, message }) => [
      `${paint.bold(id)} ${paint.yellow('not judged')}`,
      ...indented(message),
    ]),
    findings.length + problems.length + notJudged.length === 0 ? paint.green(total) : total,
  ];
}

interface ExportSummary {
  readonly folder: string;
  readonly items: { readonly [noun: string]: number };
  readonly files: readonly { readonly path: string; readonly outcome: 'written' | 'replaced' | 'unchanged' }[];
}

function exported({ folder, items, files }: ExportSummary, { paint }: Screen): string[] {
  const words = { written: paint.green('Wrote'), replaced: paint.yellow('Replaced'), unchanged: 'Unchanged:' };
  const shown = Object.entries(items).map(([noun, count]) => counted(count, noun));
  return [
    ...files.map(({ path, outcome }) => `${words[outcome]} ${path}`),
    paint.dim(`${shown.join(', ')} in ${folder}`),
  ];
}

interface DocumentProof {
  readonly document: string;
  readonly file: string;
  readonly seal: { readonly number: number; readonly hash: string } | null;
}

interface VerifiedDocument {
  readonly ok: boolean;
  readonly document: string;
  readonly run: string;
  readonly signature: {
    readonly actor: string;
    readonly osUser: string | null;
    readonly source: StatedSource | null;
    readonly channel: string;
    readonly at: string;
    readonly event: number;
    readonly signed: string;
  } | null;
  readonly problems: readonly string[];
  readonly differences: readonly { readonly kind: 'added' | 'removed'; readonly text: string }[];
  readonly proves: readonly string[];
  readonly cannotProve: readonly string[];
}

interface VerifiedFolder extends VerifiedDocument {
  readonly others: readonly VerifiedDocument[];
  readonly notSigned: readonly string[];
}

function verified(found: VerifiedFolder, screen: Screen): string[] {
  const { others, notSigned, ok: _, ...first } = found;
  const all = [{ ...first, ok: first.problems.length === 0 }, ...others];
  return [
    ...all.flatMap((each, at) => [...(at === 0 ? [] : ['']), ...verifiedOne(each, screen)]),
    ...notSigned.map((path) => `Not signed yet: ${oneLine(path)}.`),
  ];
}

function verifiedOne(found: VerifiedDocument, { paint, width }: Screen): string[] {
  const { ok, document, run, signature, problems, differences, proves, cannotProve } = found;
  const hung = (lead: string, text: string): string[] =>
    wrap(oneLine(text), Math.max(30, (width ?? 1000) - 2)).map((line, at) => `${at === 0 ? lead : '  '}${line}`);
  const head = ok
    ? paint.green(`Proved: ${oneLine(document)} is as it was signed.`)
    : paint.red(`Not proved: ${oneLine(document)}.`);
  return [
    head,
    ...problems.flatMap((problem) => hung('  ', problem)),
    ...differences.map(({ kind, text }) =>
      kind === 'added' ? paint.green(`  + ${oneLine(text)}`) : paint.red(`  - ${oneLine(text)}`),
    ),
    ...(signature === null ? [] : signedBy(signature, run)),
    ...proves.flatMap((each) => hung('', `Proves: ${each}`)),
    ...cannotProve.flatMap((each) => hung('', `Cannot prove: ${each}`).map((line) => paint.dim(line))),
  ];
}

function signedBy(signature: NonNullable<VerifiedDocument['signature']>, run: string): string[] {
  const { actor, osUser, source, channel, at, event, signed } = signature;
  const who = osUser === null || source === null ? actor : statedText(actor, { source, osUser });
  return [
    `Signed by ${oneLine(who)} at ${at} by ${channel}: event ${event} of ${oneLine(run)}.`,
    `Signed part: ${signed}`,
  ];
}
