// Faces, operations and the runtime know systems by their values: none of their files names one in a text of its own.

import type { Node } from 'typescript/unstable/ast';
import {
  isNoSubstitutionTemplateLiteral,
  isStringLiteral,
  isTemplateHead,
  isTemplateMiddle,
  isTemplateTail,
} from 'typescript/unstable/ast';
import type { System, SystemEntry } from '../../src/ports/system.ts';
import { type CodeFile, folderOf, isTest, placeOf, type Violation, walk } from './sources.ts';

const FOLDERS = ['cli', 'mcp', 'http', 'operations', 'runtime'];
const PROGRAM = ['src/main.ts', 'src/call-program.ts', 'src/compose.ts'];

/** What is a system's own: its name, its tools or their prefix, its files and the folder they are in. */
export async function ownWords(entries: readonly SystemEntry[]): Promise<readonly string[]> {
  const all = await Promise.all(entries.map(async (entry) => [entry.name, ...(await wordsOf(await entry.load()))]));
  return [...new Set(all.flat())];
}

async function wordsOf({ documents, loadWire, loadTools }: System): Promise<readonly string[]> {
  const wire = await loadWire?.();
  const tools = wire === undefined ? [] : [wire.orchestrator, ...Object.values(wire.steps)].map(({ tool }) => tool);
  // Those that read the project are every agent's.
  const own = ((await loadTools?.()) ?? []).flatMap(({ kind, name }) => (kind === 'report' ? [name] : []));
  return [
    ...own,
    ...(tools.length === 0 ? [] : [prefixOf(tools)]),
    ...(documents === undefined ? [] : [documents.folder, ...documents.kinds.map(({ file }) => file)]),
  ];
}

/** The words that all of them begin with: `magi-prd` of `magi-prd-review` and `magi-prd-failure`. */
function prefixOf([first = '', ...others]: readonly string[]): string {
  const words = first.split('-');
  const shared = words.findIndex((_, at) => others.some((tool) => tool.split('-')[at] !== words[at]));
  return words.slice(0, shared < 0 ? words.length : shared).join('-');
}

export function systemNameViolations(files: readonly CodeFile[], words: readonly string[]): Violation[] {
  return files.filter(isJudged).flatMap((file) => fileViolations(file, words));
}

/** Tests name what they try. */
function isJudged(file: CodeFile): boolean {
  return (PROGRAM.includes(file.path) || FOLDERS.includes(folderOf(file.path) ?? '')) && !isTest(file);
}

function fileViolations(file: CodeFile, words: readonly string[]): Violation[] {
  const found: Violation[] = [];
  walk(file.tree, (node) => {
    const text = textOf(node);
    const word = text === null ? undefined : words.find((each) => isIn(text, each));
    if (word !== undefined) found.push(`${placeOf(file, node)} names "${word}", which is a system's own: ${ADVICE}`);
  });
  return found;
}

const ADVICE = 'take it from the system (src/ports/system.ts).';

function textOf(node: Node): string | null {
  if (isStringLiteral(node) || isNoSubstitutionTemplateLiteral(node)) return node.text;
  return isTemplateHead(node) || isTemplateMiddle(node) || isTemplateTail(node) ? node.text : null;
}

/** As a word of its own, also behind or before a hyphen: a file that is called after a system belongs to it. */
function isIn(text: string, word: string): boolean {
  const own = word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?<![A-Za-z0-9_])${own}(?![A-Za-z0-9_])`).test(text);
}
