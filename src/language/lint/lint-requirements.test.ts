import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { Brief } from '../../documents/prd/brief.ts';
import type { Requirement } from '../../documents/requirements/requirement.ts';
import { LINT_RULES } from './finding.ts';
import { lintRequirements, notJudged } from './lint-requirements.ts';

const requirement = (description: string, id = 'REQ-001', title = 'A title'): Requirement => ({
  ...{ id, title, description, priority: 'medium', category: 'General' },
});

const lint = (description: string) => lintRequirements([requirement(description)], {});
const rulesOf = (description: string): string[] => lint(description).map((finding) => finding.rule);
describe('each rule says what was expected, what was found, and what to do', () => {
  test('ambiguous asks for the figure that is meant', () => {
    assert.deepEqual(lint('The shop shall quickly show the search results.'), [
      {
        id: 'REQ-001',
        rule: 'ambiguous',
        found: 'quickly',
        message:
          'Expected a time that can be measured, found "quickly", which every reader takes differently. ' +
          'Say the figure, the list or the condition that is meant.',
        suggestion: '',
      },
    ]);
  });

  test('not-testable asks for something that can be observed', () => {
    assert.deepEqual(lint('The shop shall improve the conversion rate.'), [
      {
        id: 'REQ-001',
        rule: 'not-testable',
        found: 'improve',
        message:
          'Expected an action with a result that a test can observe, found the aim "improve". ' +
          'Say what is done that a test can see, with a figure.',
        suggestion: '',
      },
    ]);
  });

  test('compound names where the next requirement begins', () => {
    assert.deepEqual(lint('When an order is paid, the shop shall send an invoice and reserve the items.'), [
      {
        id: 'REQ-001',
        rule: 'compound',
        found: 'reserve the items',
        message:
          'Expected one requirement, found 2; the next begins at "reserve the items". Write one requirement for each.',
        suggestion: '',
      },
    ]);
  });

  test('no-actor asks who acts', () => {
    assert.deepEqual(lint('Send a push message when a parcel arrives.'), [
      {
        id: 'REQ-001',
        rule: 'no-actor',
        found: 'Send a push message',
        message:
          'Expected who or what acts ("the shop shall"), found a command: "Send a push message". ' +
          'Begin with who or what acts.',
        suggestion: '',
      },
    ]);
  });

  test('passive names who does it', () => {
    assert.deepEqual(lint('The invoice is sent by the billing service on the first day of a month.'), [
      {
        id: 'REQ-001',
        rule: 'passive',
        found: 'is sent',
        message:
          'Expected who does it as the subject, found the passive "is sent": the billing service does it. ' +
          'Say who does it.',
        suggestion: '',
      },
    ]);
  });

  test('contradicts-scope names the item of the brief', () => {
    const brief: Brief = {
      ...{ title: 'Shop', sections: {}, goals: [], inScope: ['checkout'], successCriteria: [] },
      outOfScope: ['Payments in instalments'],
    };
    assert.deepEqual(lintRequirements([requirement('The shop shall accept payment in instalments.')], { brief }), [
      {
        id: 'REQ-001',
        rule: 'contradicts-scope',
        found: 'Payments in instalments',
        message: 'Expected nothing that the brief puts out of scope, found "Payments in instalments".',
        suggestion: "Mark it out of scope, or change the brief's scope. If the limit itself is meant, say so.",
      },
    ]);
  });

  test('duplicate names the older requirement, decided or proposed', () => {
    const list = [
      requirement('Doctors shall be able to cancel appointments.', 'REQ-005'),
      requirement('The clerk shall archive a case.', 'REQ-006'),
      requirement('The clerk must archive the case.', 'REQ-007'),
    ];
    const decided = [
      { ...requirement('The doctor can cancel an appointment.', 'REQ-002', 'Cancel'), standing: 'rejected' as const },
    ];
    const found = lintRequirements(list, { decided }).map(({ id, rule, message }) => [id, rule, message]);
    assert.deepEqual(found, [
      [
        'REQ-005',
        'duplicate',
        'Expected something new, found what REQ-002 (Cancel) says already, with a likeness of 0.99.',
      ],
      [
        'REQ-007',
        'duplicate',
        'Expected something new, found what REQ-006 (A title) says already, with a likeness of 0.99.',
      ],
    ]);
  });
});

