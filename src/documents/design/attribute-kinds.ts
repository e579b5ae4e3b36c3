// What a noun says of a record: its column's name, type and rules. `due date` is a date, `price` is money.

export type ColumnType =
  | ('text' | 'long-text' | 'integer' | 'decimal' | 'money' | 'date' | 'time' | 'moment' | 'boolean' | 'file')
  | ('key' | 'reference' | 'status');

export interface AttributeKind {
  readonly type: ColumnType;
  readonly isPersonal?: boolean;
  /** A condition on `$`, the column. */
  readonly check?: string;
  readonly isUnique?: boolean;
  /** The column where it is not the noun itself. */
  readonly name?: string;
  /** Its value is told to a program and never given by a caller. */
  readonly isMade?: boolean;
}

const PHRASES: readonly (readonly [RegExp, AttributeKind])[] = [
  [/^(?:date of birth|birth date|birthday|birthdate)$/, { type: 'date', isPersonal: true, name: 'date_of_birth' }],
  [
    /\b(?:phone|mobile|telephone)(?: number)?$|^number of (?:the )?phone$/,
    { type: 'text', isPersonal: true, name: 'phone' },
  ],
  [/\be-?mail(?: address)?$/, { type: 'text', isPersonal: true, name: 'email' }],
  [/^(?:iban|bank account|account number|card number)$/, { type: 'text', isPersonal: true }],
  [/\b(?:address|postcode|postal code)$/, { type: 'text', isPersonal: true }],
  [/\b(?:passport|licen[cs]e|insurance|tax|social security) number$/, { type: 'text', isPersonal: true }],
  [/\b(?:first|last|full|family) name$/, { type: 'text', isPersonal: true }],
  [
    /\b(?:serial|registration|order|invoice|inventory|plate|batch|tracking|membership|batch|lot|part) number$/,
    { type: 'text', isUnique: true },
  ],
  [/^(?:number of|count of|how many) /, { type: 'integer', check: '$ >= 0' }],
  [/\bstart(?:ing)? date$/, { type: 'date', name: 'starts_on' }],
  [/\bend(?:ing)? date$/, { type: 'date', name: 'ends_on' }],
  [/\bstart(?:ing)? time$/, { type: 'moment', name: 'starts_at' }],
  [/\bend(?:ing)? time$/, { type: 'moment', name: 'ends_at' }],
  // `mite count`, `queen status`: a word before it says of what.
  [/\S count$/, { type: 'integer', check: '$ >= 0' }],
  [/\S (?:status|result|number|level|id)$/, { type: 'text' }],
  [/\bdue date$/, { type: 'date', name: 'due_on' }],
];

const group = (words: string, kind: AttributeKind): readonly (readonly [string, AttributeKind])[] =>
  words
    .trim()
    .split(/\s+/)
    .map((word) => [word, kind]);

const HEADS: ReadonlyMap<string, AttributeKind> = new Map([
  ...group('date deadline expiry', { type: 'date' }),
  ...group('time start end', { type: 'moment' }),
  ...group('amount price fee cost deposit total salary budget fine tip fare rent wage commission tax', {
    type: 'money',
    check: '$ >= 0',
  }),
  ...group('quantity', { type: 'integer', check: '$ > 0' }),
  ...group('capacity stock age points seats places rooms mileage size-limit pages floor', {
    type: 'integer',
    check: '$ >= 0',
  }),
  ...group('rating score grade mark', { type: 'integer' }),
  ...group('weight length height width depth distance area volume size', { type: 'decimal', check: '$ > 0' }),
  ...group('temperature humidity pressure latitude longitude voltage speed altitude', { type: 'decimal' }),
  ...group('percentage percent rate share', { type: 'decimal', check: '$ BETWEEN 0 AND 100' }),
  ...group('name title label subject headline', { type: 'text' }),
  ...group(
    `
    description note comment reason text instruction remark diagnosis treatment summary body cause
    purpose symptom observation explanation prescription finding allergy`,
    { type: 'long-text' },
  ),
  ...group('allergy diagnosis symptom prescription treatment', { type: 'long-text', isPersonal: true }),
  ...group(
    `
    category genre language country currency colour color unit brand model breed species barcode code
    url link reference destination origin priority severity topic condition gender nationality format
    model isbn sku location position role vaccine`,
    { type: 'text' },
  ),
  ...group('photo picture image scan signature attachment pdf video logo', { type: 'file' }),
  ...group('duration', { type: 'integer', check: '$ > 0', name: 'duration_minutes' }),
]);

export function attributeKind(phrase: string): AttributeKind | null {
  const found = PHRASES.find(([form]) => form.test(phrase))?.[1];
  if (found !== undefined) return found;
  return HEADS.get(phrase.slice(phrase.lastIndexOf(' ') + 1)) ?? null;
}

