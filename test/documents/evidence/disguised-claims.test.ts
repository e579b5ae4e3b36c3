// False claims in forms that a checker could take for something else: none of them passes.

import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { describe, test } from 'node:test';
import { makeLedger } from '../../../src/documents/evidence/make-ledger.ts';
import { uncheckedParts } from '../../../src/documents/evidence/unchecked-parts.ts';
import { sourceText } from '../../sources/source-text.ts';

const TRIAL =
  'The Halden trial tested heat pumps in 120 houses in Norway in 2021. Heat pumps saved 12 percent of energy in the ' +
  'trial. The drug Veltrin did not reduce deaths among 400 patients. Veltrin caused headaches in 30 patients.';
const BLOG =
  'My neighbour says heat pumps saved 95 percent of energy. It is false that Veltrin cured 300 patients. According ' +
  'to a rumour, the agency hid data in 2022.';
const SOURCES = [
  sourceText('s1', TRIAL, { title: 'The Halden trial' }),
  sourceText('s2', BLOG, { title: 'Pump blog' }),
];

const ledgerOf = (body: string) =>
  makeLedger(`# Pumps\n\n${body}\n`, SOURCES, { hash: (text) => `sha256:${hash('sha256', text, 'hex')}` });

describe('a false claim is not supported', () => {
  const cases: readonly (readonly [title: string, body: string])[] = [
    ['where the source calls it false', 'Veltrin cured 300 patients.'],
    ['where the source calls it a rumour', 'The agency hid data in 2022.'],
    ['where somebody only says so', 'Heat pumps saved 95 percent of energy.'],
    ['that calls what the source says a lie', 'The claim that heat pumps saved 12 percent of energy is a lie.'],
    ['that takes back what it says', 'Heat pumps saved 12 percent of energy in the trial (not).'],
    ['with letters that look like others', 'The Halden trial did \uff4e\uff4f\uff54 test heat pumps in 120 houses.'],
    ['with a raised figure', 'The Halden trial tested heat pumps in 120\u00b2 houses in Norway in 2021.'],
    ['with a minus', 'The Halden trial tested heat pumps in \u2212120 houses in Norway in 2021.'],
    ['with digits in a picture', 'The Halden trial tested heat pumps in 120![000](x.png) houses in Norway.'],
    ['with another object that the source names', 'Veltrin did not reduce headaches among 400 patients.'],
    ['around a quotation', '"Veltrin did not reduce deaths among 400 patients" is what liars say; it cured them all.'],
    ['behind a quotation', 'As "heat pumps saved 12 percent of energy in the trial", Norway banned gas.'],
    ['made of two quotations', '"Veltrin [...] saved 12 percent of energy in the trial".'],
    ['in brackets like a tag', 'Heat pumps saved 12 percent of energy <Veltrin cured all 400 patients>.'],
    ['as a definition that is none', '[1]: Veltrin cured all 400 patients in Norway.'],
    ['in two words', 'Veltrin kills.'],
    ['with wide blanks', 'Veltrin   cured   all 400 patients in Norway.'],
    ['as what the article covers', 'This article covers how Veltrin cures cancer.'],
  ];
  for (const [title, body] of cases)
    test(title, () => {
      const { entries } = ledgerOf(body);
      assert.ok(entries.length > 0, 'nothing was read');
      assert.ok(entries.some(({ verdict, kind }) => kind !== 'framing' && verdict !== 'supported'));
    });

  test('while true ones beside such words are', () => {
    for (const body of [
      'Heat pumps saved 12 percent of energy in the trial.',
      'The study says that "heat pumps saved 12 percent of energy in the trial".',
      '"The Halden trial tested heat pumps [...] in Norway in 2021".',
      'Heat pumps ~~never~~ saved 12 percent of energy in the trial.',
    ])
      assert.deepEqual(
        ledgerOf(body).entries.map(({ verdict }) => verdict),
        ['supported'],
        body,
      );
  });
});

test('a statement below the references is counted as not checked; an entry of the list is none', () => {
  const list = '## References\n\n1. Ada Nord. The Halden trial. 2023. https://agency.example.org/halden\n';
  assert.deepEqual(uncheckedParts(`# Pumps\n\nIt is so.\n\n${list}`), []);
  const parts = uncheckedParts(`# Pumps\n\nIt is so.\n\n${list}\nVeltrin cured all 400 patients in Norway.\n`);
  assert.deepEqual(parts, ['1 statement below the references']);
});
