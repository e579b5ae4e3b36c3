// What the platform knows of languages: years, months, units and powers of ten.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { objectTo } from '../../documents/evidence/object-to.ts';
import { language } from './language.ts';
import { languageNames } from './language-names.ts';

test('years, months, units and powers of ten have the names of each language', () => {
  assert.equal(languageNames.year('de', -1), 'letztes Jahr');
  const german = languageNames.measures('de');
  assert.deepEqual(
    ['märz', 'stunde', 'stunden', 'milliarden', 'haus'].map((name) => german.get(name)),
    ['month 3', 'hour', 'hour', 'scale 1000000000', undefined],
  );
  assert.equal(languageNames.measures('fr').get('jours'), 'day');
});

test('a month, a unit or a power of ten in the place of another one is objected to in any language', () => {
  const kinds = (claim: string, text: string): string => {
    const passage = { source: 's1', start: 0, end: text.length, id: 'e1', text, heading: '', before: '' };
    const found = objectTo(claim, { passages: [passage], sources: [], beside: [], language });
    return found.map(({ kind }) => kind).join();
  };
  const fermented = 'La pâte fermente de 12 à 18 heures dans une cave.';
  assert.equal(kinds('La pâte fermente de 12 à 18 jours dans une cave.', fermented), 'unit');
  assert.equal(kinds(fermented, fermented), '');
  const paid = 'Die Kosten von 1,2 Millionen Euro trug im März das Land.';
  assert.equal(kinds('Die Kosten von 1,2 Milliarden Euro trug im März das Land.', paid), 'unit');
  assert.equal(kinds('Die Kosten von 1,2 Millionen Euro trug im Mai das Land.', paid), 'date');
  assert.equal(kinds('Im Mai trug sie das Land, und zwar mit 1,2 Millionen Euro.', paid), '');
});

test('another day of a month, or another sign of a currency, is objected to in any language', () => {
  const kinds = (claim: string, text: string): string => {
    const passage = { source: 's1', start: 0, end: text.length, id: 'e1', text, heading: '', before: '' };
    const found = objectTo(claim, { passages: [passage], sources: [], beside: [], language });
    return found.map(({ kind }) => kind).join();
  };
  const opened = 'Am 3. Mai 2021 nahm die Stadt ihre ersten 14 Trinkbrunnen in Betrieb.';
  assert.equal(kinds('Die Stadt eröffnete am 13. Mai 2021 ihre ersten Brunnen.', opened), 'date');
  assert.equal(kinds('Die Stadt eröffnete am 3. Mai 2021 ihre ersten Brunnen.', opened), '');
  assert.equal(kinds('Zwei Wochen danach, am 17. Mai 2021, war ein Brunnen der Stadt schon kaputt.', opened), '');
  const closed = 'La préfecture interdit la taille du 1er avril au 31 juillet.';
  assert.equal(kinds('La taille est interdite du 1er avril jusqu’au 21 juillet.', closed), 'date');
  assert.equal(kinds('La taille est interdite à partir du 1 avril.', closed), '');
  const paid = 'Die Reparatur der Brunnen kostete 4.850 €, das Wasser 310 Euro.';
  assert.equal(kinds('Für die Reparatur zahlte man 4.850 $ aus eigener Tasche.', paid), 'unit');
  assert.equal(kinds('Für die Reparatur zahlte man € 4.850, für das Wasser 310 €.', paid), '');
});
