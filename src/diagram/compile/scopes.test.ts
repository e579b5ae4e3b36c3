import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { analyseScopes, type ScopeAnswer, type ScopeStep } from './scopes.ts';

describe('which opener a join closes', () => {
  test('a foreach that is its own body', () => {
    expectScopes('A > F; F > J; J > E', ['F-J: ']);
  });

  test('a foreach with a body of several steps', () => {
    expectScopes('F > a; a > b; b > J; J > E', ['F-J: a b']);
  });

  test('nested foreach, each with its own join', () => {
    const answer = expectScopes('F1 > a; a > F2; F2 > b; b > J2; J2 > c; c > J1; J1 > E', [
      'F1-J1: a F2 b J2 c',
      'F2-J2: b',
    ]);
    assert.deepEqual(answer.within.get('b'), ['F1', 'F2']);
    assert.deepEqual(answer.within.get('J2'), ['F1']);
    assert.deepEqual(answer.within.get('F1'), []);
  });

  test('two foreach in a row', () => {
    expectScopes('F1 > a; a > J1; J1 > F2; F2 > J2; J2 > E', ['F1-J1: a', 'F2-J2: ']);
  });

  test('a fork two of whose branches reach the join', () => {
    expectScopes('S > a, b; a > J; b > J; J > E', ['S-J: a b']);
  });

  test('a branch of a fork that leads straight to the join', () => {
    expectScopes('S > a, J; a > J; J > E', ['S-J: a']);
  });

  test('a decision on the way is no opener', () => {
    expectScopes('F > D; D > a, b; a > J; b > J; J > E', ['F-J: D a b']);
  });

  test('a fork inside a foreach is nearer than the foreach', () => {
    expectScopes('F > s; s > a, b; a > J1; b > J1; J1 > J2; J2 > E', ['F-J2: s a b J1', 's-J1: a b']);
  });

  test('a fork with only one branch to the join does not count', () => {
    const answer = analyse('F > s; s > a, b; a > J; b > E; J > E');
    assert.deepEqual(drawn(answer), ['F-J: s a']);
    assert.deepEqual(codes(answer), ['edge-leaves-scope s b F']);
  });

  test('a fork in a foreach in a loop', () => {
    expectScopes('A > F; F > s; s > a, b; a > J1; b > J1; J1 > J2; J2 > D; D > A, E', ['F-J2: s a b J1', 's-J1: a b']);
  });

  test('a loop inside a body stays inside', () => {
    expectScopes('F > a; a > D; D > a, J; J > E', ['F-J: a D']);
  });

  test('the fork of several starts, written as nothing', () => {
    const answer = expectScopes('a > J; b > J; J > E', ['-J: a b'], { starts: ['a', 'b'] });
    assert.deepEqual(answer.within.get('a'), ['']);
  });

  test('a start on which only one branch joins is no fork for it', () => {
    assert.deepEqual(codes(analyse('a > J; b > E; J > E', { starts: ['a', 'b'] })), ['join-without-scope J none']);
  });

  test('a join with several edges is itself a fork for the next join', () => {
    expectScopes('S > a, b; a > J1; b > J1; J1 > c, d; c > J2; d > J2; J2 > E', ['S-J1: a b', 'J1-J2: c d']);
  });

  test('an outer fork whose branches hold a foreach and a task', () => {
    expectScopes('S > F, b; F > a; a > J1; J1 > J2; b > J2; J2 > E', ['S-J2: F b a J1', 'F-J1: a']);
  });

  test('three forks deep', () => {
    expectScopes('s1 > s2, x; s2 > s3, y; s3 > a, b; a > J3; b > J3; J3 > J2; y > J2; J2 > J1; x > J1; J1 > E', [
      's1-J1: s2 x s3 y a b J3 J2',
      's2-J2: s3 y a b J3',
      's3-J3: a b',
    ]);
  });

  test('a decision that skips the inner foreach', () => {
    expectScopes('F1 > D; D > F2, c; F2 > J2; J2 > c; c > J1; J1 > E', ['F1-J1: D F2 c J2', 'F2-J2: ']);
  });

  test('an edge that leaves the inner body for the outer join', () => {
    const answer = analyse('F1 > F2; F2 > D; D > J2, J1; J2 > J1; J1 > E');
    assert.deepEqual(drawn(answer).sort(), ['F1-J1: F2 D J2', 'F2-J2: D']);
    assert.deepEqual(codes(answer), ['edge-leaves-scope D J1 F2']);
  });

  test('a join reached from a failure path inside the body', () => {
    expectScopes('F > a; a > J; a ~> r; r > J; J > E', ['F-J: a r']);
  });

  test('no step at all', () => {
    assert.deepEqual(analyse(''), { scopes: [], within: new Map(), bound: new Map(), findings: [] });
  });
});