/** Records of such a kind have these, said or not. The writer marks them as assumed. */
export interface UsualColumn {
  readonly name: string;
  readonly type: ColumnType;
  readonly check?: string;
  readonly isOptional?: boolean;
  readonly isUnique?: boolean;
  readonly isPersonal?: boolean;
  readonly isMade?: boolean;
}

const PERIOD: readonly UsualColumn[] = [
  { name: 'starts_at', type: 'moment' },
  { name: 'ends_at', type: 'moment', check: '$ > starts_at' },
];
const STORED_FILE: readonly UsualColumn[] = [
  { name: 'storage_key', type: 'text', isUnique: true, isMade: true },
  { name: 'content_type', type: 'text', isMade: true },
  { name: 'size_bytes', type: 'integer', check: '$ > 0', isMade: true },
];
const NAMED: readonly UsualColumn[] = [{ name: 'name', type: 'text', isUnique: true }];
const NAMED_KINDS = new RegExp(
  `\\b(?:${`room court tool product pet plant site location machine vehicle car bike table category course team
    project warehouse shelf locker recipe ingredient dish field station building store asset`
    .split(/\s+/)
    .join('|')})$`,
);
const USUAL: readonly (readonly [RegExp, readonly UsualColumn[]])[] = [
  [/\b(?:booking|reservation|appointment|session|lesson|class|event|shift|trip|meeting|slot|duty)$/, PERIOD],
  [/\bvisit$/, [{ name: 'visited_at', type: 'moment' }]],
  [
    /\b(?:loan|rental)$/,
    [
      { name: 'started_at', type: 'moment', isMade: true },
      { name: 'due_on', type: 'date' },
      { name: 'returned_at', type: 'moment', isOptional: true, isMade: true },
    ],
  ],
  [
    /\bpayment$/,
    [
      { name: 'amount', type: 'money', check: '$ > 0', isMade: true },
      { name: 'provider_reference', type: 'text', isUnique: true, isOptional: true, isMade: true },
      { name: 'paid_at', type: 'moment', isOptional: true, isMade: true },
    ],
  ],
  [/\bhold$/, [{ name: 'expires_at', type: 'moment', isMade: true }]],
  [/\b(?:rating|review)$/, [{ name: 'score', type: 'integer', check: '$ BETWEEN 1 AND 5' }]],
  [/\b(?:message|comment|note|answer|question)$/, [{ name: 'body', type: 'long-text' }]],
  [/\b(?:photo|picture|image|receipt|document|file|attachment|scan|video)$/, STORED_FILE],
  [
    /\b(?:reading|measurement)$/,
    [
      { name: 'measured_at', type: 'moment' },
      { name: 'value', type: 'decimal' },
      { name: 'unit', type: 'text' },
    ],
  ],
  [
    /\b(?:alarm|alert|incident)$/,
    [
      { name: 'raised_at', type: 'moment', isMade: true },
      { name: 'acknowledged_at', type: 'moment', isOptional: true, isMade: true },
      { name: 'closed_at', type: 'moment', isOptional: true, isMade: true },
    ],
  ],
  [
    /\binvoice$/,
    [
      { name: 'number', type: 'text', isUnique: true, isMade: true },
      { name: 'due_on', type: 'date' },
    ],
  ],
  [/\b(?:order|purchase)$/, [{ name: 'total', type: 'money', check: '$ >= 0', isMade: true }]],
  [/\b(?:sensor|device|meter|gateway)$/, [{ name: 'serial_number', type: 'text', isUnique: true }]],
  [
    /\bseat$/,
    [
      { name: 'row_label', type: 'text' },
      { name: 'seat_number', type: 'integer', check: '$ > 0' },
    ],
  ],
  [/\bticket$/, [{ name: 'code', type: 'text', isUnique: true, isMade: true }]],
  [/\b(?:code|voucher|coupon)$/, [{ name: 'code', type: 'text', isUnique: true }]],
  [
    /\b(?:vaccination)$/,
    [
      { name: 'vaccine', type: 'text' },
      { name: 'given_on', type: 'date', isOptional: true },
      { name: 'due_on', type: 'date' },
    ],
  ],
  [/\b(?:vote|consent|registration|enrolment|application|request|invitation|subscription|claim|offer|bid)$/, []],
  [/\b(?:item|line)$/, []],
  [NAMED_KINDS, NAMED],
];

export function usualColumns(noun: string): readonly UsualColumn[] {
  return USUAL.find(([form]) => form.test(noun))?.[1] ?? [];
}
export const isKnownKind = (noun: string): boolean => USUAL.some(([form]) => form.test(noun));
