import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { test } from 'node:test';
import { type NamePlaces, placesOf, settingsPath, whoActs } from './who-acts.ts';

interface IdentityCase {
  readonly env?: Readonly<Record<string, string>>;
  readonly settings?: string;
  readonly git?: { readonly email?: string; readonly name?: string };
  readonly os?: string | null;
}

function found(given: string | undefined, { env = {}, settings, git = {}, os = 'adal' }: IdentityCase) {
  const home = mkdtempSync(join(tmpdir(), 'signoff-home-'));
  let asked = 0;
  const places: NamePlaces = {
    ...{ env, home, folder: home, osUser: () => os, osUserId: () => 1234 },
    git: () => {
      asked += 1;
      return git;
    },
  };
  try {
    if (settings !== undefined) {
      mkdirSync(dirname(settingsPath(places)), { recursive: true });
      writeFileSync(settingsPath(places), settings);
    }
    return { who: whoActs(given, places), asked };
  } finally {
    rmSync(home, { recursive: true });
  }
}

const ALL: IdentityCase = {
  env: { SIGNOFF_USER: 'bo' },
  settings: '{ "user": "cy" }',
  git: { email: 'dee@acme.org', name: 'Dee' },
  os: 'eve',
};

test('the first place that gives a name wins: --as, SIGNOFF_USER, own settings, git, the OS user', () => {
  const { env: _, ...noEnv } = ALL;
  const { settings: _settings, ...noSettings } = noEnv;
  const osUser = 'eve';
  assert.deepEqual(found('ada', ALL).who, { actor: 'user:ada', source: 'flag', osUser });
  assert.deepEqual(found(undefined, ALL).who, { actor: 'user:bo', source: 'environment', osUser });
  assert.deepEqual(found(undefined, noEnv).who, { actor: 'user:cy', source: 'settings', osUser });
  assert.deepEqual(found(undefined, noSettings).who, { actor: 'user:dee@acme.org', source: 'git', osUser });
  assert.deepEqual(found(undefined, { git: { name: 'Dee Day' }, os: 'eve' }).who, {
    ...{ actor: 'user:Dee Day', source: 'git', osUser },
  });
  assert.deepEqual(found(undefined, { os: 'root' }).who, { actor: 'user:root', source: 'os', osUser: 'root' });
});

test('where there is no name there is none, and the OS user is given by number', () => {
  assert.deepEqual(found(undefined, { os: null }).who, { actor: 'user:unnamed', source: 'none', osUser: 'uid 1234' });
});

test('git is not asked while something before it gives a name', () => {
  assert.equal(found('ada', ALL).asked, 0);
  assert.equal(found(undefined, ALL).asked, 0);
  assert.equal(found(undefined, { os: 'eve' }).asked, 1);
});

test('what is given and is no name is refused with its place; what others wrote is passed over', () => {
  assert.match(String(found('system', ALL).who), /engine's own, found "system" in --as\. .*Nothing was changed\.$/);
  assert.match(String(found(undefined, { env: { SIGNOFF_USER: 'user:' } }).who), /found "user:" in SIGNOFF_USER/);
  assert.match(String(found(undefined, { settings: '{ "user": 7 }' }).who), /"user" as a text.* in .*settings\.json/);
  assert.match(String(found(undefined, { settings: 'no JSON' }).who), /in .*settings\.json/);
  const odd = found(undefined, { git: { email: 'a\u202eb', name: 'agent:x' }, os: 'eve' }).who;
  assert.deepEqual(odd, { actor: 'user:eve', source: 'os', osUser: 'eve' });
  assert.deepEqual(found(undefined, { env: { SIGNOFF_USER: '' }, settings: '{}', os: 'eve' }).who, odd);
});

function gitFolder(config: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'signoff-git-'));
  mkdirSync(join(folder, '.git', 'refs'), { recursive: true });
  mkdirSync(join(folder, '.git', 'objects'));
  writeFileSync(join(folder, '.git', 'HEAD'), 'ref: refs/heads/main\n');
  writeFileSync(join(folder, '.git', 'config'), config);
  return folder;
}

test('git is read in the folder given, its own setting before the general one', () => {
  const folder = gitFolder('[user]\n\temail = here@acme.org\n\tname = Somebody Here\n');
  try {
    assert.equal(placesOf(folder).git(folder).email, 'here@acme.org');
    assert.deepEqual(placesOf(join(folder, 'missing')).git(join(folder, 'missing')), {});
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a value of git with a line end in it is one value, and no name', () => {
  const folder = gitFolder(
    '[user]\n\tname = "Here\\nuser.email boss@acme.org"\n\temail = "a@acme.org\\nuser.name Boss"\n',
  );
  try {
    const git = placesOf(folder).git(folder);
    assert.deepEqual(git, { name: 'Here\nuser.email boss@acme.org', email: 'a@acme.org\nuser.name Boss' });
    assert.deepEqual(found(undefined, { git, os: 'eve' }).who, { actor: 'user:eve', source: 'os', osUser: 'eve' });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a program called git that lies in the project is not started', () => {
  const folder = gitFolder('[user]\n\temail = here@acme.org\n');
  const before = process.env.PATH;
  try {
    mkdirSync(join(folder, 'bin'));
    for (const file of ['git', join('bin', 'git')])
      writeFileSync(join(folder, file), `#!/bin/sh\n: > '${folder}/started'\n`, { mode: 0o755 });
    for (const first of ['.', '', 'bin', folder, join(folder, 'bin')]) {
      process.env.PATH = [first, before].join(delimiter);
      assert.equal(placesOf(folder).git(folder).email, 'here@acme.org', first);
    }
    process.env.PATH = '.';
    assert.deepEqual(placesOf(folder).git(folder), {});
    assert.equal(existsSync(join(folder, 'started')), false);
  } finally {
    process.env.PATH = before;
    rmSync(folder, { recursive: true });
  }
});

test('own settings are nowhere in the project: a relative XDG_CONFIG_HOME counts as none', () => {
  for (const given of ['config', './config', '', ' '])
    assert.equal(settingsPath({ env: { XDG_CONFIG_HOME: given }, home: '/h' }), '/h/.config/signoff/settings.json');
  assert.equal(settingsPath({ env: { XDG_CONFIG_HOME: '/x' }, home: '/h' }), '/x/signoff/settings.json');
});
