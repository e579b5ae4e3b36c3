// Nouns of a brief as names: singular and plural, as a table, a path or a type; who is a person and what is no thing.

import { byWord } from '../words/by-word.ts';
import { isPlainVerb } from '../words/verbs.ts';

const ODD_PLURALS: Readonly<Record<string, string>> = byWord({
  ...{ person: 'people', child: 'children', man: 'men', woman: 'women', foot: 'feet', mouse: 'mice', staff: 'staff' },
  ...{ species: 'species', series: 'series', equipment: 'equipment', shelf: 'shelves', half: 'halves', leaf: 'leaves' },
  ...{ diagnosis: 'diagnoses', analysis: 'analyses', bus: 'buses', status: 'statuses', address: 'addresses' },
  ...{ criterion: 'criteria', index: 'indexes', life: 'lives', knife: 'knives', quiz: 'quizzes', feedback: 'feedback' },
  ...{
    homework: 'homework',
    food: 'food',
    milk: 'milk',
    data: 'data',
    clinic: 'clinics',
    stock: 'stock',
    luggage: 'luggage',
    vet: 'vets',
    gas: 'gases',
    campus: 'campuses',
    virus: 'viruses',
  },
});
const ODD_SINGULARS: ReadonlyMap<string, string> = new Map(
  Object.entries(ODD_PLURALS).map(([singular, plural]) => [plural, singular]),
);

/** Of the last word: `delivery slots` gives `delivery slot`. */
export function singularOf(noun: string): string {
  const lower = noun.toLowerCase();
  const at = Math.max(lower.lastIndexOf(' '), lower.lastIndexOf('-')) + 1;
  const [before, word] = [lower.slice(0, at), lower.slice(at)];
  const odd = ODD_SINGULARS.get(word);
  if (odd !== undefined) return before + odd;
  if (word.length < 4 || /(?:ss|us|is|ics)$/.test(word)) return before + word;
  if (word.endsWith('ies') && word.length > 4) return `${before}${word.slice(0, -3)}y`;
  if (/(?:ch|sh|ss|x|zz)es$/.test(word)) return before + word.slice(0, -2);
  return before + (word.endsWith('s') ? word.slice(0, -1) : word);
}

export function pluralOf(noun: string): string {
  const at = Math.max(noun.lastIndexOf(' '), noun.lastIndexOf('-')) + 1;
  const [before, word] = [noun.slice(0, at), noun.slice(at)];
  const odd = ODD_PLURALS[word];
  if (odd !== undefined) return before + odd;
  if (/[^aeiou]y$/.test(word)) return `${before}${word.slice(0, -1)}ies`;
  return `${noun}${/(?:s|x|z|ch|sh)$/.test(word) ? 'es' : 's'}`;
}

export const isPlural = (word: string): boolean => singularOf(word) !== word.toLowerCase();

export const snake = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '');
export const kebab = (name: string): string => snake(name).replaceAll('_', '-');
export const pascal = (name: string): string =>
  snake(name).replace(/(?:^|_)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
export const upperFirst = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);
export const article = (noun: string): string => (/^(?:[aeio]|u(?!ni|se|s\b|til))/i.test(noun) ? 'an' : 'a');

/** `a room`; `staff` and `homework` are not counted. */
export const withArticle = (noun: string): string => (pluralOf(noun) === noun ? noun : `${article(noun)} ${noun}`);

const set = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

const PERSONS = set(`
  customer client member user visitor guest patient owner tenant landlord resident citizen student pupil teacher parent
  child guardian employee manager director admin administrator operator supervisor clerk receptionist nurse doctor vet
  veterinarian technician mechanic engineer driver courier rider passenger volunteer treasurer accountant auditor
  inspector reviewer approver editor author reader librarian organiser organizer host doorkeeper guard seller buyer
  vendor supplier shopper baker cook chef waiter player coach trainer trainee instructor lecturer candidate applicant
  recruiter agent broker dealer donor recipient subscriber follower moderator developer tester analyst planner
  dispatcher worker staff cashier pharmacist therapist counsellor lawyer assistant secretary chairman person judge
  participant attendee speaker photographer artist farmer gardener cleaner caretaker janitor contractor installer
  householder neighbour traveller sender payer leader representative lender borrower expert specialist consultant
  carer hairdresser stylist dentist physician beekeeper sailor pilot surveyor buddy mentor mentee tutor adult officer
  accounting foreman steward scout cyclist commuter storekeeper shopkeeper keeper warden ranger advisor adviser
  lead reception
`);

