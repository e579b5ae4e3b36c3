// Names that others rely on are pinned: a name that has gone stands in the changelog, under "Changed names", with what
// to do. New names are added by UPDATE_GOLDEN=1, which never takes one out.

import assert from 'node:assert/strict';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Json } from '../../src/json.ts';
import { root } from '../support/run-signoff.ts';
import { parseCode } from '../tidy/sources.ts';
import { answerNames, eventNames, type Names, packageNames } from './names-in-code.ts';
import { fieldsIn, systemNames } from './names-in-systems.ts';
import { commandNames } from './names-of-commands.ts';

const GOLDEN = join(root, 'test/surface/names.json');
const ANSWERING = ['generic-tools', 'show-hand-out', 'system-tools', 'open-runs', 'project-tool'];
const CODE = [
  ...['src/index.ts', 'src/ports/*.ts', 'src/documents/design/state.ts', 'src/systems/research/public.ts'],
  ...['src/engine/*.ts', `src/mcp/{${ANSWERING.join()}}.ts`],
];
/** Between an owner and its names. */
const MARKS = { package: '.', mcp: '.', events: '.', systems: '.', tables: '.', commands: ' ' } as const;
type Group = keyof typeof MARKS;
type AllNames = { readonly [group in Group]: Names };

test('a name that has gone stands in the changelog, with what to do', async () => {
  const [pinned, now] = [JSON.parse(readFileSync(GOLDEN, 'utf8')) as AllNames, await namesNow()];
  if (process.env.UPDATE_GOLDEN === '1') writeFileSync(GOLDEN, `${JSON.stringify(joined(pinned, now), null, 1)}\n`);
  const announced = changedNames(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'));
  const unannounced = goneNames(pinned, now).filter((name) => !announced.has(name));
  const advice =
    'Name each in backticks in CHANGELOG.md, under "### Changed names" of the unreleased section, with what to do';
  assert.deepEqual(unannounced, [], advice);
});

test('a name or its owner may go only where the changelog tells it', () => {
  const all = (commands: Names): AllNames => ({ package: {}, mcp: {}, events: {}, systems: {}, tables: {}, commands });
  const pinned = all({ 'signoff run': ['--json', '--input'], 'signoff ask': ['--json'] });
  assert.deepEqual(goneNames(pinned, all({ 'signoff run': ['--json', '--new'] })), [
    'signoff run --input',
    'signoff ask',
  ]);
  const log = '## Unreleased\n### Changed\n- `a`\n### Changed names\n- `b c` is `d`.\n### Fixed\n- `e`\n';
  assert.deepEqual([...changedNames(log)], ['b c', 'd']);
  const more = joined(pinned, all({ 'signoff run': ['--new'] }));
  assert.deepEqual(more.commands['signoff run'], ['--input', '--json', '--new']);
});

async function namesNow(): Promise<AllNames> {
  const paths = globSync(CODE, { cwd: root }).filter((path) => !path.endsWith('.test.ts'));
  const files = parseCode(paths.map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') })));
  const inEngine = files.filter(({ path }) => path.startsWith('src/engine/'));
  return {
    package: packageNames(root, files),
    mcp: { ...toolNames(), answers: answerNames(files.filter(({ path }) => path.startsWith('src/mcp/'))) },
    events: eventNames(inEngine),
    systems: await systemNames(),
    tables: { ...tableNames('sqlite'), ...tableNames('postgres') },
    commands: await commandNames(),
  };
}

/** As mcp-tools.test.ts pins them. */
function toolNames(): Names {
  const tools = JSON.parse(readFileSync(join(root, 'test/surface/mcp-tools.json'), 'utf8')) as readonly {
    readonly name: string;
    readonly inputSchema: Json;
    readonly outputSchema?: Json;
  }[];
  return Object.fromEntries(
    tools.map(({ name, inputSchema, outputSchema = null }) => [name, [inputSchema, outputSchema].flatMap(fieldsIn)]),
  );
}

function tableNames(kind: 'sqlite' | 'postgres'): Names {
  const schema = readFileSync(join(root, `src/store/${kind}/schema.sql`), 'utf8');
  const tables = [...schema.matchAll(/^CREATE TABLE (\w+) \((.*?)\)[^)\n]*;$/gms)];
  const column = /^\s*([a-z]\w*) \w+/;
  return Object.fromEntries(
    tables.map(([, name, body = '']) => {
      const lines = body.includes('\n') ? body.split('\n') : body.split(',');
      return [`${kind} ${name}`, lines.flatMap((line) => column.exec(line)?.[1] ?? [])];
    }),
  );
}

/** An owner that has gone stands for all its names. */
function goneNames(pinned: AllNames, now: AllNames): readonly string[] {
  return Object.entries(MARKS).flatMap(([group, mark]) => {
    const left = now[group as Group];
    return Object.entries(pinned[group as Group]).flatMap(([owner, names]) => {
      const there = left[owner];
      if (there === undefined) return [owner];
      return names.filter((name) => !there.includes(name)).map((name) => `${owner}${mark}${name}`);
    });
  });
}

function joined(pinned: AllNames, now: AllNames): AllNames {
  const groups = Object.keys(MARKS).map((group) => {
    const [before, after] = [pinned[group as Group] ?? {}, now[group as Group]];
    const owners = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
    const both = owners.map((owner) => [
      owner,
      [...new Set([...(before[owner] ?? []), ...(after[owner] ?? [])])].sort(),
    ]);
    return [group, Object.fromEntries(both)];
  });
  return Object.fromEntries(groups) as AllNames;
}

/** What stands in backticks below each heading "Changed names", released or not. */
function changedNames(changelog: string): ReadonlySet<string> {
  const sections = [...changelog.matchAll(/^### Changed names\n(.*?)(?=^##|$(?![\s\S]))/gms)];
  return new Set(sections.flatMap(([, text = '']) => [...text.matchAll(/`([^`\n]+)`/g)].map(([, name = '']) => name)));
}
