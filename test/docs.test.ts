// Every diagram in the documents compiles, and every link in them leads to a file or heading.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { compile } from '../src/diagram/compile.ts';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const pages = globSync(['*.md', 'docs/**/*.md', 'examples/**/*.md'], { cwd: root })
  .map((path) => path.replaceAll('\\', '/'))
  .sort();
const textOf = (path: string): string => readFileSync(join(root, path), 'utf8');
const hash = (text: string): string => `sha256:${createHash('sha256').update(text).digest('hex')}`;

interface Fence {
  readonly line: number;
  readonly text: string;
}

function mermaidFences(text: string): Fence[] {
  const found = text.matchAll(/^```mermaid\n([\s\S]*?)^```$/gm);
  return [...found].map((match) => ({
    line: text.slice(0, match.index).split('\n').length + 1,
    text: match[1] ?? '',
  }));
}

// Diagrams of a design show its components and tables; they are not workflows.
const drawn = pages
  .filter((path) => !path.startsWith('examples/sdd/') && !path.includes('/documents/design/'))
  .flatMap((path) => mermaidFences(textOf(path)).map((fence) => ({ path, ...fence })));

test('the documents have diagrams', () => {
  assert.ok(drawn.length > 10, `Expected diagrams in ${pages.join(', ')}, found ${drawn.length}`);
});

for (const { path, line, text } of drawn) {
  test(`the diagram at ${path}:${line} compiles`, async () => {
    const { workflow, problems } = await compile({ fileName: 'diagram.mmd', text, hash });
    const wrong = problems.filter((problem) => problem.severity === 'problem');
    const listed = wrong.map((each) => `${path}:${line + each.line - 1} ${each.code}: ${each.message}`);
    assert.deepEqual(listed, []);
    assert.ok(workflow, 'Expected a workflow');
  });
}

/** Anchors written out, and those GitHub makes of headings: letters, digits, `-` and `_` stay, spaces become `-`. */
function anchorsOf(text: string): Set<string> {
  const headings = [...text.matchAll(/^#{1,6} (.+)$/gm)].map((match) => match[1] ?? '');
  const written = [...text.matchAll(/<a id="([^"]+)"><\/a>/g)].map((match) => match[1] ?? '');
  const made = headings.map((heading) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
  return new Set([...written, ...made]);
}

for (const path of pages) {
  test(`every link in ${path} leads somewhere`, () => {
    const prose = textOf(path).replace(/^```[\s\S]*?^```$/gm, '');
    const links = [...prose.matchAll(/\]\(([^)\s]+)\)|^\[[^\]]+\]: (\S+)$/gm)].map(
      (match) => match[1] ?? match[2] ?? '',
    );
    const broken = links.filter((link) => {
      if (/^[a-z]+:/.test(link)) return false;
      const [file = '', anchor] = link.split('#');
      const target = file === '' ? path : normalize(join(dirname(path), file));
      if (!existsSync(join(root, target))) return true;
      return anchor !== undefined && !anchorsOf(textOf(target)).has(anchor);
    });
    assert.deepEqual(broken, []);
  });
}

test('every example that a page names is there', () => {
  const named = pages.flatMap((path) =>
    [...textOf(path).matchAll(/(?<![\w/.-])examples\/[\w./-]*[\w/]/g)].map(([example]) => ({ path, example })),
  );
  assert.ok(named.length > 50, `found only ${named.length}`);
  assert.deepEqual(
    named.filter(({ example }) => !existsSync(join(root, example))),
    [],
  );
});