/** Made of a verb and yet no people. */
const NO_AGENTS = set(`reminder container browser parameter controller adapter converter connector computer header
  folder identifier indicator generator publisher receiver transmitter calculator validator explorer`);

/** `headteacher` is a teacher, `maintainer` one who maintains. */
function isAgent(word: string): boolean {
  if (NO_AGENTS.has(word) || word.length < 7) return false;
  if (/(?:teacher|keeper|worker|master|driver|manager|owner|officer|nurse|doctor|person)$/.test(word)) return true;
  if (/(?:[cr]ian|ogist|acist|urist|eer)$/.test(word)) return true;
  const stem = /^(\w{4,})(?:er|or)$/.exec(word)?.[1] ?? '';
  return stem !== '' && (isPlainVerb(stem) || isPlainVerb(`${stem}e`));
}

export const isPerson = (noun: string): boolean =>
  !noun.startsWith('number of ') && (PERSONS.has(headOf(noun)) || isAgent(headOf(noun)));
export const headOf = (noun: string): string => noun.slice(noun.lastIndexOf(' ') + 1);

const ORGANISATIONS = set(`
  club clinic school company practice shop bakery team office department library hotel museum charity firm agency
  association organisation organization university hospital restaurant cafe business store municipality city council
  wholesaler retailer supplier authority hall theatre cinema studio gym salon garage farm cooperative foundation
  publisher bank insurer landlord carrier workshop nursery kindergarten church pharmacy lab laboratory brewery
  dairy airline hostel supermarket factory
`);

/** Whoever acts under such a name is some of its people. */
export const isOrganisation = (noun: string): boolean => ORGANISATIONS.has(headOf(noun)) && !isPerson(noun);

const PRODUCTS = set(`system app application site website portal server page platform software program
  solution box backend frontend`);
export const isProduct = (noun: string): boolean => PRODUCTS.has(headOf(noun)) && !/ (?:portal|service)$/.test(noun);

/** No records are kept of these, whatever is done to them. */
const NO_THINGS = set(`
  time day week month year hour minute second today tomorrow morning evening night weekend moment period date
  list way thing kind type sort part place case point end start beginning middle row turn use usage access data
  information detail overview view screen button form link internet network phone mobile smartphone device browser web
  online desktop text sms card cash advance one same other result feature function ability option support change update
  queue csv pdf excel spreadsheet paper file format row column error problem issue
  system app application site website portal server tool-kit page platform software program solution box version
  amount number total count limit maximum minimum average percentage percent euro eur usd dollar pound gbp chf cent
  mb gb kb kg km kilogram gram litre liter tonne
  metre meter degree celsius least most half third quarter pair group set copy
  history approval rejection confirmation reminder notification notice warning email mail message call letter counter
  door desk front back top rest order-by language country world life work job-title need purpose reason basis
  order-in line code qr barcode sale load login password sign-in account-data rule policy law regulation standard
  range value level status state condition availability name title description category lot bit click tap step
  who what which whom nobody anybody somebody everybody everyone someone anyone people something anything nothing
  it they them its their he she we you i this that these those each all any some none both more less
  first last next new old own free open closed side hand area interval frequency summer winter season
`);
/** The rest of NO_THINGS names columns or nothing; these depend on the words before them. */
export const isThing = (noun: string): boolean =>
  noun.length > 2 && !NO_THINGS.has(headOf(noun)) && !isProduct(noun) && /^[a-z][a-z -]*$/.test(noun);

/** Shown, never stored: they are made of other records. */
const DERIVED = set(`report statistic summary overview dashboard chart statement revenue sales turnover balance
  history calendar schedule timetable list figure analysis forecast ranking leaderboard plan usage workload`);
export const isDerived = (noun: string): boolean =>
  DERIVED.has(headOf(noun)) && !/^(?:damage|incident|bug) /.test(noun);
