// Integration and performance: systems and messages that fail, people who wait, amounts and times.

import { anyOf } from './any-of.ts';
import { FAILS, MONEY_MOVES, NAMED, namedService, OF_PEOPLE, PAID_THROUGH, SERVICE, WHOSE } from './outside-names.ts';
import { answerWanted, hears, outcomeTold } from './role-causes.ts';
import type { Topic } from './topic.ts';

const DEVICES = 'sensor|device|tracker|meter|probe|logger|beacon|gauge';
const MESSAGES = 'emails?|messages?|sms|texts?|push|notifications?|reminders?|alerts?|alarms?|letters?|warnings?|issue';
/** Messages to people, in whatever way. */
const MESSAGE = anyOf(
  /\bnewsletters?\b|\bmailings?\b|\balarm(?:s|ed)?\b|\bSMS\b|\btext messages?\b|\bpush (?:messages?|notif\w+)\b/i,
  /\bnotif(?:y|ies|ied|ication\w*)\b|\bremind\w*|\balert(?:s|ed)?\b|\b(?:by|an|get|gets) emails?\b(?! address)/i,
  /\b(?:is|are) (?:warned|messaged)\b|\bwarnings?\b/i,
  /\b(?:is|are) (?:told|informed|notified)\b/i,
);
/** What is sent where it must be seen soon. */
const URGENT = /\bSMS\b|\btext messages?\b|\bpush (?:messages?|notif\w+)\b|\balarms?\b/i;

