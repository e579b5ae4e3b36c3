// Reads a unified diff, as git or diff writes it: which files changed, by how much, and the hunks of each.

export interface ChangedFile {
  readonly path: string;
  readonly additions: number;
  readonly deletions: number;
  readonly status: 'added' | 'modified' | 'removed' | 'renamed';
  /** The hunks, from the first `@@` on. */
  readonly patch?: string;
  readonly binary?: true;
}

interface Section {
  from: string | null;
  to: string | null;
  additions: number;
  deletions: number;
  isRenamed: boolean;
  isBinary: boolean;
  readonly hunks: string[];
}

const HUNK = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/;
const NOWHERE = '/dev/null';

/** Throws when the text has lines but none that a unified diff has. */
export function parseDiff(text: string): readonly ChangedFile[] {
  const sections: Section[] = [];
  let left = { before: 0, after: 0 };
  for (const line of text.replaceAll('\r\n', '\n').split('\n')) {
    const now = sections.at(-1);
    if (now !== undefined && (left.before > 0 || left.after > 0 || line.startsWith('\\'))) {
      left = readHunkLine(now, line, left);
      continue;
    }
    const hunk = HUNK.exec(line);
    if (now !== undefined && hunk !== null) {
      now.hunks.push(line);
      left = { before: Number(hunk[1] ?? 1), after: Number(hunk[2] ?? 1) };
    } else readHeader(sections, line);
  }
  if (sections.length === 0 && text.trim() !== '') {
    throw new Error(
      'Expected a unified diff, as "git diff" prints it, found text without "diff --git" or "---" lines.',
    );
  }
  return sections.map(fileOf);
}

/** What a hunk says it holds is its own, even if it looks like the header of the next file. */
function readHunkLine(section: Section, line: string, { before, after }: { before: number; after: number }) {
  section.hunks.push(line);
  if (line.startsWith('+')) section.additions++;
  if (line.startsWith('-')) section.deletions++;
  const isNote = line.startsWith('\\');
  return {
    before: before - (isNote || line.startsWith('+') ? 0 : 1),
    after: after - (isNote || line.startsWith('-') ? 0 : 1),
  };
}

// Each looks at the end of the line first: only then does every place where the second name may begin end the search.
const QUOTED_LAST = /^(?=.*"$)diff --git ("?)a\/(.*)\1 ("?)b\/(.*)\3$/;
const PLAIN_LAST = /^(?=.*$)diff --git ("?)a\/(.*)\1 ()b\/(.*)$/;

function readHeader(sections: Section[], line: string): void {
  const git = (line.endsWith('"') ? QUOTED_LAST : PLAIN_LAST).exec(line);
  if (git !== null) return void sections.push(section(unquoted(git[1], git[2]), unquoted(git[3], git[4])));
  // Without git's line, "---" begins a file; with it, it says again whose hunks follow.
  let now = sections.at(-1);
  if (line.startsWith('--- ') && (now === undefined || now.hunks.length > 0)) {
    now = section(null, null);
    sections.push(now);
  }
  if (now === undefined) return;
  if (line.startsWith('--- ')) now.from = named(line.slice(4), 'a/');
  else if (line.startsWith('+++ ')) now.to = named(line.slice(4), 'b/');
  else if (line.startsWith('new file mode')) now.from = null;
  else if (line.startsWith('deleted file mode')) now.to = null;
  else if (line.startsWith('rename to ')) now.isRenamed = true;
  else if (line.startsWith('Binary files ') || line === 'GIT binary patch') now.isBinary = true;
}

function section(from: string | null, to: string | null): Section {
  return { from, to, additions: 0, deletions: 0, isRenamed: false, isBinary: false, hunks: [] };
}

/** null: there is none on this side. A tab ends the name where a time follows. */
function named(given: string, prefix: string): string | null {
  const [name = ''] = given.split('\t');
  const quoted = /^"(.*)"$/.exec(name);
  const path = unquoted(quoted === null ? '' : '"', quoted?.[1] ?? name);
  if (path === NOWHERE) return null;
  return path.startsWith(prefix) ? path.slice(prefix.length) : path;
}

/** Git writes unusual names in quotes, their bytes in octal. */
function unquoted(quote: string | undefined, name = ''): string {
  if (quote !== '"') return name;
  const bytes = name.replace(/\\([0-7]{3}|.)/g, (_, code: string) => {
    if (/^[0-7]{3}$/.test(code)) return String.fromCharCode(Number.parseInt(code, 8));
    return { n: '\n', t: '\t' }[code] ?? code;
  });
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

function fileOf({ from, to, additions, deletions, isRenamed, isBinary, hunks }: Section): ChangedFile {
  while (hunks.at(-1) === '') hunks.pop();
  return {
    path: to ?? from ?? 'unknown',
    additions,
    deletions,
    status: from === null ? 'added' : to === null ? 'removed' : isRenamed ? 'renamed' : 'modified',
    ...(hunks.length > 0 && { patch: hunks.join('\n') }),
    ...(isBinary && { binary: true }),
  };
}
