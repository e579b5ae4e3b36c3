// Faults in use cases, endpoints, models, references, sections and standards.

import { atMatches, type Operator, sectionPattern } from './operator.ts';

const PLAIN_SECTIONS =
  'Scalability|Technology Stack|Validation|Layers|Error Handling|Business Logic|' +
  'Performance|Migrations|Data Types|Types';

const dropField = (name: string, label: string): Operator => ({
  name,
  rule: 'endpoint-incomplete',
  also: label === 'Errors' ? ['standard-not-met'] : [],
  mutations: (texts) =>
    atMatches(texts, 'lld', /^### (API-\d+)[\s\S]*?(?=^##)/gm, ([block, id = '']) => [
      block.replace(new RegExp(`^- \\*\\*${label}\\*\\*:.*\\n`, 'm'), ''),
      id,
    ]),
});

export const TEXT_OPERATORS: readonly Operator[] = [
  {
    name: 'drop-api-map-row',
    rule: 'use-case-without-api',
    also: ['api-map-mismatch', 'endpoint-without-use-case'],
    mutations: (texts) =>
      atMatches(texts, 'lld', /^\| (UC-\d+).*\n/gm, ([, id = '']) =>
        texts.lld.split(`| ${id}`).length === 2 ? ['', id] : null,
      ),
  },
  {
    name: 'map-unknown-api',
    rule: 'unknown-reference',
    also: ['api-map-mismatch', 'use-case-without-api', 'endpoint-without-use-case'],
    mutations: (texts) =>
      atMatches(texts, 'lld', /^(\| UC-.*?)API-\d+/gm, ([, before = '']) => [`${before}API-077`, 'API-077']),
  },
  {
    name: 'swap-endpoint-use-case',
    rule: 'api-map-mismatch',
    also: [],
    mutations: (texts) =>
      atMatches(
        texts,
        'lld',
        /^### (API-\d+)(.*\n)- \*\*Use cases\*\*: UC-00(\d)/gm,
        ([, id = '', rest = '', number]) => [`### ${id}${rest}- **Use cases**: UC-00${number === '1' ? 2 : 1}`, id],
      ),
  },
  {
    name: 'add-orphan-endpoint',
    rule: 'endpoint-without-use-case',
    also: ['standard-not-met'],
    mutations: (texts) =>
      atMatches(texts, 'lld', /^## Data Models$/gm, ([heading]) => [
        `### API-050: POST /recount\n- **Request**: no body\n- **Response**: 202\n- **Errors**: 400, 401\n\n${heading}`,
        'API-050',
      ]),
  },
  {
    name: 'give-use-case-id-away',
    rule: 'id-not-stable',
    also: ['use-case-without-api'],
    mutations: (texts) =>
      atMatches(texts, 'hld', /^### (UC-\d+): (.+)\n(- \*\*Actor\*\*:.*\n)/gm, ([, id = '', title, actor]) => [
        `### ${id}: Print yearly statistics\n${actor}\n### UC-098: ${title}\n${actor}`,
        id,
      ]),
  },
  dropField('drop-endpoint-errors', 'Errors'),
  dropField('drop-endpoint-request', 'Request'),
  dropField('drop-endpoint-response', 'Response'),
  {
    name: 'drop-model',
    rule: 'table-without-model',
    also: [],
    mutations: (texts) =>
      atMatches(texts, 'lld', /^### (\w+)\n- \*\*Table\*\*: (?:TBL-\d+ ?)?`?(\w*)`?\n[\s\S]*?(?=^##)/gm, (match) => [
        '',
        match[2] || (match[0].match(/TBL-\d+/)?.[0] ?? ''),
      ]),
  },
  {
    name: 'add-model-without-table',
    rule: 'model-without-table',
    also: [],
    mutations: (texts) =>
      atMatches(texts, 'lld', /^## Request and Response Schemas$/gm, ([heading]) => [
        `### AuditNote\n\n| Field | Type | Required |\n| --- | --- | --- |\n| id | integer | yes |\n\n${heading}`,
        'AuditNote',
      ]),
  },
  {
    name: 'add-field-without-column',
    rule: 'field-without-column',
    also: [],
    mutations: (texts) =>
      atMatches(texts, 'lld', /^\| id \| .*\n/gm, ([row]) => [
        `${row}| loyaltyTier | string | yes | |\n`,
        'loyaltyTier',
      ]),
  },
  {
    name: 'change-field-type',
    rule: 'field-type-mismatch',
    also: [],
    mutations: (texts) =>
      atMatches(texts, 'lld', /^\| (\w+) \| string \|/gm, ([, field = '']) => {
        const column = field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
        const isText = new RegExp(`^  ${column} (?:text|varchar|TEXT)`, 'm').test(texts.database);
        return isText ? [`| ${field} | integer |`, field] : null;
      }),
  },
  {
    name: 'dangling-reference',
    rule: 'unknown-reference',
    also: [],
    mutations: (texts) =>
      atMatches(texts, 'lld', /^## (?:Business Logic|Integrations)\n\n/gm, ([heading]) => [
        `${heading}DEC-044 says why. `,
        'DEC-044',
      ]),
  },
  {
    name: 'unknown-component',
    rule: 'unknown-reference',
    also: [],
    mutations: (texts) =>
      atMatches(texts, 'lld', /^- \*\*Component\*\*: CMP-\d+/gm, () => ['- **Component**: CMP-088', 'CMP-088']),
  },
  {
    name: 'broken-heading-link',
    rule: 'broken-link',
    also: [],
    mutations: (texts) =>
      atMatches(texts, 'hld', /^## (?:Scalability|Data Flow)\n\n(?=[A-Z])/gm, ([heading]) => [
        `${heading}[The plan](#capacity-plan) has the figures. `,
        '#capacity-plan',
      ]),
  },
  {
    name: 'broken-file-link',
    rule: 'broken-link',
    also: [],
    mutations: (texts) =>
      atMatches(texts, 'database', /^## (?:Performance|Migrations)\n\n/gm, ([heading]) => [
        `${heading}Measured in [the report](../reports/load-test.md). `,
        '../reports/load-test.md',
      ]),
  },
  {
    name: 'duplicate-id',
    rule: 'duplicate-id',
    also: [],
    mutations: (texts) =>
      atMatches(
        texts,
        'hld',
        /^### (CMP-\d+): .*\n(- \*\*Responsibility\*\*: ).*\n/gm,
        ([block, id = '', label = '']) => [`### ${id}: Archive keeper\n${label}Moves old rows away.\n\n${block}`, id],
      ),
  },
  {
    name: 'drop-section',
    rule: 'missing-section',
    also: [],
    mutations: (texts) =>
      (['hld', 'lld', 'database'] as const).flatMap((part) =>
        atMatches(texts, part, sectionPattern(PLAIN_SECTIONS), ([, title = '']) => [
          '',
          title === 'Types' ? 'Data Types' : title,
        ]),
      ),
  },
  {
    name: 'empty-section',
    rule: 'empty-section',
    also: [],
    mutations: (texts) =>
      (['hld', 'lld', 'database'] as const).flatMap((part) =>
        atMatches(texts, part, sectionPattern(PLAIN_SECTIONS), ([, title = '']) => [`## ${title}\n\n`, title]),
      ),
  },
  {
    name: 'drop-status-of-standard',
    rule: 'standard-not-met',
    also: [],
    mutations: (texts) => {
      const code = texts.database.includes('timestamptz') ? '401' : '400';
      return atMatches(
        texts,
        'lld',
        new RegExp(`^(- \\*\\*Errors\\*\\*: .*?)${code} [^,\\n]*(?:, )?(.*)$`, 'gm'),
        (match) =>
          match[1] === '- **Errors**: ' && match[2] === ''
            ? [`- **Errors**: 404 unknown`, code]
            : [`${match[1]}${match[2]}`, code],
      );
    },
  },
];
