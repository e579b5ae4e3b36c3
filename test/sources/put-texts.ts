// Puts texts into the store of sources, for tests with several processes: `put-texts.ts FOLDER COUNT`.

import { openSourceStore } from '../../src/sources/store/open-source-store.ts';

const [, , folder = '', count = '1'] = process.argv;
const store = openSourceStore(folder);
try {
  for (let number = 0; number < Number(count); number++) {
    const text = `Text ${number}. `.repeat(4_000);
    const about = { title: `Text ${number}`, type: 'local', publishedAt: null, authors: [], publisher: '' };
    const source = await store.put({ address: `${number}.txt`, text, isWhole: true, ...about }, new Date());
    await store.text(source);
    process.stdout.write(`${source.id}\n`);
  }
} catch (thrown) {
  const { name, message } = thrown as Error;
  process.stdout.write(`${name}: ${/but ([^.]*)\./.exec(message)?.[1] ?? message}\n`);
  process.exitCode = 1;
}
