// Plain graph questions over numbered vertices: what reaches what, what stands on every path, what goes in circles.

export interface Graph {
  readonly out: readonly (readonly number[])[];
  readonly into: readonly (readonly number[])[];
}

export function graphOf(size: number, edges: Iterable<readonly [number, number]>): Graph {
  const out: number[][] = Array.from({ length: size }, () => []);
  const into: number[][] = Array.from({ length: size }, () => []);
  for (const [from, to] of edges) {
    out[from]?.push(to);
    into[to]?.push(from);
  }
  return { out, into };
}

/** Marks with 1 what is reached from `from` (included) without walking through a vertex `blocked` marks. */
export function reach(
  next: readonly (readonly number[])[],
  from: Iterable<number>,
  blocked?: (vertex: number) => boolean,
): Uint8Array {
  const seen = new Uint8Array(next.length);
  const stack: number[] = [];
  const visit = (vertex: number): void => {
    if (seen[vertex] === 1 || blocked?.(vertex)) return;
    seen[vertex] = 1;
    stack.push(vertex);
  };
  for (const vertex of from) visit(vertex);
  for (let vertex = stack.pop(); vertex !== undefined; vertex = stack.pop()) {
    for (const target of next[vertex] ?? []) visit(target);
  }
  return seen;
}

/** Every vertex reached from `root`, each before what it leads to but for edges that go back, else as drawn. */
export function reversePostorder(graph: Graph, root: number): number[] {
  const seen = new Uint8Array(graph.out.length);
  const order: number[] = [];
  const stack: { vertex: number; at: number }[] = [{ vertex: root, at: 0 }];
  seen[root] = 1;
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    // Last targets first, because the whole is turned around in the end.
    top.at += 1;
    const target = graph.out[top.vertex]?.at(-top.at);
    if (target === undefined) {
      order.push(top.vertex);
      stack.pop();
    } else if (seen[target] === 0) {
      seen[target] = 1;
      stack.push({ vertex: target, at: 0 });
    }
  }
  return order.reverse();
}

/** The nearest other vertex on every path from the root of `order`; -1 for the root and for what it does not reach. */
export function dominators(graph: Graph, order: readonly number[]): Int32Array {
  const rank = new Int32Array(graph.out.length).fill(-1);
  order.forEach((vertex, at) => {
    rank[vertex] = at;
  });
  // Worked out on ranks, where a dominator is the smaller number, until nothing changes (Cooper, Harvey, Kennedy).
  const above = new Int32Array(order.length).fill(-1);
  above[0] = 0;
  const meet = (left: number, right: number): number => {
    let [a, b] = [left, right];
    while (a !== b) {
      if (a > b) a = above[a] ?? 0;
      else b = above[b] ?? 0;
    }
    return a;
  };
  for (let changed = true; changed; ) {
    changed = false;
    for (let at = 1; at < order.length; at += 1) {
      let found = -1;
      for (const from of graph.into[order[at] ?? 0] ?? []) {
        const fromRank = rank[from] ?? -1;
        if (fromRank < 0 || above[fromRank] === -1) continue;
        found = found === -1 ? fromRank : meet(found, fromRank);
      }
      if (above[at] !== found) {
        above[at] = found;
        changed = true;
      }
    }
  }
  const result = new Int32Array(graph.out.length).fill(-1);
  for (let at = 1; at < order.length; at += 1) result[order[at] ?? 0] = order[above[at] ?? 0] ?? -1;
  return result;
}

/** Groups of vertices that all reach each other; a single one only when it has an edge to itself. */
export function circles(graph: Graph): number[][] {
  const size = graph.out.length;
  const index = new Int32Array(size).fill(-1);
  const low = new Int32Array(size);
  const open = new Uint8Array(size);
  const pending: number[] = [];
  const found: number[][] = [];
  let counter = 0;
  for (let root = 0; root < size; root += 1) {
    if (index[root] !== -1) continue;
    const stack: { vertex: number; at: number }[] = [];
    const enter = (vertex: number): void => {
      index[vertex] = low[vertex] = counter;
      counter += 1;
      open[vertex] = 1;
      pending.push(vertex);
      stack.push({ vertex, at: 0 });
    };
    const lower = (vertex: number, value: number): void => {
      if (value < (low[vertex] ?? 0)) low[vertex] = value;
    };
    enter(root);
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const vertex = top.vertex;
      const target = graph.out[vertex]?.[top.at];
      top.at += 1;
      if (target !== undefined) {
        if (index[target] === -1) enter(target);
        else if (open[target] === 1) lower(vertex, index[target] ?? 0);
        continue;
      }
      stack.pop();
      const parent = stack.at(-1);
      if (parent !== undefined) lower(parent.vertex, low[vertex] ?? 0);
      if (low[vertex] === index[vertex]) {
        const group = pending.splice(pending.lastIndexOf(vertex));
        for (const member of group) open[member] = 0;
        if (group.length > 1 || graph.out[vertex]?.includes(vertex)) found.push(group.sort((a, b) => a - b));
      }
    }
  }
  return found;
}