describe('awaitTag', () => {
  test('names an outer opener past a nearer one', () => {
    const answer = analyse('F1 > F2; F2 > a; a > J; J > E', { awaits: { J: 'F1' } });
    assert.deepEqual(drawn(answer), ['F1-J: F2 a', 'F2-: a']);
  });

  test('taken by name, an opener is free for no other join that is reached from it', () => {
    expectScopes('F1 > F2; F2 > a; a > J1; J1 > J2; J2 > E', ['F1-J2: F2 a J1', 'F2-J1: a'], { awaits: { J1: 'F2' } });
  });

  test('names a step that opens nothing', () => {
    const answer = analyse('F > a; a > J; J > E', { awaits: { J: 'a' } });
    assert.deepEqual(codes(answer), ['join-without-scope J not-an-opener a']);
  });

  test('names an opener that does not lead to the join', () => {
    const answer = analyse('F > a; a > J; J > s; s > x, y; x > E; y > E', { awaits: { J: 's' } });
    assert.deepEqual(codes(answer), ['join-without-scope J not-behind s']);
  });

  test('names an opener that another way goes around', () => {
    const answer = analyse('D > F, b; F > a; a > J; b > J; J > E', { awaits: { J: 'F' } });
    assert.deepEqual(codes(answer), ['edge-enters-scope b J F']);
  });
});

describe('scope problems', () => {
  test('a join nothing opens', () => {
    assert.deepEqual(codes(analyse('A > J; J > E')), ['join-without-scope J none']);
  });

  test('a second join behind the first has nothing left to close', () => {
    assert.deepEqual(codes(analyse('F > J1; J1 > J2; J2 > E')), ['join-without-scope J2 none']);
  });

  test('two joins at the ends of a decision claim one foreach', () => {
    const answer = analyse('F > D; D > J1, J2; J1 > E; J2 > E');
    assert.deepEqual(codes(answer)[0], 'two-joins J2 F J1');
  });

  test('two joins that take the branches of one fork in stages', () => {
    const answer = analyse('S > a, b, c; a > J1; b > J1; J1 > J2; c > J2; J2 > E');
    assert.deepEqual(codes(answer)[0], 'two-joins J2 S J1');
  });

  test('two joins that name one opener', () => {
    const answer = analyse('F > J1; J1 > J2; J2 > E', { awaits: { J1: 'F', J2: 'F' } });
    assert.equal(codes(answer)[0], 'two-joins J2 F J1');
  });

  test('a loop back to the join without passing its opener', () => {
    assert.deepEqual(codes(analyse('F > a; a > J; J > D; D > J, E')), ['edge-enters-scope D J F']);
  });

  test('a loop back into the body without passing its opener', () => {
    assert.deepEqual(codes(analyse('F > a; a > b; b > J; J > D; D > b, E')), ['edge-enters-scope D b F']);
  });

  test('an edge for the failure of a fork that leads to its join', () => {
    assert.deepEqual(codes(analyse('s > a, b; s ~> J; a > J; b > J; J > E')), ['edge-enters-scope s J s']);
  });

  test('a failure step of the run that leads into a body', () => {
    const answer = analyse('F > a; a > J; J > E; X > a', { entries: ['X'] });
    assert.deepEqual(codes(answer), ['join-without-scope J none']);
  });

  test('bodies that overlap without one holding the other', () => {
    const answer = analyse('F1 > F2; F2 > D; D > J1, J2; J1 > x; J2 > E; x > E', { awaits: { J1: 'F1', J2: 'F2' } });
    assert.deepEqual(
      codes(answer).filter((code) => code.startsWith('scopes-cross')),
      ['scopes-cross F2 F1'],
    );
  });

  test('an inner scope that closes after the outer one', () => {
    const answer = analyse('F1 > F2; F2 > a; a > J1; J1 > b; b > J2; J2 > E', { awaits: { J1: 'F1', J2: 'F2' } });
    assert.ok(codes(answer).some((code) => code.startsWith('scopes-cross')));
  });
});

describe('edges that leave', () => {
  test('to an end', () => {
    const answer = analyse('F > D; D > J, E; J > E');
    assert.deepEqual(drawn(answer), ['F-J: D']);
    assert.deepEqual(codes(answer), ['edge-leaves-scope D E F']);
  });

  test('back to before the opener', () => {
    const answer = analyse('A > F; F > D; D > A, J; J > E');
    assert.deepEqual(drawn(answer), ['F-J: D']);
    assert.deepEqual(codes(answer), ['edge-leaves-scope D A F']);
    assert.deepEqual([...(answer.bound.get('F') ?? [])], ['A', 'D'], 'the item stays bound on the way back');
  });

  test('back to the opener itself', () => {
    assert.deepEqual(codes(analyse('F > D; D > F, J; J > E')), ['edge-leaves-scope D F F']);
  });

  test('two borders at once are reported once, with the wider scope', () => {
    const answer = analyse('F1 > F2; F2 > D; D > J2, E; J2 > J1; J1 > E');
    assert.deepEqual(codes(answer), ['edge-leaves-scope D E F1']);
  });

  test('a third branch of a fork that never joins', () => {
    const answer = analyse('S > a, b, c; a > J; b > J; c > E; J > E');
    assert.deepEqual(drawn(answer), ['S-J: a b']);
    assert.deepEqual(codes(answer), ['edge-leaves-scope S c S']);
  });
});

