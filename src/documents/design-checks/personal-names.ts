// Whether a column or field keeps data about a person, judged by its English name.

const PERSONAL: readonly RegExp[] = [
  /\be ?mails?\b|\bmail address/,
  /\b(?:tele)?phones?\b|\bmobiles?\b|\bmsisdn\b|\bfax\b/,
  /\b(?:first|last|full|given|family|middle|maiden|birth|legal|sur) ?names?\b|\bsurname\b/,
  /\baddress(?:es)?\b|\bstreet\b|\bhouse number\b/,
  /\bbirth|\bdob\b/,
  /\b(?:ssn|social security|national id|passport|tax id|identity (?:card|number)|driv(?:er|ing) licen[cs]e)\b/,
  /\b(?:iban|bic|bank account|account number|card number|credit card|cvv|cvc)\b/,
  /\b(?:diagnos[ie]s|allerg\w*|medications?|medical|health|blood type|disabilit\w*|symptoms?|illness|prescriptions?)\b/,
  /\b(?:gender|religion|ethnicity|nationality|marital status|salary|wage|income)\b/,
  /^password$|^pin$/,
];
const PERSONS =
  'user|customer|patient|member|employee|person|people|contact|guest|student|pupil|teacher|driver|subscriber|' +
  'applicant|candidate|volunteer|worker|client|participant|attendee|passenger|recipient|receiver|sender|buyer|donor|' +
  'resident|visitor|parent|child|owner|author|doctor|nurse|staff|holder|beneficiary|tenant|borrower|' +
  'reader|player|singer';
const PERSON_NAME = new RegExp(`\\b(?:${PERSONS})s? names?$`);
const PERSON_TABLE = new RegExp(`(?:^|_)(?:${PERSONS})s?$`);
/** Their births and illnesses are nobody's secret. */
const ANIMAL_TABLE = /(?:^|_)(?:pet|animal|dog|cat|horse|cow|sheep|bird|livestock)s?$/;
const OF_ANIMALS =
  /\bbirth|\bdob\b|\bdiagnos|\ballerg|\bmedic|\bhealth|\bblood|\bsymptom|\billness|\bprescription|\bgender/;
/** What stands for the data, or is about it, without being it. */
const NOT_ITSELF =
  /\b(?:hash|hmac|digest|encrypted|enc|cipher|ciphertext|masked|id|count|type|kind|format|status|verified|confirmed)$/;
const MACHINE = /\b(?:mac|ip|web|feed|wallet|memory|host|server|bind|url) address/;

export function isPersonal(table: string, column: string, type: string): boolean {
  const words = wordsOf(column);
  if (NOT_ITSELF.test(words) || MACHINE.test(words) || /^(?:is|has|may|can) /.test(words)) return false;
  if (ANIMAL_TABLE.test(table.toLowerCase()) && OF_ANIMALS.test(words)) return false;
  const isBirth = /\bbirth|\bdob\b/.test(words);
  if (/^bool/.test(type) || (/^timestamp/.test(type) && !isBirth) || (/ (?:at|on|sent)$/.test(words) && !isBirth))
    return false;
  if (PERSONAL.some((pattern) => pattern.test(words)) || PERSON_NAME.test(words)) return true;
  return words === 'name' && PERSON_TABLE.test(table.toLowerCase());
}

/** `mobilePhone` and `mobile_phone` as "mobile phone". */
export const wordsOf = (name: string): string =>
  name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
