// Systems and services of others that a brief names: through whom something goes, to whom it is handed.

import { isKnownWord } from '../words/tagger.ts';
import { anyOf } from './any-of.ts';
import type { Facts } from './brief-acts.ts';
import type { FoundCause } from './topic.ts';

/** No services: days, months, languages, formats, and what a page runs on. */
const NO_SERVICE = [
  'Mon|Tues|Wednes|Thurs|Fri|Satur|Sun|January|February|March|April|May|June|July|August|September|October|November',
  'December|English|French|German|Spanish|Italian|Dutch|Chrome|Firefox|Safari|Edge|Android|Windows|Mac|Linux|Excel',
  'Word|Bluetooth|Wi',
].join('|');
const NAME = `(?!(?:${NO_SERVICE}))[A-Z][a-z]\\w+(?: [A-Z][a-z]\\w+)?`;
const PASSED = [
  'hand\\w*|send|sends|sent|export|sync|post|log|sign in|login|pay|pays|data|travel time|publish|transfer\\w*|import',
  'pass|push|book|create|store|upload|order|orders|read|fetch|call|request|invoice|message|messages|upload|link',
].join('|');
const PAYING = '(?:pays?|paid|paying|payments?|cards?|fees?|deposits?|purchases?|checkout|debit|charges?|bills?)';
/** Through whom something goes, or to whom it is handed: whatever has a name there is a service. */
export const NAMED = anyOf(
  /\b(?:Salesforce|Outlook|Google(?: (?!Pay)\w+)?|SAP|Slack|Microsoft(?: \w+)?|HubSpot|Jira)\b/,
  /\b(?:LDAP|SFTP|CRM|ERP)\b/,
  new RegExp(`(?<=\\b(?:through|via|using) )(?<!\\b${PAYING}\\b[^.\\n]{0,60})${NAME}`),
  new RegExp(
    `(?<=\\b(?:${PASSED}) (?:\\w+ ){0,4}(?:to|into|in|from|with|by) )(?<!\\b${PAYING}\\b[^.\\n]{0,40})${NAME}`,
  ),
);
/** Somebody pays for something. */
export const MONEY_MOVES = anyOf(
  /\b(?:pay(?:s|ing|ments?)?|paid|prepaid|fees?|prices?|(?<!in )charg(?:e|es|ed|ing)|checkout)\b/i,
  /\b(?:buys?|bought|sells?|sold)\b/i,
  /\b(?:deposits?|donat\w+|purchas\w+|refund\w*|euros?|top(?:s|ped)?[- ]up|shop|fares?|costs?)\b/i,
);
export const PAID_THROUGH = anyOf(
  /\b(?:Stripe|PayPal|Apple Pay|Google Pay)\b/,
  new RegExp(`(?<=\\b${PAYING}\\b[^.\\n]{0,60}\\b(?:through|via|using|with|by) )${NAME}`),
);
export const SERVICE = '(?:web |online )?(?:services?|systems?|program|API|software|platform|gateway|interface|portal)';
export const WHOSE = [
  '(?:payroll|accounting|booking|map|weather|image|recognition|identity|tax|banking|post|parcel|delivery|shipping)',
  "(?<=\\b(?:through|via|from|to|with|by) (?:the )?)(?:\\w+['’]s?|[A-Z][a-z]+)",
  "(?:\\w+(?:er|or|ier|bank|office)s?['’]s?)",
].join('|');
/** Services that people do. */
export const OF_PEOPLE = 'customer|room|fire|civil|social|public';
export const FAILS = anyOf(
  /\b(?:does|do|did|has) not (?:answer|respond|reply|confirm|accept|return|deliver|react)/i,
  /\bunavailable|\bunreachable|\boutage|\btime[sd]? ?out\b/i,
  /\b(?:tr(?:y|ies)|retr(?:y|ies)) (?:it )?again\b|\bretr(?:y|ies)\b|\bnot (?:available|reachable)\b|\bis down\b/i,
  /\b(?:sends?|gives?|returns?) (?:nothing|no (?:answer|reply|data|reading|value)s?)\b/i,
  /\bcannot be (?:read|reached|loaded|contacted|called)\b|\b[A-Z]\w+ (?:rejects|refuses|is silent|fails)\b/,
  /\b(?:service|provider|system|upload|hand-over|transfer|import|payment|order|call)\b[^.]{0,30}\b(?:fails|refuses)\b/i,
  /\b(?:service|provider|system|upload|transfer|import)\b[^.]{0,30}\b(?:rejects|is (?:refused|silent|down|late))\b/i,
);

const SETTLES_ANY = /\b(?:outside|external) (?:service|system)s?\b/i;
const IN_USE = new RegExp(`(?<=[a-z,] )${NAME}`, 'g');

/** A name that the dictionary does not know, in what is asked for and in what was decided: somebody else's system. */
export function namedService({ said, kept }: Facts): FoundCause | null {
  const paid = PAID_THROUGH.exec(said)?.[0] ?? '';
  // A word that also stands in small letters is no name: titles have capitals.
  const isPlain = (name: string): boolean => [said, ...kept].some((text) => text.includes(name.toLowerCase()));
  const names = [...new Set([...said.matchAll(IN_USE)].map(([name]) => name))].filter(
    (name) =>
      name !== paid && !isPlain(name) && !isKnownWord(name.toLowerCase()) && !isKnownWord(name.split(' ')[0] ?? ''),
  );
  const used = names.filter((name) => kept.some((text) => text.includes(name)));
  const settled = (name: string): boolean =>
    kept.some((text) => FAILS.test(text) && (text.includes(name) || SETTLES_ANY.test(text)));
  const cause = used.find((name) => !settled(name)) ?? used[0];
  return cause === undefined ? null : { cause, isSettled: settled(cause) };
}
