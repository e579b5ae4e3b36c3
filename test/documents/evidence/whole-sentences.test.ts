// Sentences of other languages than English, in articles and in sources.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseEvidence } from '../../../src/documents/evidence/choose-evidence.ts';
import { claimsOf } from '../../../src/documents/evidence/claims-of.ts';
import type { SourceText } from '../../../src/documents/evidence/source.ts';
import { uncheckedParts } from '../../../src/documents/evidence/unchecked-parts.ts';
import { wholeSentencesOf } from '../../../src/documents/evidence/whole-sentences.ts';
import { language } from '../../../src/language/words/language.ts';

const FOUNTAINS = [
  'Am 3. Mai 2021 nahm die Stadt Altenwieda ihre ersten 14 Trinkbrunnen in Betrieb.',
  'Der Bau kostete 1,2 Mio. Euro, davon zahlte das Land 40 Prozent.',
  'Im Winter, d. h. vom 1. November bis zum 15. März, sind die Brunnen abgestellt.',
  'Jutta Vellmer warnt: „Ein Brunnen, den niemand findet, spart keine einzige Flasche.“',
  'Je Flasche werden etwa 80 g Kohlendioxid eingespart.',
  'Die Reparatur der Brunnen kostete 3,5 Mio. € im ersten Jahr.',
];
const HEDGES = [
  'Entre 2015 et 2022, les agriculteurs de Vaudreville ont replanté 142,5 kilomètres de haies.',
  'La commune a versé 4,20 € par mètre de haie replantée.',
  'Un tiers des haies est mort pendant la sécheresse de 2019.',
  'M. Thévenot rappelle que « une haie jeune n’abrite presque rien avant sa cinquième année ».',
  'La taille des haies en juin détruit les nids.',
];

const textsIn = (sentences: readonly string[]) =>
  wholeSentencesOf(sentences.join(' '), language).map(({ text }) => text);

const sourceOf = (sentences: readonly string[]): SourceText =>
  ({
    ...{ id: 's1', title: 'Une source', address: 'a.md', also: [], type: 'local', publisher: '', authors: [] },
    ...{ publishedAt: '2024-01-01', foundAt: '2024-01-01', hash: 'h', score: 0.8, text: sentences.join(' ') },
  }) as unknown as SourceText;

test('sentences of other languages are not cut behind ordinals and abbreviations', () => {
  assert.deepEqual(textsIn(FOUNTAINS), FOUNTAINS);
  assert.deepEqual(textsIn(HEDGES), HEDGES);
});

test('a draft of another language claims whole sentences', () => {
  const draft = FOUNTAINS.slice(0, 3).map((text) => text.replace(/\.$/, ' [e1].'));
  assert.deepEqual(
    claimsOf(draft.join(' '), language).map(({ text, cites }) => [text, cites]),
    FOUNTAINS.slice(0, 3).map((text) => [text, ['e1']]),
  );
});

test('a sentence that cites something ends where it ends', () => {
  const draft = 'Die Stadt zahlte im Winter nichts an ihn [e1]. Der Preis stieg im Jahr 2022 um 12 Prozent an [e2].';
  assert.equal(claimsOf(`${draft} Die Brunnen blieben im ganzen Winter offen [e3].`, language).length, 3);
});

test('no rule of English keeps sentences of other languages from writers', () => {
  const chosen = (topic: string, sentences: readonly string[]) =>
    chooseEvidence(
      { topic, include_keywords: [], exclude_topics: [], specific_sections: [] } as never,
      [sourceOf(sentences)],
      language,
    ).map(({ text }) => text);
  assert.deepEqual([...chosen('Les haies replantées', HEDGES)].sort(), [...HEDGES].sort());
  assert.deepEqual([...chosen('Trinkbrunnen der Stadt', FOUNTAINS)].sort(), [...FOUNTAINS].sort());
});

test('a line of five words without a full stop is known as not checked in an article of another language, too', () => {
  const known = (line: string): readonly string[] =>
    uncheckedParts(`# Bericht\n\n${line}\n\nDas Seil wurde in der Stadt Luzern hergestellt.\n`, language).map(
      ({ text }) => text,
    );
  assert.deepEqual(known('Die neuen Wagen dürfen bei Wind fahren'), ['Die neuen Wagen dürfen bei Wind fahren']);
  assert.deepEqual(known('Жители города платят за парковку'), ['Жители города платят за парковку']);
  assert.deepEqual(known('18歳未満の利用者は年会費を払う'), ['18歳未満の利用者は年会費を払う']);
  assert.deepEqual(known('Ergebnisse der Studie'), []);
  assert.deepEqual(known('## Die neuen Wagen dürfen bei Wind fahren'), []);
});
