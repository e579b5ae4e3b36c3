// Integration and performance: systems and messages that fail, people who wait, amounts and times.

import { anyOf } from './any-of.ts';
import type { Topic } from './topic.ts';

export const SYSTEMS: readonly Topic[] = [
  {
    key: 'outside-systems',
    category: 'Integration',
    axis: 'integration',
    causes: [
      {
        cue: anyOf(
          /\b(?:salesforce|outlook|google|stripe|paypal|sap|slack|microsoft|hubspot|jira|ldap|sftp|crm|erp)\b/i,
          /\b(?:outside|external|third[- ]party) [\w -]{0,30}(?:services?|systems?|providers?)\b/i,
          /\bthrough (?:its|their|the) API\b|\bsensors?\b/i,
          /\b(?:map|payment|recognition|weather) (?:service|provider)s?\b|\b(?:by|stored) card\b/i,
          /\bcard payments?\b/i,
        ),
        severity: 'high',
      },
    ],
    settled: anyOf(
      /\b(?:does|do|did) not (?:answer|respond)|\bunavailable|\bunreachable|\boutage|\btime[sd]? ?out\b/i,
      /\b(?:tr(?:y|ies)|retr(?:y|ies)) (?:it )?again\b|\bretr(?:y|ies)\b/i,
      /\b(?:service|provider|system) fails\b/i,
    ),
    title: 'An outside system that fails or does not answer is not covered',
    impact: 'The first outage of the service or provider loses work, or leaves people waiting without a word.',
    suggest: {
      title: 'Outside system does not answer',
      description:
        'If an outside system does not answer within 10 seconds (assumption), then the system shall ' +
        'retry 3 times (assumption) before it shows the failure.',
      priority: 'high',
    },
  },
  {
    key: 'notification-delivery',
    category: 'Integration',
    axis: 'integration',
    causes: [
      {
        cue: /\bnotif\w+|\bremind\w*|\balert\w*|\btext messages?\b|\bby email\b|\bemails?\b(?! address)|\bpush\b/i,
        severity: 'medium',
      },
    ],
    settled: anyOf(
      /\bdelivery fails\b|\bdelivered\b|\bbounce|\btry again\b|\bretr(?:y|ies)\b/i,
      /\bturn(?:s|ed)? (?:\w+ ){0,3}off\b|\bopt(?:s|ed)? out\b|\bunsubscrib|\bmute/i,
    ),
    title: 'Notifications that fail to be delivered, or that people turn off, are not covered',
    impact: 'A message is lost unnoticed, or there are so many that people stop reading them.',
    suggest: {
      title: 'Failed notifications',
      description:
        'If a notification is not delivered within 5 minutes (assumption), then the system shall retry ' +
        '3 times (assumption) before it marks the recipient as not reached.',
      priority: 'medium',
    },
  },
  {
    key: 'people-told',
    category: 'Integration',
    axis: 'user experience',
    causes: [
      { cue: /\bapprov(?:e|es|al)\b|\bclients? (?:upload|order)|\bstatus of each order\b/i, severity: 'medium' },
    ],
    settled: /\bnotif|\bremind|\btells?\b|\btold\b|\bsends?\b[^.]{0,60}\b(?:email|message|letter|link)|\bby email\b/i,
    title: 'That people are told (notified) when it is their turn is not covered',
    impact: 'Work waits because the next person does not know of it.',
    suggest: {
      title: 'Notification when it is their turn',
      description:
        'When an item waits for a person, the system shall notify that person by email within 5 ' +
        'minutes (assumption).',
      priority: 'medium',
    },
  },
  {
    key: 'api-errors',
    category: 'Integration',
    axis: 'integration',
    causes: [{ cue: /\bREST\b|\bendpoints?\b|\bwebhooks?\b|\bGraphQL\b/i, severity: 'medium' }],
    settled: /\berror|\bstatus code|\b[45]\d\d\b|\binvalid/i,
    title: 'Answers to invalid requests (errors) are not covered',
    impact: 'Clients cannot tell their own mistake from our failure.',
    suggest: {
      title: 'Errors of the API',
      description:
        'If a request is invalid, then the API shall answer with status code 400 with an error text that ' +
        'names the field.',
      priority: 'medium',
    },
  },
  {
    key: 'response-time',
    category: 'Performance',
    axis: 'feasibility',
    causes: [
      {
        cue: anyOf(
          /\breal[- ]time\b|\blive (?:map|view|data)\b|\bas they happen\b|\bAPI\b(?=[^\n]*\bdevelopers?\b)/i,
          /\bdevelopers?\b(?=[^\n]*\bAPI\b)/i,
        ),
        severity: 'medium',
      },
      { cue: /\bsearch\w*\b|\bdashboards?\b/i, severity: 'low' },
    ],
    settled: /\b\d+ ?(?:ms|milliseconds|seconds?|minutes?)\b/i,
    title: 'Response times in seconds are not covered',
    impact: 'It may be too slow to be of use, and nobody can say when it is.',
    suggest: {
      title: 'Response time',
      description:
        'When a user requests a view, the system shall show it within 2 seconds in 95 of 100 ' + 'cases (assumption).',
      priority: 'medium',
    },
  },
  {
    key: 'volume',
    category: 'Performance',
    axis: 'feasibility',
    causes: [
      {
        cue: anyOf(
          /\b\d{1,3}(?:,\d{3})+ (?!euros?|dollars?|pounds?)\w+|\b\d+ ?(?:TB|GB)\b|\bat peak\b|\bthousands\b/i,
          /\bmillions?\b/i,
        ),
        severity: 'medium',
      },
    ],
    settled: anyOf(
      /\b\d{1,3}(?:,\d{3})+ (?!euros?|dollars?|pounds?)\w+|\b\d+ ?TB\b|\bpeak\b|\bcapacity\b|\bvolume\b/i,
      /\bat the same time with\b/i,
    ),
    title: 'The volume it must carry (numbers, peak) is not covered',
    impact: 'It works in the test and breaks at the real number of records or people.',
    suggest: {
      title: 'Volume at peak',
      description:
        'While the stated peak volume is in use, the system shall answer 95 of 100 requests within 2 ' +
        'seconds (assumption).',
      priority: 'medium',
    },
  },
];