describe('a foreach without a join', () => {
  test('holds everything only it leads to', () => {
    const answer = analyse('D > F, E; F > a; a > b; b > E');
    assert.deepEqual(drawn(answer), ['F-: a b']);
    assert.deepEqual(codes(answer), []);
  });

  test('ends where an outer join ends its branch', () => {
    const answer = analyse('F1 > F2; F2 > a; a > J; J > b; b > E', { awaits: { J: 'F1' } });
    assert.deepEqual(drawn(answer), ['F1-J: F2 a', 'F2-: a']);
    assert.deepEqual(answer.within.get('a'), ['F1', 'F2']);
    assert.deepEqual([...(answer.bound.get('F2') ?? [])], ['a']);
  });

  test('holds joined scopes', () => {
    const answer = analyse('F1 > s; s > a, b; a > J; b > J; J > c');
    assert.deepEqual(drawn(answer), ['s-J: a b', 'F1-: s a b J c']);
    assert.deepEqual(answer.within.get('a'), ['F1', 's']);
  });

  test('does not hold the steps before it that its items loop back to', () => {
    assert.deepEqual(drawn(analyse('A > F; F > b; b > A')), ['F-: b']);
  });
});

test('300 foreach inside each other keep their order', () => {
  const depth = 300;
  const opening = Array.from({ length: depth }, (_, at) => `F${at} > ${at + 1 < depth ? `F${at + 1}` : `J${at}`}`);
  const closing = Array.from({ length: depth }, (_, at) => `J${at} > ${at === 0 ? 'E' : `J${at - 1}`}`);
  const answer = analyse([...opening, ...closing].join('; '));
  assert.equal(answer.within.get('F299')?.at(-1), 'F298');
  assert.deepEqual(answer.findings, []);
});

interface Extra {
  starts?: string[];
  entries?: string[];
  awaits?: Record<string, string>;
}

/** `A > b, c; A ~> x`: edges, edges for failures. F: foreach, J: join, D: decision; others with several edges fork. */
function analyse(text: string, extra: Extra = {}): ScopeAnswer {
  const steps = new Map<string, { branches: string[]; asides: string[] }>();
  const step = (id: string) => {
    const known = steps.get(id) ?? { branches: [], asides: [] };
    steps.set(id, known);
    return known;
  };
  for (const line of text.split(';').filter((part) => part.trim() !== '')) {
    const [from = '', arrow, targets = ''] = line.split(/(~>|>)/).map((part) => part.trim());
    const list = targets.split(',').map((target) => target.trim());
    step(from)[arrow === '~>' ? 'asides' : 'branches'].push(...list);
    for (const target of list) step(target);
  }
  const all: ScopeStep[] = [...steps].map(([id, edges]) => {
    const fork = edges.branches.length > 1 && !id.startsWith('D') ? 'fork' : null;
    const join = id.startsWith('J') ? { awaits: extra.awaits?.[id] ?? null } : null;
    return { id, opens: id.startsWith('F') ? 'foreach' : fork, join, ...edges };
  });
  const starts = extra.starts ?? all.slice(0, 1).map(({ id }) => id);
  return analyseScopes({ steps: all, starts, entries: extra.entries ?? [] });
}

function expectScopes(text: string, expected: string[], extra: Extra = {}): ScopeAnswer {
  const answer = analyse(text, extra);
  assert.deepEqual(drawn(answer).sort(), [...expected].sort());
  assert.deepEqual(codes(answer), []);
  return answer;
}

function drawn(answer: ScopeAnswer): string[] {
  return answer.scopes.map((scope) => `${scope.opener}-${scope.join ?? ''}: ${scope.body.join(' ')}`);
}

function codes(answer: ScopeAnswer): string[] {
  return answer.findings.map((finding) => {
    switch (finding.code) {
      case 'join-without-scope':
        return `${finding.code} ${finding.join} ${finding.why}${finding.named === null ? '' : ` ${finding.named}`}`;
      case 'two-joins':
        return `${finding.code} ${finding.join} ${finding.opener} ${finding.other}`;
      case 'scopes-cross':
        return `${finding.code} ${finding.opener} ${finding.other}`;
      default:
        return `${finding.code} ${finding.from} ${finding.to} ${finding.opener}`;
    }
  });
}