describe('good sentences stay unmarked', () => {
  for (const text of [
    'While the cart is empty, the shop shall disable the checkout button.',
    'If a card payment is declined, then the shop shall show the reason that the bank returned.',
    'The search shall be fast. 95 % of queries answer within 300 ms.',
    'The search shall be fast.\n\n- 95 % of queries answer within 300 ms',
    'The Quick Pay button shall open the payment form.',
    'The shop shall show the text "Please try again soon" after a failed payment.',
    'The clerk can drag and drop a file onto a case.',
    'The role "auditor" grants read and write access to cases.',
    'The newsletter service shall send a confirmation link. The link shall stay valid for 48 hours.',
    'The game shall skip the intro, because most players find it too long.',
  ]) {
    test(text.replaceAll('\n', ' '), () => assert.deepEqual(rulesOf(text), []));
  }
});

test('quoted words that say how something shall be are judged, labels in quotes are not', () => {
  assert.deepEqual(rulesOf('Errors must be "handled appropriately".'), ['ambiguous']);
  assert.deepEqual(rulesOf('The shop shall show the label "Handled appropriately" on the order.'), []);
});

test('another language is not judged, and that is said', () => {
  const list = [
    requirement('Der Kunde kann eine Bestellung innerhalb von 24 Stunden stornieren.', 'REQ-001'),
    requirement('Le client peut annuler une commande.', 'REQ-002'),
    requirement('顧客は注文をキャンセルできる。', 'REQ-003'),
    requirement('The crawler honours robots.txt.', 'REQ-004'),
    requirement('MQTT QoS 2 via TLS 1.3 for every device.', 'REQ-005'),
  ];
  assert.deepEqual(
    notJudged(list).map(({ id, language }) => [id, language]),
    [
      ['REQ-001', 'de'],
      ['REQ-002', 'fr'],
      ['REQ-003', 'ja'],
    ],
  );
  assert.deepEqual(
    lintRequirements(list.slice(0, 4), {}).map(({ id, rule }) => [id, rule]),
    [],
  );
  assert.match(notJudged(list)[0]?.message ?? '', /^Not judged: expected English, found another language \(de\)/);
});

describe('what was marked wrongly on text of a second author', () => {
  for (const [text, rules] of [
    ['A page that nobody has edited for 12 months carries the banner "outdated".', []],
    ['A ticket that has been scanned twice triggers an alarm at the gate.', []],
    ["The thermostat won't accept a target temperature above 30 °C.", []],
    ["A tutor who's on leave gets no assignments.", []],
    ['The site meets WCAG 2.2 AA.', []],
    ['Managers approve or reject a request within 3 days.', []],
    ["Grades mustn't be shown to pupils before the conference.", ['passive']],
    ['The shop must not only charge the card but also send a receipt.', ['compound']],
    ['A curator can rename, move or archive an exhibit.', ['compound']],
    ['The ward system shall log the dose but must not show it to visitors.', ['compound']],
    ['Besides printing the label, the packing station weighs the parcel.', ['compound']],
    ['As a headmaster, I want the platform to promote reading among pupils.', ['not-testable']],
    ['Fraud should be prevented.', ['not-testable', 'passive']],
    ['The architecture shall be persuasive.', ['ambiguous', 'not-testable']],
  ] as const) {
    test(text, () => assert.deepEqual(rulesOf(text), rules));
  }
});

test('without a description the title is judged', () => {
  const found = lintRequirements([requirement('', 'REQ-001', 'Easy export of reports')], {});
  assert.deepEqual(
    found.map((finding) => finding.rule),
    ['ambiguous', 'no-actor'],
  );
});

test('findings follow the list, and in it the order of the rules, whatever the text', () => {
  const word = fc.constantFrom(
    ...[
      'The shop',
      'shall',
      'be',
      'sent',
      'and',
      ', ',
      'When',
      'fast',
      '"',
      '(',
      '. ',
      'by the',
      'clerk',
      '\n- ',
      '5 s',
    ],
    ...[
      'it',
      'that',
      'shows',
      'as well as',
      'can',
      'not',
      'export',
      '<x>',
      '*',
      '`',
      'As a user, I want to',
      '$1',
      '\\',
    ],
  );
  const text = fc.oneof(
    fc.string(),
    fc.array(word, { maxLength: 30 }).map((words) => words.join(' ')),
  );
  fc.assert(
    fc.property(fc.array(text, { maxLength: 5 }), (texts) => {
      const list = texts.map((each, index) => requirement(each, `REQ-00${index}`));
      const found = lintRequirements(list, {});
      assert.deepEqual(lintRequirements(list, {}), found);
      const places = found.map(({ id, rule }) => Number(id.slice(4)) * LINT_RULES.length + LINT_RULES.indexOf(rule));
      assert.deepEqual(
        places,
        [...new Set(places)].sort((one, other) => one - other),
      );
      assert.ok(found.every(({ message }) => message.startsWith('Expected ')));
    }),
    { numRuns: 300 },
  );
});
