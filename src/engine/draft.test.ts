import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { adopt, draftOf } from './draft.ts';
import { newState, PLAIN, serialise } from './snapshot.ts';

describe('a draft', () => {
  it('reads what is under it and keeps its own changes to itself', () => {
    const state = newState();
    state.documents.set('a', '1');
    state.documents.set('b', '2');
    const before = JSON.stringify(serialise(state));
    const draft = draftOf(state);
    draft.documents.set('b', '3');
    draft.documents.set('c', '4');
    draft.documents.delete('a');
    draft.number = 9;
    assert.deepEqual(
      [...draft.documents.entries()],
      [
        ['b', '3'],
        ['c', '4'],
      ],
    );
    assert.deepEqual([draft.documents.get('a'), draft.documents.has('c'), draft.documents.size], [undefined, true, 2]);
    assert.equal(JSON.stringify(serialise(state)), before);
  });

  it('carries every plain field', () => {
    const state = newState();
    for (const key of PLAIN) assert.ok(key in draftOf(state), key);
  });

  it('takes back what was deleted when it is set again', () => {
    const state = newState();
    state.documents.set('a', '1');
    const draft = draftOf(state);
    draft.documents.delete('a');
    draft.documents.delete('a');
    draft.documents.set('a', '2');
    assert.deepEqual([draft.documents.get('a'), draft.documents.size], ['2', 1]);
  });

  it('is adopted by its state in the order in which it was changed, and by no other', () => {
    const [state, straight] = [newState(), newState()];
    for (const each of [state, straight]) for (const name of ['a', 'b', 'c']) each.documents.set(name, '1');
    const draft = draftOf(state);
    for (const each of [draft, straight]) {
      each.documents.set('d', '2');
      each.documents.delete('a');
      each.documents.set('e', '3');
      each.documents.delete('d');
      each.documents.set('a', '4');
      each.documents.delete('b');
      each.documents.set('d', '5');
      each.nextTask = 7;
      each.output = 'done';
    }
    assert.equal(adopt(newState(), draft), false);
    assert.equal(adopt(state, draft), true);
    assert.equal(JSON.stringify(serialise(state)), JSON.stringify(serialise(straight)));
  });

  it('hands every plain field to the state that adopts it', () => {
    for (const key of PLAIN) {
      const state = newState();
      const draft = draftOf(state);
      Object.assign(draft, { [key]: 'changed' });
      adopt(state, draft);
      assert.equal(state[key], 'changed', key);
    }
  });

  it('of a draft sees through both', () => {
    const state = newState();
    state.documents.set('a', '1');
    const outer = draftOf(state);
    outer.documents.set('b', '2');
    assert.deepEqual([...draftOf(outer).documents.keys()], ['a', 'b']);
  });
});
