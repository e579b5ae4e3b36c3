// Data: several people at once, mistakes, files, duplicates, time, and what was there before.

import { anyOf } from './any-of.ts';
import {
  AT_ONCE,
  reportedTwice,
  SAME_AGAIN,
  severalZones,
  TAKEN_OVER,
  taken,
  undoneBooking,
  undoneEntry,
  ZONED,
} from './role-causes.ts';
import type { Topic } from './topic.ts';

/** What only one can have at a time. */
const PLACES =
  'slots?|seats?|beds?|rooms?|places?|tables?|plots?|pitch(?:es)?|courts?|booths?|desks?|cars?|tools?|shifts?';

export const CONTENT: readonly Topic[] = [
  {
    key: 'migration',
    category: 'Data',
    axis: 'completeness',
    causes: [
      {
        cue: anyOf(
          /\bmigrat\w+|\bcarr(?:y|ied|ying) over\b|\btaking over (?:the|all|our|existing)\b/i,
          /\bexisting (?:records|tickets|contacts|entries|documents)\b/i,
        ),
        severity: 'critical',
      },
      { cue: /\breplac(?:es?|ed|ing|ement)\b[^.\n]{0,40}\b(?:system|spreadsheets?|tool|program)\b/i, severity: 'high' },
    ],
    settled: TAKEN_OVER,
    title: 'Migration of what exists already is not covered',
    impact: 'Records of the old system are lost or wrong on the first day.',
    suggest: {
      title: 'Migration with a count',
      description:
        'When the migration ends, the system shall report the number of migrated records beside the ' +
        'number in the old system, with a list of each record that differs.',
      priority: 'high',
    },
  },
  {
    key: 'concurrent',
    category: 'Data',
    axis: 'feasibility',
    causes: [
      {
        cue: anyOf(
          /\btogether\b|\bshared? editor\b|\b(?:several|two) \w+ (?:work|edit|write)|\b(?:on|of) one text\b/i,
          /\bfree (?:\w+ )?(?:slots?|seats?|rooms?|places?)\b|\bfree room\b|\bstock counts?\b|\bstock is\b/i,
          /\binventory\b|\bshifts?\b(?=[^.\n]*\bvolunteers?\b)|\bchoose shifts\b|\bboth directions\b/i,
          /\bcollaborat\w+|\b(?:family|team|household) shares? (?:one|an?) (?:plan|list|calendar|budget|document)\b/i,
          /\b(?:two|three|four|five|several|many) (?:[\w-]+ )?(?:\w+s|staff) (?:work|edit|write|change) (?:on|at)\b/i,
          new RegExp(
            `\\b(?:book|reserv|enrol|claim|swap|tak(?:e|es|ing)\\b)\\w*\\b[^.\\n]{0,30}\\b(?:${PLACES})\\b`,
            'i',
          ),
          /\b(?:book|reserve)s? (?:an?|one|free|available) \w+/i,
          /\bfirst (?:one )?(?:who|that|to) (?!use|see|know)\w+\b/i,
        ),
        severity: 'high',
      },
      { find: taken, severity: 'high' },
      {
        cue: /\b(?:staff|team members|colleagues) (?:work|edit)\b|\bediting (?:tickets|records|cases)\b|\bredeem\w*/i,
        severity: 'medium',
      },
    ],
    settled: AT_ONCE,
    title: 'Two people changing or taking the same thing at the same time is not covered',
    impact: 'One person overwrites the other without knowing, or the last place is given away twice.',
    suggest: {
      title: 'Concurrent changes',
      description:
        'If two people change the same record at the same time, then the system shall keep the first ' +
        'change, showing the second person the conflict within 2 seconds (assumption).',
      priority: 'high',
    },
  },
  {
    key: 'duplicates',
    category: 'Data',
    axis: 'completeness',
    causes: [
      { cue: /\bimport(?:s|ed|ing)?\b/i, severity: 'high' },
      {
        cue: /\bscanned (?:invoices|receipts|forms)\b|\buploads? (?:of )?(?:scanned )?invoices\b/i,
        severity: 'medium',
      },
      { find: reportedTwice, severity: 'medium' },
    ],
    settled: SAME_AGAIN,
    title: 'Duplicates (the same thing reported or stored twice) are not covered',
    impact: 'The same record is kept twice, and the copies drift apart.',
    suggest: {
      title: 'Duplicates',
      description:
        'If a record that already exists arrives again, then the system shall list it as a duplicate, ' +
        'leaving the stored record as it was.',
      priority: 'medium',
    },
  },
  {
    key: 'undo',
    category: 'Data',
    axis: 'completeness',
    causes: [
      { find: undoneBooking, severity: 'high' },
      { find: undoneEntry, severity: 'medium' },
    ],
    settled: anyOf(
      /\bdelet|\bundo|\brevert|\brestor|\bremov|\bwithdraw|\bcancel|\bcorrect|\brevok/i,
      /\broll(?:s|ed)? back\b|\bsend back\b|\bunsubscrib/i,
    ),
    title: 'Cancelling, correcting or undoing (deleting) what was entered is not covered',
    impact: 'A mistake stays for ever, or is mended by hand in the database.',
    suggest: {
      title: 'Correct or cancel an entry',
      description:
        'When a person corrects or cancels their own entry, the system shall keep the earlier state for 30 ' +
        'days (assumption).',
      priority: 'medium',
    },
  },
  {
    key: 'files',
    category: 'Data',
    axis: 'feasibility',
    causes: [
      {
        cue: anyOf(
          /\bupload\w*|\battach\w*|\bphotos\b|\bwith (?:a |their )?(?:cv|receipts?)\b/i,
          /\b(?:identity|income) documents?\b/i,
        ),
        severity: 'medium',
      },
    ],
    settled: /\b\d+ ?(?:KB|MB|GB)\b|\bfile (?:types?|formats?|sizes?)\b|\bmalware|\bvirus/i,
    title: 'Size and type limits of uploaded files are not covered',
    impact: 'A huge or harmful file fills the storage or reaches other people.',
    suggest: {
      title: 'Limits for uploaded files',
      description:
        'If a user uploads a file above 20 MB (assumption) or of a file type outside the permitted list, then the ' +
        'system shall refuse the upload with the reason.',
      priority: 'medium',
    },
  },
  {
    key: 'time-zone',
    category: 'Data',
    axis: 'completeness',
    causes: [
      { find: severalZones, severity: 'medium' },
      {
        cue: anyOf(
          /\breminded at the time\b|\bat the time they choose\b|\btime zones?\b|\bacross countries\b/i,
          /\bschedul\w+ (?:calls?|meetings?)\b|\bvideo (?:calls?|meetings?|appointments?)\b/i,
        ),
        severity: 'medium',
      },
    ],
    settled: ZONED,
    title: 'Time zones of dates and reminders are not covered',
    impact: 'People come an hour early or late, twice a year or whenever they travel.',
    suggest: {
      title: 'Time zone of times shown',
      description:
        'The system shall show each date and time in the time zone of the place it belongs to, with the zone named.',
      priority: 'low',
    },
  },
  {
    key: 'retention',
    category: 'Data',
    axis: 'completeness',
    causes: [
      { cue: /\blogs\b|\bchats? with\b|\btranscripts?\b|\barchiv\w+/i, severity: 'medium' },
      { cue: /\bhistory\b|\bdiary (?:of|with)\b|\b(?:keep|share)s? (?:an?|the|their) diary\b/i, severity: 'low' },
    ],
    settled: /\bretention|\b(?:after|for) \d+ (?:hours|days|weeks|months|years)\b|\bkeeps? every version\b|\barchiv/i,
    title: 'How long things are kept (retention) is not covered',
    impact: 'Storage grows without bound, or something is gone when it is asked for.',
    suggest: {
      title: 'Retention period',
      description:
        'When a record is older than its retention period of 365 days (assumption), the system shall delete it ' +
        'within 24 hours (assumption).',
      priority: 'low',
    },
  },
];
