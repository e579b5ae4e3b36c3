// The examples of interviews are what the rules make of their scripts today.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { exampleFiles, exampleNames } from '../../examples/pm/main.ts';

for (const name of exampleNames())
  test(`examples/pm/${name} is what its script gives`, () => {
    for (const [path, text] of exampleFiles(name)) {
      const file = new URL(`../../examples/pm/${name}/${path}`, import.meta.url);
      assert.equal(readFileSync(file, 'utf8'), text, `${path}: run node examples/pm/main.ts`);
    }
    const stories = readdirSync(new URL(`../../examples/pm/${name}/stories/`, import.meta.url));
    const made = [...exampleFiles(name).keys()].filter((path) => path.startsWith('stories/'));
    assert.equal(stories.length, made.length, 'a story that the script does not give: run node examples/pm/main.ts');
  });
