// A limit as a requirement with a test: where it works, for how many, how long something takes or is kept.

import { titleCase } from '../../../documents/gaps/title-case.ts';
import { lower, withoutDot } from './draft-sources.ts';

export interface WordedLimit {
  readonly description: string;
  readonly title: string;
  readonly criterion: string;
}

const MUST = '(?:must|has to|have to|should|shall|needs? to)';
const IT = '(?:(?:it|this|the (?:system|app|tool|form)) )?(?:(?:also|only) )?';
const AT = new RegExp(
  `^${IT}(?:${MUST} )?(?:work|run|works|runs|be available) ` +
    '((?:also )?(?:on|in|with|without|at|offline|under)\\b.{0,200})$',
  'i',
);
const BE = new RegExp(`^(.{2,80}?) ${MUST} be (.{3,200})$`, 'i');
const COUNT =
  /^(?:we (?:are|have)|there are)?\s?((?:about|around|up to|some|at most|only|roughly)? ?\d[\d.,]{0,12} .{2,160})$/i;
const MOST = /^(.{2,80}?) (?:may|can|must) (?:only )?have (?:at most|up to|no more than) (\d[\d.,]{0,12}) (.{2,80})$/i;
const TAKES = /^(.{3,100}?) (?:must|may|should) not take longer than (.{2,60})$/i;
const KEPT = new RegExp(`^(.{2,80}?) (?:(?:is|are|${MUST} be) )?kept (?:for )?(\\d+ \\w+)(.{0,80})$`, 'i');
const GONE = /^(.{2,80}?) (?:is|are) (?:deleted|erased) after (.{2,60})$/i;
const READY = new RegExp(`^it ${MUST} be ready by (.{2,40})$`, 'i');
const DEVICES =
  /^(?:(?:old|new|any|all|both) )?(?:phones?|tablets?|computers?|laptops?|mobile|desktop|ios|android|browsers?)\b/i;
const LAW = /^(?:gdpr|hipaa|pci(?:[ -]dss)?|dsgvo)$/i;
const SPEAKER = /\b(?:i|we|me|us|my|our|you|your)\b/i;
const VERB = new RegExp(`\\b(?:${MUST}|is|are|has|have|must|can|may|run|runs|work|works|there)\\b`, 'i');

const OUGHT = new RegExp(`\\b${MUST}\\b`, 'i');
/** A second limit with its own subject. */
const ALSO = new RegExp(`,? and (?=(?:the|an?|all|it) [^,.]{2,80} ${MUST} )`, 'i');

/** Each limit of a sentence that names several. */
export function limitsIn(sentence: string): readonly string[] {
  const said = withoutDot(sentence).replace(/\s+/g, ' ');
  const parts = said.split(ALSO);
  return parts.flatMap((part) => (VERB.test(part) ? [part] : listed(part)));
}

function listed(part: string): readonly string[] {
  const items = part.split(/,\s+/);
  // "On phones and computers, in a browser" is one place.
  const isOne =
    items.length < 2 ||
    items.some((item) => /^(?:in|on|at (?!most|least)|because|which|who|that|but|and)\b/i.test(item));
  return isOne ? [part] : items;
}

const EACH = 'when the functional requirements are tried, then each of them holds';

/** null: rules cannot word it. */
export function wordLimit(limit: string): WordedLimit | null {
  const said = withoutDot(limit.replace(/,? because .*$/is, '')).trim();
  const found = timed(said) ?? counted(said) ?? placed(said) ?? bare(said) ?? fact(said);
  return found === null || SPEAKER.test(found.description) ? null : found;
}

const made = (shall: string, criterion: string, title = shall): WordedLimit => ({
  description: `The system shall ${shall}.`,
  title: titleCase(title),
  criterion: criterion.endsWith('.') ? criterion : `${criterion}.`,
});

function timed(said: string): WordedLimit | null {
  const [, what, longest] = TAKES.exec(said) ?? [];
  if (what !== undefined)
    return made(
      `make sure that ${lower(what)} does not take longer than ${longest}`,
      `Given a trial, when ${lower(what)} is timed, then it takes no longer than ${longest}`,
      `${what} in ${longest}`,
    );
  const [, kept, time, rest = ''] = KEPT.exec(said) ?? [];
  if (kept !== undefined)
    return made(
      `keep ${lower(kept)} for ${time}${rest}`,
      `Given ${lower(kept.replace(/^the /i, ''))} of nearly ${time} ago, when somebody looks, ` +
        'then the system still has them',
    );
  const [, gone, after] = GONE.exec(said) ?? [];
  if (gone !== undefined)
    return made(
      `delete ${lower(gone)} after ${after}`,
      `Given ${lower(gone)}, when somebody looks after ${after}, then the system no longer has it`,
    );
  const by = READY.exec(said)?.[1];
  return by === undefined ? null : made(`be ready by ${by}`, `Given that it is ${by}, ${EACH}`, `ready by ${by}`);
}

function counted(said: string): WordedLimit | null {
  const [, what, most, things] = MOST.exec(said) ?? [];
  if (what !== undefined)
    return made(
      `make sure that ${lower(what)} has at most ${most} ${things}`,
      `Given ${lower(what)} with ${most} ${things}, when there is one more, then the system refuses it`,
      `at most ${most} ${things}`,
    );
  const many = COUNT.exec(said)?.[1]?.trim();
  return many === undefined || VERB.test(many)
    ? null
    : made(`work with ${lower(many)}`, `Given ${lower(many)}, ${EACH}`);
}

function placed(said: string): WordedLimit | null {
  const place = AT.exec(said)?.[1];
  if (place !== undefined) return made(`work ${lower(place)}`, `Given a trial ${lower(place)}, ${EACH}`);
  const [, what = '', how = ''] = BE.exec(said) ?? [];
  if (how === '') return null;
  if (/^(?:it|this|the (?:system|app|tool))$/i.test(what))
    return made(
      `be ${how}`,
      `Given a trial of the functional requirements, when somebody looks, then the system is ${how}`,
    );
  return made(
    `make sure that ${lower(what)} is ${how}`,
    `Given a trial, when it is carried out, then ${lower(what)} is ${how}`,
    `${what} is ${how}`,
  );
}

/** A few words without a verb. */
function bare(said: string): WordedLimit | null {
  if (VERB.test(said) || said.split(' ').length > 12) return null;
  if (LAW.test(said))
    return made(
      `comply with ${said}`,
      `Given ${said}, when somebody checks what is kept, then the system complies with it`,
    );
  if (DEVICES.test(said)) return made(`work on ${lower(said)}`, `Given ${lower(said)}, ${EACH}`);
  if (/^(?:on|in|at|under|within|with|without|on-premises)\b/i.test(said))
    return made(`work ${lower(said)}`, `Given a trial ${lower(said)}, ${EACH}`);
  const without = /^no (.+)$/i.exec(said)?.[1];
  if (without !== undefined) return made(`work without ${without}`, `Given a trial without ${without}, ${EACH}`);
  return /\bonly\b/i.test(said) ? null : made(`work with ${said}`, `Given ${said}, ${EACH}`);
}

/** "Handhelds run Android 10": how things are, and stay. */
function fact(said: string): WordedLimit | null {
  if (said.split(' ').length < 3 || OUGHT.test(said.split(',')[0] ?? '')) return null;
  return made(`work where ${lower(said)}`, `Given that ${lower(said)}, ${EACH}`, said.split(',')[0]);
}
