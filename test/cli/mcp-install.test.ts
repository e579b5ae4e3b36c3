// `signoff mcp install`: what is written for each client, what of a file that is there stays, and what is refused.

import assert from 'node:assert/strict';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { type InstallFlags, mcpInstall } from '../../src/cli/mcp-install.ts';
import { mergeJson } from '../../src/cli/merge-json.ts';
import { mergeToml } from '../../src/cli/merge-toml.ts';

const PROGRAM = '/opt/sign off/signoff';
const START = { command: PROGRAM, args: ['mcp', '--project', '/p'] };
const ENTRY = { type: 'stdio', ...START };

function machine(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'signoff-install-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const [project, home] = [join(folder, 'project'), join(folder, 'home')];
  for (const each of [project, home]) mkdirSync(each);
  const file = (name: string) => (name.startsWith('~') ? join(home, name.slice(2)) : join(project, name));
  return {
    project,
    home,
    file,
    put: (name: string, text: string) => {
      mkdirSync(dirname(file(name)), { recursive: true });
      writeFileSync(file(name), text);
    },
    text: (name: string) => readFileSync(file(name), 'utf8'),
    install: (flags: InstallFlags) => said({ project, ...flags }, home),
  };
}

function said(flags: InstallFlags, home: string) {
  const heard = { out: '', err: '' };
  const output = {
    out: (text: string) => {
      heard.out += text;
    },
    err: (text: string) => {
      heard.err += text;
    },
  };
  return { code: mcpInstall(flags, { program: PROGRAM, home }, output), ...heard };
}

const FILES = {
  'claude-code': '.mcp.json',
  cursor: '.cursor/mcp.json',
  vscode: '.vscode/mcp.json',
  codex: '~/.codex/config.toml',
} as const;
const CLIENTS = Object.entries(FILES) as [keyof typeof FILES, string][];

describe('a machine without the file', () => {
  for (const [client, name] of CLIENTS)
    test(`${client}: the file is written, and a second time nothing changes`, (t) => {
      const { install, text, project, file } = machine(t);
      const args = ['mcp', '--project', project];
      const first = install({ client });
      assert.equal(first.code, 0);
      const wrote = text(name);
      if (client === 'codex')
        assert.equal(
          wrote,
          `[mcp_servers.signoff]\ncommand = "${PROGRAM}"\nargs = ["mcp", "--project", "${project}"]\n`,
        );
      else
        assert.deepEqual(JSON.parse(wrote), {
          [client === 'vscode' ? 'servers' : 'mcpServers']: { signoff: { type: 'stdio', command: PROGRAM, args } },
        });
      const { out } = first;
      assert.ok(out.includes(`Wrote ${file(name)}.`), out);
      const before = statSync(file(name)).mtimeMs;
      const second = install({ client });
      assert.match(second.out, /has signoff already\. Nothing was changed\./);
      assert.deepEqual([second.code, text(name), statSync(file(name)).mtimeMs], [0, wrote, before]);
      assert.equal(readdirSync(dirname(file(name))).length, 1);
    });

  for (const [client, name] of CLIENTS)
    test(`${client}: --print writes nothing`, (t) => {
      const { install, file } = machine(t);
      const { code, out } = install({ client, print: true });
      assert.equal(code, 0);
      assert.ok(out.includes(file(name)));
      assert.ok(out.includes(PROGRAM));
      assert.ok(!existsSync(file(name)));
    });
});

