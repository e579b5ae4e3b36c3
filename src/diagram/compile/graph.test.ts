import assert from 'node:assert/strict';
import { test } from 'node:test';
import { circles, dominators, graphOf, reach, reversePostorder } from './graph.ts';

test('reach walks forward, includes where it began and stops at blocked vertices', () => {
  const graph = graphOf(5, [
    [0, 1],
    [1, 2],
    [2, 3],
    [0, 4],
  ]);
  assert.deepEqual([...reach(graph.out, [0])], [1, 1, 1, 1, 1]);
  assert.deepEqual([...reach(graph.out, [0], (vertex) => vertex === 2)], [1, 1, 0, 0, 1]);
  assert.deepEqual([...reach(graph.into, [2])], [1, 1, 1, 0, 0]);
});

test('reverse postorder puts every vertex before what it leads to but for edges that go back', () => {
  const order = reversePostorder(
    graphOf(5, [
      [0, 1],
      [0, 2],
      [1, 3],
      [2, 3],
      [3, 1],
      [4, 0],
    ]),
    0,
  );
  assert.equal(order.length, 4);
  assert.equal(order[0], 0);
  assert.ok(order.indexOf(2) < order.indexOf(3));
});

test('a dominator is the nearest vertex on every path', () => {
  const graph = graphOf(7, [
    [0, 1],
    [1, 2],
    [1, 3],
    [2, 4],
    [3, 4],
    [4, 5],
    [5, 1],
  ]);
  const above = dominators(graph, reversePostorder(graph, 0));
  assert.deepEqual([...above], [-1, 0, 1, 1, 1, 4, -1]);
});

test('dominators settle on a graph that can be entered in the middle of a circle', () => {
  const graph = graphOf(5, [
    [0, 1],
    [0, 2],
    [1, 3],
    [2, 3],
    [3, 2],
    [2, 1],
    [3, 4],
  ]);
  const above = dominators(graph, reversePostorder(graph, 0));
  assert.deepEqual([...above], [-1, 0, 0, 0, 3]);
});

test('circles are groups that reach each other and single vertices with an edge to themselves', () => {
  const graph = graphOf(6, [
    [0, 1],
    [1, 2],
    [2, 1],
    [2, 3],
    [3, 3],
    [3, 4],
    [4, 5],
  ]);
  assert.deepEqual(
    circles(graph).sort((a, b) => (a[0] ?? 0) - (b[0] ?? 0)),
    [[1, 2], [3]],
  );
});

test('a chain of 100,000 vertices overflows nothing', () => {
  const size = 100_000;
  const edges = Array.from({ length: size - 1 }, (_, at) => [at, at + 1] as const);
  const graph = graphOf(size, [...edges, [size - 1, 0] as const]);
  assert.equal(circles(graph)[0]?.length, size);
  assert.equal(dominators(graph, reversePostorder(graph, 0))[size - 1], size - 2);
});
