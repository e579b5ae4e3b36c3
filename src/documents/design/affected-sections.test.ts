// Which sections a targeted revision drafts again: what issues name, and what builds on it.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { affectedSections, placesNamed } from './affected-sections.ts';

const TEXTS = {
  hld: '## Overview\n\n### UC-001: Book\n\n## Components\n\n### CMP-001: Booking\n\n## House Rules\n\nNone.\n',
  lld: '## API Endpoints\n\n### API-001: POST /bookings\n\n## Data Models\n\n### Booking\n',
  database: '## Tables\n\n### TBL-001: bookings\n',
};
const about = (location?: string, description = 'Something is missing here.') => ({
  ...{ category: 'quality', severity: 'HIGH' as const, description },
  ...(location !== undefined && { location }),
});
const named = (location?: string, description?: string): readonly string[] =>
  placesNamed(about(location, description), TEXTS).map(({ part, section }) => `${part}: ${section}`);
const affected = (...issues: ReturnType<typeof about>[]): readonly string[] | null =>
  affectedSections(issues, TEXTS)?.map(({ part, section }) => `${part}: ${section}`) ?? null;

describe('the place of an issue', () => {
  test('is what its location calls by title, id or part', () => {
    assert.deepEqual(named('HLD: Security'), ['hld: security']);
    assert.deepEqual(named('Low-level design > Error Handling'), ['lld: errors']);
    assert.deepEqual(named('database: ddl'), ['database: ddl']);
    assert.deepEqual(named('House Rules'), ['hld: house-rules']);
    assert.equal(named('Database').length, 9, 'a part alone stands for all of its sections');
  });

  test('is where the ids stand that it names', () => {
    assert.deepEqual(named('API-001'), ['lld: endpoints']);
    assert.deepEqual(named(undefined, 'UC-001 and TBL-001 disagree.'), ['hld: overview', 'database: ddl']);
    assert.deepEqual(named('somewhere', 'API-999 is unknown.'), []);
  });
});

describe('a revision', () => {
  test('drafts what builds on a section too, across parts, and each once', () => {
    const found = affected(about('LLD: Data Models'), about('LLD: Data Models')) ?? [];
    assert.equal(new Set(found).size, found.length);
    assert.ok(found.includes('lld: models') && found.includes('lld: validation'));
    assert.ok(found.includes('database: ddl') && found.includes('database: indexes'));
    assert.ok(!found.includes('lld: endpoints') && !found.some((place) => place.startsWith('hld')));
  });

  test('leaves alone what nothing builds on', () => {
    assert.deepEqual(affected(about('HLD: Security')), ['hld: security']);
    assert.deepEqual(affected(), []);
  });

  test('drafts everything where an issue names no place', () => {
    assert.equal(affected(about('HLD: Security'), about()), null);
  });
});