describe('a file that is there', () => {
  const other =
    '{\n    "inputs": [{"id": "a, }b"}],\n    "servers": {\n        "x": {"command": "y"}\n    }, "z": 1.50\n}';

  test('keeps every character of JSON, and its way to indent', (t) => {
    const { install, put, text } = machine(t);
    put('.vscode/mcp.json', other);
    assert.equal(install({ client: 'vscode' }).code, 0);
    const now = text('.vscode/mcp.json');
    const at = now.indexOf(',\n        "signoff"');
    const end = now.indexOf('\n    }, "z"');
    assert.equal(now.slice(0, at) + now.slice(end), other);
    assert.match(now, /\n {8}"signoff": \{\n {12}"type": "stdio"/);
    assert.deepEqual(Object.keys(JSON.parse(now).servers), ['x', 'signoff']);
  });

  test('keeps its mode, and stays a link where it is one', (t) => {
    const { install, put, file, text } = machine(t);
    put('kept/real.json', '{}');
    chmodSync(file('kept/real.json'), 0o640);
    symlinkSync(file('kept/real.json'), file('.mcp.json'));
    assert.equal(install({ client: 'claude-code' }).code, 0);
    assert.equal(readlinkSync(file('.mcp.json')), file('kept/real.json'));
    assert.equal(statSync(file('kept/real.json')).mode & 0o777, 0o640);
    assert.ok(JSON.parse(text('kept/real.json')).mcpServers.signoff);
  });

  const unreadable = {
    'a comment': '{\n  // mine\n  "servers": {}\n}',
    'a comma too many': '{ "servers": {}, }',
    'a list': '[]',
    'servers that are no object': '{ "servers": [] }',
  };
  for (const [what, before] of Object.entries(unreadable))
    test(`${what} is refused with the lines to paste`, (t) => {
      const { install, put, text } = machine(t);
      put('.vscode/mcp.json', before);
      const { code, err } = install({ client: 'vscode' });
      assert.deepEqual([code, text('.vscode/mcp.json')], [1, before]);
      assert.match(err, /^set-up-unreadable: .* Nothing was changed\. Put these lines in yourself:\n\n\{\n/);
      assert.ok(err.includes(PROGRAM));
    });

  test('another signoff is not overwritten', (t) => {
    const { install, put, text } = machine(t);
    const json = '{"mcpServers":{"signoff":{"command":"mine"}}}';
    const toml = '[mcp_servers.signoff]\ncommand = "mine"\n';
    put('.mcp.json', json);
    put('~/.codex/config.toml', toml);
    for (const client of ['claude-code', 'codex']) {
      const { code, err } = install({ client });
      assert.equal(code, 1);
      assert.match(err, /^set-up-differs: .* Nothing was changed\./);
    }
    assert.deepEqual([text('.mcp.json'), text('~/.codex/config.toml')], [json, toml]);
  });

  test('a folder that may not be written is said so, and nothing is left behind', (t) => {
    const { install, file } = machine(t);
    mkdirSync(file('.mcp.json'));
    assert.throws(() => install({ client: 'claude-code' }), /\.mcp\.json cannot be read: .* Nothing was changed\./);
    writeFileSync(file('.cursor'), '');
    assert.throws(() => install({ client: 'cursor' }), /mcp\.json cannot be written: .* Nothing was changed\./);
    assert.deepEqual(readdirSync(file('.')).sort(), ['.cursor', '.mcp.json']);
  });
});

test('an unknown client and a folder that is not there are bad use', (t) => {
  const { install } = machine(t);
  const known = /Expected --client as one of claude-code, cursor, vscode, codex, found /;
  for (const client of ['emacs', 'toString', '']) assert.throws(() => install({ client }), known);
  assert.throws(() => install({}), known);
  assert.throws(() => install({ client: 'codex', project: '/not/here' }), /--project as a folder that is there/);
});

describe('JSON of any form', () => {
  test('gains the entry and loses nothing', () => {
    const values = fc.dictionary(fc.string(), fc.jsonValue());
    const forms = fc.record({ top: values, servers: fc.option(values), indent: fc.constantFrom(0, 1, 2, '\t') });
    fc.assert(
      fc.property(forms, ({ top, servers, indent }) => {
        const { mcpServers: _, ...rest } = top;
        const given = { ...rest, ...(servers !== null && { mcpServers: servers }) };
        const merged = mergeJson(JSON.stringify(given, null, indent), ['mcpServers', 'signoff'], ENTRY);
        if (servers !== null && Object.hasOwn(servers, 'signoff')) return assert.notEqual(merged.kind, 'changed');
        assert.ok(merged.kind === 'changed');
        const wanted = { ...given, mcpServers: { ...(servers ?? {}), signoff: ENTRY } };
        assert.deepEqual(JSON.parse(merged.text), JSON.parse(JSON.stringify(wanted)));
        assert.equal(mergeJson(merged.text, ['mcpServers', 'signoff'], ENTRY).kind, 'same');
      }),
    );
  });

  test('has the line ends it had', () => {
    const merged = mergeJson('{\r\n  "a": 1\r\n}\r\n', ['servers', 'signoff'], ENTRY);
    assert.ok(merged.kind === 'changed');
    assert.doesNotMatch(merged.text, /[^\r]\n/);
  });
});

describe('TOML', () => {
  const added = (text: string) => {
    const merged = mergeToml(text, 'signoff', START);
    assert.ok(merged.kind === 'changed', JSON.stringify(merged));
    assert.ok(merged.text.startsWith(text));
    assert.equal(mergeToml(merged.text, 'signoff', START).kind, 'same');
    return merged.text.slice(text.length);
  };
  const table = mergeToml.lines('signoff', START);

  test('gets the table at its end', () => {
    assert.equal(added(''), table);
    assert.equal(added('model = "x"\n'), `\n${table}`);
    assert.equal(added('model = "x"'), `\n\n${table}`);
    assert.equal(added('a = 1\r\n'), `\r\n${table.replaceAll('\n', '\r\n')}`);
    assert.equal(added('[mcp_servers.other]\ncommand = "signoff"\n'), `\n${table}`);
    assert.equal(added('[mcp_servers]\n'), `\n${table}`);
    assert.equal(added('[mcp_servers_old]\nsignoff = 1\n'), `\n${table}`);
  });

  test('what only looks like the table does not count', () => {
    added('notes = """\n[mcp_servers.signoff]\n"""\n');
    added("notes = '''\n[mcp_servers.signoff]\n'''\n");
    added('# [mcp_servers.signoff]\nx = "[mcp_servers.signoff] \\" # "\n');
  });

  test('the table with comments, or before others, is the same', () => {
    assert.equal(mergeToml(`# mine\n${table}# yes\n\n[tui]\nx = 1\n`, 'signoff', START).kind, 'same');
    assert.equal(
      mergeToml(table.replace('[mcp_servers.signoff]', '[ mcp_servers . "signoff" ]'), 'signoff', START).kind,
      'same',
    );
  });

  test('forms to which no table can be added are refused', () => {
    const forms = [
      'mcp_servers = { signoff = { command = "x" } }',
      'mcp_servers = { other = { command = "x" } }',
      'mcp_servers.other.command = "x"',
      '[mcp_servers]\nsignoff = { command = "x" }',
      '[mcp_servers]\nsignoff.command = "x"',
      '[mcp_servers.signoff.env]\nA = "1"',
      `${table}\n[mcp_servers.signoff.env]\nA = "1"`,
      "[mcp_servers.'signoff']\nurl = 'x'",
    ];
    for (const form of forms) assert.equal(mergeToml(`a = 1\n${form}\n`, 'signoff', START).kind, 'refused', form);
  });
});
