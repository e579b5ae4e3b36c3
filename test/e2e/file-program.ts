// A worker whose actions write files; on request it kills itself before it writes one, or before it reports one.

import { openEngine } from '../../src/runtime/open-engine.ts';
import { noteText } from './note-text.ts';
import { openPlace } from './open-place.ts';
import { ownSettings } from './program-settings.ts';

const { place, workspace = '', dies } = ownSettings();
const real = await openPlace(place);
const FILE_REPORTED = /\[\[7[56],/;
const store = new Proxy(real, {
  get(target, name) {
    const own: unknown = Reflect.get(target, name);
    if (name !== 'append' || dies !== 'before-report') return typeof own === 'function' ? own.bind(target) : own;
    return (writes: Parameters<typeof real.append>[0]) => {
      if (writes.some(({ commits }) => commits.some(({ text }) => FILE_REPORTED.test(text)))) die();
      return target.append(writes);
    };
  },
});
await openEngine({
  ...{ store, role: 'work', processesWork: true, workspaces: [workspace] },
  code: {
    actions: {
      write: ({ run }) => ({ output: 'written', files: [{ path: `notes/${run.id}.md`, text: noteText(run.id) }] }),
      sign: ({ run }) => ({
        output: 'signed',
        files: [{ path: `notes/${run.id}.md`, text: noteText(run.id, 'signed') }],
      }),
    },
  },
  onCommit: (_, events) => {
    const isOrdered = events.some(({ type, data }) => type === 'TaskCompleted' && data.files !== undefined);
    if (isOrdered && dies === 'before-write') die();
  },
});
setInterval(() => {}, 1000);
process.stdout.write('ready\n');

function die(): void {
  process.kill(process.pid, 'SIGKILL');
}
