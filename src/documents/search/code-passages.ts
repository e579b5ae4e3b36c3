// Passages of source code: what is declared there, by name, with the comment that documents it. Bodies are left out:
// a reader who looks for context wants to know what there is, not how it is done.

import type { TextPassage } from './passages-of.ts';

const CODE = /\.(?:[cm]?[jt]sx?|py|rb|go|rs|java|kt|kts|cs|swift|php|scala|c|h|cc|cpp|hpp|sql|proto|graphql)$/i;
const DOC_LINES_MAX = 30;
const LINE_CHARACTERS_MAX = 400;

const MODIFIER =
  '(?:export|default|declare|public|private|protected|internal|static|abstract|final|async|override|open|sealed|data|' +
  'readonly|partial|unsafe|pub(?:\\([^)]{0,40}\\))?)';
const NAMED = new RegExp(
  `^[ \\t]*(?:${MODIFIER}[ \\t]+)*(?:function\\*?|class|interface|enum|def|fn|func|struct|trait|namespace|module|` +
    'record|object|protocol|extension|message|service|type)[ \\t]+(?:\\([^)]{0,80}\\)[ \\t]*)?([A-Za-z_$][\\w$]*)',
);
/** Inside of functions these are no news. */
const VALUE = new RegExp(
  `^(?:${MODIFIER}[ \\t]+)*(?:const|let|var|val|static)[ \\t]+(?:mut[ \\t]+)?([A-Za-z_$][\\w$]*)`,
);
const METHOD = new RegExp(
  '^[ \\t]+(?:(?:public|private|protected|internal|static|async|final|override)[ \\t]+)+' +
    '[^=;(]{0,120}?[A-Za-z_$][\\w$]*[ \\t]*\\(',
);
const TABLE = /^[ \t]*create[ \t]+(?:or[ \t]+replace[ \t]+)?(?:unique[ \t]+)?(?:table|view|type|function|index)\b/i;
const LINE_COMMENT = /^[ \t]*(?:\/\/|#(?!\[|include|define|if|endif)|--)/;
const BETWEEN = /^[ \t]*(?:@\w|#\[|\[\w[^\]]*\][ \t]*$)/;

export const isCode = (path: string): boolean => CODE.test(path);

export function* codePassages(text: string): Generator<TextPassage> {
  const lines = text.split(/\r?\n/).map((line) => line.slice(0, LINE_CHARACTERS_MAX));
  const head = headComment(lines);
  if (head > 0) yield passage(lines, 0, head);
  let after = head;
  for (const [at, line] of lines.entries()) {
    if (at < after || !isDeclaration(line)) continue;
    const to = docstringEnd(lines, at);
    yield passage(lines, Math.max(commentStart(lines, at), after), to + 1);
    after = to + 1;
  }
}

const passage = (lines: readonly string[], start: number, end: number): TextPassage => ({
  ...{ from: start + 1, to: end, text: lines.slice(start, end).join('\n') },
});

const isDeclaration = (line: string): boolean =>
  [NAMED, VALUE, METHOD, TABLE].some((pattern) => pattern.test(line)) && !LINE_COMMENT.test(line);

/** How many lines the comment has that begins the file; 0: none, or it documents what is declared right under it. */
function headComment(lines: readonly string[]): number {
  let at = lines[0]?.startsWith('#!') ? 1 : 0;
  const start = at;
  if (/^[ \t]*\/\*/.test(lines[at] ?? '')) {
    while (at < lines.length && at - start < DOC_LINES_MAX && !(lines[at] ?? '').includes('*/')) at++;
    at++;
  } else while (LINE_COMMENT.test(lines[at] ?? '') && at - start < DOC_LINES_MAX) at++;
  let next = at;
  while (BETWEEN.test(lines[next] ?? '')) next++;
  return at === start || isDeclaration(lines[next] ?? '') ? 0 : Math.min(at, lines.length);
}

/** Where the comment right above begins; attributes may stand between. */
function commentStart(lines: readonly string[], declared: number): number {
  let at = declared;
  while (at > 0 && BETWEEN.test(lines[at - 1] ?? '')) at--;
  const least = Math.max(0, at - DOC_LINES_MAX);
  if (/\*\/[ \t]*$/.test(lines[at - 1] ?? '')) {
    for (let up = at - 1; up >= least; up--) if ((lines[up] ?? '').includes('/*')) return up;
    return at;
  }
  let start = at;
  while (start > least && LINE_COMMENT.test(lines[start - 1] ?? '')) start--;
  return start === at ? declared : start;
}

/** Python documents what it declares inside of it. */
function docstringEnd(lines: readonly string[], declared: number): number {
  if (!/^[ \t]*(?:async[ \t]+)?(?:def|class)\b.*:[ \t]*$/.test(lines[declared] ?? '')) return declared;
  const [, mark, rest = ''] = /^[ \t]*[rRuU]?("""|''')(.*)$/.exec(lines[declared + 1] ?? '') ?? [];
  if (mark === undefined) return declared;
  if (rest.includes(mark)) return declared + 1;
  const most = Math.min(lines.length, declared + DOC_LINES_MAX);
  for (let at = declared + 2; at < most; at++) if ((lines[at] ?? '').includes(mark)) return at;
  return declared;
}