export const SYSTEMS: readonly Topic[] = [
  {
    key: 'outside-systems',
    category: 'Integration',
    axis: 'integration',
    causes: [
      { find: namedService, severity: 'high' },
      { cue: NAMED, severity: 'high' },
      {
        cue: anyOf(
          /\b(?:outside|external|third[- ]party) [\w -]{0,30}(?:services?|systems?|providers?)\b/i,
          /\bthrough (?:its|their|the) API\b|\bfrom (?:any |other |the )?web ?(?:sites?|pages?)\b/i,
        ),
        severity: 'high',
      },
      { cue: new RegExp(`\\b(?:${WHOSE}) ${SERVICE}\\b(?: [A-Z][a-z]\\w+)?`), severity: 'high' },
      {
        cue: new RegExp(
          `(?<=\\b(?:to|from|by|through|via|asks?) (?:the |an? )?)(?!${OF_PEOPLE})[a-z]+ service\\b`,
          'i',
        ),
        severity: 'high',
        isInRequirements: true,
      },
    ],
    settled: FAILS,
    naming: /\b(?:services?|providers?|partners?|outside|external|API|gateway|hand-over|transfer|import|upload)\b/i,
    title: 'An outside service or system ({cause}) that fails or does not answer is not covered',
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
    key: 'payment-fails',
    category: 'Integration',
    axis: 'integration',
    causes: [
      { cue: PAID_THROUGH, severity: 'high' },
      {
        cue: anyOf(
          /\b(?:by|stored|credit|debit) cards?\b|\bcard payments?\b|\bdirect debit\b|\bcheckout\b/i,
          /\bpay(?:s|ing)? online\b|\bonline payments?\b|\bpayment (?:service|provider)s?\b/i,
        ),
        severity: 'high',
        isInRequirements: true,
        beside: MONEY_MOVES,
      },
    ],
    settled: anyOf(
      /\b(?:payment|charge|card|debit|transaction|provider)\b[^.]{0,40}\b(?:fails?|failed|declined?|refused?)/i,
      /\b(?:declin|refus)\w+[^.]{0,30}\b(?:payment|charge|card)|\bdeclines\b|\bfailed payments?\b/i,
      /\b(?:does|do|did) not (?:answer|respond)|\bunavailable\b|\bunreachable\b/i,
      /\bnothing was charged\b|\btime[sd]? ?out\b|\bis (?:down|silent)\b|\bpayment (?:trouble|goes wrong|problem)/i,
      /\b[A-Z]\w+ (?:\w+ ){0,3}(?:declines|refuses|fails|is down)\b/,
    ),
    title:
      'A payment that fails, is declined or is sent twice, or a payment provider ({cause}) that does not answer, is ' +
      'not covered',
    impact: 'People do not know whether they paid, pay twice, or get what they did not pay for.',
    suggest: {
      title: 'Failed payment',
      description:
        'If the payment provider declines a payment or does not answer within 10 seconds (assumption), then the ' +
        'system shall show the payment as failed.',
      priority: 'high',
    },
  },
  {
    key: 'silent-device',
    category: 'Integration',
    axis: 'integration',
    causes: [
      {
        cue: anyOf(
          /\b(?:sensors?|loggers?|trackers|probes?|beacons|thermometers?|gauges?)\b|\bmeters? (?:that )?sends?\b/i,
          /\bsends? (?:the |their )?(?:temperature|positions?|readings?|values?|levels?)\b/i,
        ),
        severity: 'high',
      },
    ],
    settled: anyOf(
      new RegExp(`\\b(?:${DEVICES})s?\\b[^.]{0,50}\\b(?:silent|fails?|offline|lost|broken|does not|stops?)\\b`, 'i'),
      /\bno (?:reading|value|signal|position|data) (?:\w+ ){0,3}(?:for|in|since|within)\b|\bstops? sending\b/i,
      /\bno (?:reading|value|position)s? (?:has|have) (?:come|arrived)\b/i,
    ),
    title: 'A sensor or outside device that falls silent (sends no reading, fails or does not answer) is not covered',
    impact: 'Silence looks like good news: nobody notices that nothing is measured any more.',
    suggest: {
      title: 'Sensor falls silent',
      description:
        'If a sensor sends no reading for 15 minutes (assumption), then the system shall show the sensor as failed, ' +
        'with the time of its last reading.',
      priority: 'high',
    },
  },
  {
    key: 'order-status',
    category: 'UI/UX',
    axis: 'user experience',
    causes: [
      {
        cue: anyOf(
          /\b(?:status|state|progress) of (?:an?|the|their|each|every) (?:order|request|application|claim|repair)s?\b/i,
          /\bwhere (?:an?|the|their|its|his|her) (?:order|parcel|delivery|request|application)s? (?:is|are|stands?)\b/i,
          /\borders? (?:to|from) (?:the |their |our |its )?(?:\w+ )?\w+s\b/i,
        ),
        severity: 'high',
      },
    ],
    settled: anyOf(
      /\bstatus\b|\bstate of\b|\btrack|\bprogress of\b|\bhow far\b|\bon its way\b|\bis ready\b|\bdelivered\b/i,
      /\bsees? (?:only )?(?:its|their|his|her) own\b|\bsees? (?:whether|how far|where)\b/i,
      /\bwhether (?:an?|the|their|its) (?:order|request|claim|application|parcel|repair)s? (?:is|are|was|has)\b/i,
      /\b(?:orders?|requests?|parcels?|pledges?|it) (?:is|are|was|were) [\w, ]{2,40}\bor\b/i,
    ),
    title: 'The status of an order or request, for the person who made it, is not covered',
    impact: 'People ring to ask how far it is.',
    suggest: {
      title: 'Status of an order',
      description:
        'When the status of an order changes, the system shall show the new status to the person who made the order ' +
        'within 1 minute (assumption).',
      priority: 'medium',
    },
  },
  {
    key: 'notification-delivery',
    category: 'Integration',
    axis: 'integration',
    causes: [
      { cue: MESSAGE, severity: 'high' },
      { cue: URGENT, severity: 'high', isInRequirements: true },
      { cue: MESSAGE, severity: 'medium', isInRequirements: true },
    ],
    settled: anyOf(
      /\bdelivery fails\b|\bdelivered\b|\bbounce|\bnot (?:\w+ )?(?:reached|acknowledged)\b|\bundeliver/i,
      /\b(?:cannot|could not|can not) be (?:sent|delivered|reached)\b|\bafter \w+ (?:tries|attempts)\b/i,
      /\bwrong (?:number|address)|\bfails? to (?:send|arrive|reach)\b/i,
      /\b(?:does|did|do) not (?:arrive|reach|get through)\b|\bnot (?:be )?deliver|\bunreach/i,
      new RegExp(`\\b(?:${MESSAGES})\\b[^.]{0,60}\\b(?:fails?|try again|retr(?:y|ies))\\b`, 'i'),
      new RegExp(`\\b(?:try again|retr(?:y|ies))\\b[^.]{0,60}\\b(?:${MESSAGES})\\b`, 'i'),
    ),
    title: 'Notifications (messages, {cause}) that fail, bounce or are not delivered are not covered',
    impact: 'A message is lost unnoticed, and the person it was for does not act.',
    suggest: {
      title: 'Failed notifications',
      description:
        'If a notification is not delivered within 5 minutes (assumption), then the system shall retry ' +
        '3 times (assumption) before it marks the recipient as not reached.',
      priority: 'medium',
    },
  },
  {
    key: 'unsubscribe',
    category: 'UI/UX',
    axis: 'completeness',
    causes: [
      { cue: /\bnewsletters?\b|\bmailing lists?\b|\bpromotional (?:emails?|messages?)\b/i, severity: 'critical' },
    ],
    settled: /\bunsubscrib|\bopt(?:s|ed|ing)?[- ]out\b|\b(?:leaves?|off) the (?:mailing )?list\b/i,
    title: 'Unsubscribing (opting out of the messages) is not covered',
    impact: 'People who want no more of it mark it as spam; in many places a way out is the law.',
    suggest: {
      title: 'Unsubscribe',
      description:
        'When a recipient follows the link "Unsubscribe", the system shall send that recipient no further issue.',
      priority: 'high',
    },
  },
  {
    key: 'people-told',
    category: 'Integration',
    axis: 'user experience',
    causes: [
      { find: answerWanted, severity: 'high' },
      { find: hears, severity: 'high' },
      { find: outcomeTold, severity: 'medium' },
      { cue: /\bapprov(?:e|es|al)\b/i, severity: 'medium' },
    ],
    settled: /\bnotif|\bremind|\btells?\b|\btold\b|\bsends?\b[^.]{0,60}\b(?:email|message|letter|link)|\bemails?\b/i,
    title: 'That those concerned are told (notified of) the outcome, or that it is their turn, is not covered',
    impact: 'Work waits because the next person does not know of it.',
    suggest: {
      title: 'Notification of the outcome',
      description:
        'When a request is decided, the system shall notify the person who made it of the outcome by email within 5 ' +
        'minutes (assumption).',
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
          /\b(?:\d{2,3},\d{3}|\d{1,3}(?:,\d{3}){2,5}) (?!euros?|dollars?|pounds?)\w+/i,
          /\b\d+ ?TB\b|\bat peak\b|\bthousands\b|\bmillions?\b/i,
        ),
        severity: 'medium',
      },
    ],
    settled: anyOf(
      /\b\d{1,3}(?:,\d{3}){1,5} (?!euros?|dollars?|pounds?)\w+|\b\d+ ?TB\b|\bpeak\b|\bcapacity\b|\bvolume\b/i,
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
