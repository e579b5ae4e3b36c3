import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { draftOf } from './draft.ts';
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

  it('of a draft sees through both', () => {
    const state = newState();
    state.documents.set('a', '1');
    const outer = draftOf(state);
    outer.documents.set('b', '2');
    assert.deepEqual([...draftOf(outer).documents.keys()], ['a', 'b']);
  });
});
