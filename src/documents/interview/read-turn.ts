// Reads an agent's turn in an interview: its words, and the notes in the block that begins with ```interview.

import { isJsonObject } from '../../json.ts';
import { type FencedBlock, fencedBlocks } from '../design/fenced-blocks.ts';
import { withoutControls } from '../markdown/without-controls.ts';
import { QUESTIONS_MAX, type TurnNotes } from './checklist.ts';
import { notesProblems, orderNotes } from './turn-notes.ts';

export type ReadTurn =
  | {
      readonly ok: true;
      /** What it says, without the blocks. */
      readonly words: string;
      readonly notes: TurnNotes;
      /** The block ```result as written; null: it offers no result. */
      readonly result: string | null;
    }
  /** Each says what was expected and found, so that a model can say its turn again. */
  | { readonly ok: false; readonly problems: readonly string[] };

/** Beside the blocks; more is no turn of a conversation. */
const WORDS_MAX = 20_000;
const FORM = 'one block that begins with ```interview and holds the notes of this turn as JSON';

export function readTurn(text: string): ReadTurn {
  const lines = text.split(/\r?\n/);
  const blocks = fencedBlocks(text);
  const notes = blocks.filter(({ language }) => language === 'interview');
  const results = blocks.filter(({ language }) => language === 'result');
  const open = blocks.find((block) => isOpen(block, lines));
  const [block] = notes;
  const problems = [
    ...(notes.length === 1 ? [] : [`Expected ${FORM}, found ${notes.length === 0 ? 'none' : notes.length}.`]),
    ...(results.length > 1 ? [`Expected at most one block \`\`\`result, found ${results.length}.`] : []),
    ...(open === undefined ? [] : [`The fence opened in line ${open.line} is never closed. Close it.`]),
  ];
  if (problems.length > 0 || block === undefined) return { ok: false, problems };
  const read = parseNotes(block);
  if ('problem' in read) return { ok: false, problems: [read.problem] };
  const words = withoutControls(wordsBeside(lines, [...notes, ...results]));
  if (words.length > WORDS_MAX)
    return { ok: false, problems: [`Expected at most ${WORDS_MAX} characters of words, found ${words.length}.`] };
  const result = results[0]?.text ?? null;
  const found = [...notesProblems(read.value), ...countProblems(read.value, words, result !== null)];
  if (found.length > 0) return { ok: false, problems: found };
  return { ok: true, words, notes: orderNotes(read.value), result };
}

/** The last line of a block that somebody closed is its fence. */
function isOpen({ line, endLine }: FencedBlock, lines: readonly string[]): boolean {
  const opening = (lines[line - 1] ?? '').trim();
  const closing = (lines[endLine - 1] ?? '').trim();
  const [mark = '`'] = opening;
  return endLine === line || closing.length < 3 || [...closing].some((each) => each !== mark);
}

function parseNotes(block: FencedBlock): { readonly value: Readonly<Record<string, unknown>> } | { problem: string } {
  try {
    const value: unknown = JSON.parse(block.text);
    // What nobody sees would come into documents with it.
    if (isJsonObject(value)) return { value: withoutControls(value) };
    return { problem: 'The block ```interview: expected an object with questions and answers, found another value.' };
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    return { problem: `The block \`\`\`interview (line ${block.line}) is not JSON: ${said}. Write it again whole.` };
  }
}

function wordsBeside(lines: readonly string[], blocks: readonly FencedBlock[]): string {
  const isInside = (line: number): boolean => blocks.some((each) => line >= each.line && line <= each.endLine);
  return lines
    .filter((_, at) => !isInside(at + 1))
    .join('\n')
    .trim();
}

/** A question in the words is one too many: people would read it twice, or not among the numbered ones. */
function countProblems(notes: Readonly<Record<string, unknown>>, words: string, offers: boolean): readonly string[] {
  if (notes.questions !== undefined && !Array.isArray(notes.questions)) return [];
  const count = notes.questions?.length ?? 0;
  if (count > QUESTIONS_MAX)
    return [`Expected at most ${QUESTIONS_MAX} questions in a turn, found ${count}. Keep the most important ones.`];
  const beside = questionsIn(words);
  if (count + beside > QUESTIONS_MAX)
    return [
      `Expected at most ${QUESTIONS_MAX} questions in a turn, found ${count} in the block and ${beside} in the ` +
        'words. Ask in the block only.',
    ];
  if (count === 0 && !offers)
    return ['Expected one to three questions, or a block ```result that offers the end, found neither.'];
  return [];
}

/** Question marks that end a sentence, outside of what is quoted. */
function questionsIn(words: string): number {
  const own = words.replace(/"[^"\n]{0,2000}"|“[^”\n]{0,2000}”|`[^`\n]{0,2000}`/g, ' ');
  return own.match(/\?(?=[\s*_)\]]|$)/g)?.length ?? 0;
}
