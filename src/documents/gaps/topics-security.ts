// Security: who may, what must stay secret, what is recorded, and what strangers could do.

import { anyOf } from './any-of.ts';
import { MONEY_MOVES, PAID_THROUGH } from './outside-names.ts';
import type { Topic } from './topic.ts';

/** Where a provider takes the card, its data do not come here. */
const CARDS =
  /\b(?:by|stored|credit|debit) cards?\b(?! through\b)|\bcard payments?\b(?! through\b)|\bpayment cards?\b/i;
const HEALTH = /\b(?:patients?|medical|health|diagnos\w+|allerg\w+|illness\w*|disease\w*|disabilit\w+)\b/i;
const SECRET = /\bconfidential\w*|\bsecrecy\b|\bsecret\b|\bunder seal\b|\bprivileged\b/i;
const SENSITIVE = anyOf(
  HEALTH,
  /\b(?:blood|payroll|salar(?:y|ies)|income)\b/i,
  /\b(?:identity documents?|passports?|bank (?:accounts?|details|data)|IBAN)\b/i,
  /\bnames?, (?:\w+, ){0,8}(?:postal |home )?address\b/i,
);
const PERSONAL = anyOf(
  /\b(?:personal data|contact details|profiles?|cvs?|applicants?|child(?:ren)?|pupils'? names?|phone numbers?)\b/i,
  /\b(?:dates? of birth|home address\w*|e-?mail address\w*|contact data)\b|\bname and (?:email|address|phone)\b/i,
  /\bnames? (?:and|with|of) (?:\w+ ){0,3}(?:phone|address|people|guests?|members?|customers?|visitors?)/i,
  /\blocations? of (?:the )?(?:vans?|drivers?|people|employees|staff)\b/i,
  /\breports? (?:the|their) location\b|\bdirect debit\b|\b(?:change of|postal|delivery|new|email|their) address/i,
);
const PROTECTED = anyOf(
  /\bencrypt|\bpersonal data\b|\bprivacy\b|\bdata protection\b|\bconsent\b|\bGDPR\b/i,
  /\banonym|\bpseudonym|\bconfidential/i,
);
const KEPT_FOR = anyOf(
  /\bdelet\w+|\berase\w*|\bretention\b|\banonymi[sz]|\bremoves? (?:the )?(?:names?|personal)\b|\bhow long\b/i,
  /\b(?:keeps?|kept|stores?|stored)\b[^.]{0,60}\bfor (?:at most )?[\w-]+ (?:hours|days|weeks|months|years)\b/i,
);

export const SECURITY: readonly Topic[] = [
  {
    key: 'card-data',
    category: 'Security',
    axis: 'completeness',
    causes: [
      { cue: CARDS, severity: 'critical', beside: MONEY_MOVES, unless: PAID_THROUGH },
      {
        cue: /\bonline payments?\b|\bpay(?:s|ing)? online\b|\bcheckout\b/i,
        severity: 'high',
        unless: PAID_THROUGH,
      },
    ],
    settled: /\bcard(?:holder)?(?:'s)? (?:data|details|numbers?)\b|\bPCI\b|\btokeni[sz]/i,
    title: 'Protection of card data is not covered',
    impact: 'Card numbers in our own storage or logs put customers and the right to take cards at risk.',
    suggest: {
      title: 'Card data stays with the payment provider',
      description:
        'The system shall pass card data to the payment provider over an encrypted connection, with 0 ' +
        'card numbers in its own storage or logs.',
      priority: 'high',
    },
  },
  {
    key: 'personal-data',
    category: 'Security',
    axis: 'completeness',
    causes: [
      { cue: SENSITIVE, severity: 'critical', isInRequirements: true },
      { cue: PERSONAL, severity: 'high', isInRequirements: true },
      { cue: SECRET, severity: 'high' },
    ],
    settled: PROTECTED,
    title: 'Protection of personal data and secrets (encryption, how long they are kept) is not covered',
    impact: 'Personal data may be read by others or kept longer than the law and the people concerned accept.',
    suggest: {
      title: 'Personal data is encrypted',
      description:
        'The system shall encrypt personal data in storage with AES-256 (assumption) and in transit with TLS 1.2 or ' +
        'later (assumption).',
      priority: 'high',
    },
  },
  {
    key: 'personal-retention',
    category: 'Data',
    axis: 'completeness',
    causes: [
      { cue: SENSITIVE, severity: 'high', isInRequirements: true },
      { cue: PERSONAL, severity: 'medium', isInRequirements: true },
    ],
    needs: /\bencrypt/i,
    settled: KEPT_FOR,
    title: 'How long personal data is kept, and when it is deleted (retention), is not covered',
    impact: 'Personal data is kept longer than the law and the people concerned accept.',
    suggest: {
      title: 'Personal data is deleted',
      description:
        'When personal data is older than its retention period of 365 days (assumption), the system shall delete it ' +
        'within 24 hours (assumption).',
      priority: 'high',
    },
  },
  {
    key: 'access',
    category: 'Security',
    axis: 'completeness',
    causes: [
      { cue: /\b[a-z]+s (?:can )?(?:see|read|open|view|look at)\b/i, severity: 'high', beside: SENSITIVE },
      { cue: anyOf(HEALTH, SECRET), severity: 'high' },
      { cue: SENSITIVE, severity: 'high', isInRequirements: true },
      {
        cue: anyOf(
          /\b(?:private(?:ly)?|roles?|admin\w*|managers?|supervisors?|clerks?|finance|accounting)\b/i,
          /\b(?:accountants?|HR|wardens?|officers?|leads?|coordinators?|doctors?|patients?|accounts?)\b/i,
          /\b(?:clients?|growers?|hosts?|approv\w+)\b/i,
        ),
        severity: 'high',
      },
      {
        cue: /\b(?:staff|employees?|members?|teams?|salesforce|internal|teachers?|engineers?|analysts?)\b/i,
        severity: 'medium',
      },
    ],
    settled: anyOf(
      /\bsign(?:s|ed)?[- ]?in\b|\blog(?:s|ged)?[- ]?in\b|\blogon\b|\bauthenticat|\broles?\b/i,
      /\baccess (?:only|by|rights?|control)|\bonly (?:the |its )?(?:owners?|members?|staff|admin\w*)\b/i,
      /\bonly\b[^.]{0,60}\b(?:may|can|sees?|changes?|reads?|opens?)\b|\b(?:let|lets|allow)\b[^.]{0,40}\bonly\b/i,
      /\bsees? [^.]{0,40}\bonly\b|\bvisible (?:only )?to\b|\bonly (?:to|by|for|with)\b|\bpermissions?\b|\bsign-on\b/i,
      /\b(?:access|user|edit\w*|viewing) rights?\b|\bthe right to\b|\bPIN\b|\bunauthori[sz]/i,
      /\b(?:own|their|its) [\w ]{2,30} only\b|\bonly (?:its|their|the) own\b|\bpasswords?\b/i,
    ),
    title: 'Sign-in and who may see or do what are not covered',
    impact: 'Anyone who reaches the feature could read or change what is meant for a few.',
    suggest: {
      title: 'Access by role',
      description:
        'If a person without a signed-in account of a permitted role requests a record, then the system ' +
        'shall refuse the request with the message "No access".',
      priority: 'high',
    },
  },
  {
    key: 'audit',
    category: 'Security',
    axis: 'completeness',
    causes: [
      {
        cue: /\b(?:signatures?|signing by)\b|\bwho (?:has )?(?:changed|altered|edited|decided|approved|saw|took)\b/i,
        severity: 'high',
      },
      {
        cue: /\b(?:approv\w+|clerks? decides?|decide on|payroll|ledger|compliance|contracts?|medication)\b/i,
        severity: 'medium',
      },
    ],
    settled: anyOf(
      /\baudit|\bwho (?:\w+ ){0,2}(?:and|what|when)\b|\brecords? who\b|\bstores? who\b|\bsee who\b/i,
      /\bhistory\b|\btamper|\b(?:is|are|be|being|shall) log(?:ged)?\b|\bchange log\b|\btrail\b|\bkeeps? who\b/i,
    ),
    title: 'An audit record of who decided what is not covered',
    impact: 'Nobody can later prove who decided or changed something, and when.',
    suggest: {
      title: 'Audit record of decisions',
      description:
        'When a person decides on or changes a record, the system shall write an audit entry with the ' +
        'person, the time, the old value, the new value.',
      priority: 'medium',
    },
  },
  {
    key: 'abuse',
    category: 'Security',
    axis: 'feasibility',
    causes: [
      { cue: /\bpublic (?:\w+ )?API\b/i, severity: 'high' },
      {
        cue: /\bpublic (?:web ?site|page|form)\b|\bself-service\b|\bgift cards?\b|\bvouchers?\b/i,
        severity: 'medium',
      },
    ],
    settled: anyOf(
      /\brate limit|\babuse|\bspam|\bcaptcha|\bautomated\b|\bquota|\battempts\b/i,
      /\bat most \d+ [\w -]{2,30} (?:an?|per|each) (?:second|minute|hour|day)\b/i,
      /\bone request (?:a|per) day\b/i,
    ),
    title: 'Limits against abuse by strangers or automated requests are not covered',
    impact: 'One script can flood the feature with requests, guesses or spam.',
    suggest: {
      title: 'Rate limit against abuse',
      description:
        'If one network address sends more than 60 requests in a minute (assumption), then the system shall refuse ' +
        'its further automated requests for 10 minutes (assumption).',
      priority: 'medium',
    },
  },
];
