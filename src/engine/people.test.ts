import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readName } from './people.ts';

test('a name is user:NAME, agent:NAME or a bare name of a person', () => {
  for (const [given, actor] of [
    ['ada', 'user:ada'],
    ['user:ada', 'user:ada'],
    [' user:ada ', 'user:ada'],
    ['ada@acme.org', 'user:ada@acme.org'],
    ['user:Ada Lovelace', 'user:Ada Lovelace'],
    ["user:Zoë O'Neil", "user:Zoë O'Neil"],
    ['user:Zoe\u0308', 'user:Zoë'],
    ['user:root', 'user:root'],
    ['user:local', 'user:local'],
    ['agent:pr-review.2', 'agent:pr-review.2'],
  ] as const)
    assert.deepEqual(readName(given), { actor }, given);
});

test('what would be taken for the engine, for nobody or for another name is refused', () => {
  const wrong = [
    ...['', ' ', 'user:', 'agent:', 'user: ', ':ada', 'team:board', 'role:lead', 'run:1', 'action:x', 'user:a:b'],
    ...['system', 'System', 'user:system', 'agent:engine', 'user:unnamed', 'root', 'ROOT'],
    ...['user:a\nb', 'user:\u001b[31mada', 'user:ada\u202e', 'user:a\u200bda', 'user:a  b', 'user:-x', 'user:<ada>'],
    ...['user:a\u034fda', 'user:ada\ufe0f', 'user:ada\u{e0101}', 'user:a\u3164da', 'user:ada\u17b4', 'user:\u115fa'],
    `user:${'a'.repeat(201)}`,
  ];
  for (const given of wrong) {
    const read = readName(given);
    assert.ok('problem' in read, `${JSON.stringify(given)} was taken as ${JSON.stringify(read)}`);
    assert.match(read.problem, /^Expected .*, found "/);
    assert.doesNotMatch(read.problem, /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u);
  }
});
