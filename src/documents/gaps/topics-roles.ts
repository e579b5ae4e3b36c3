// Matters of people's actions: what was paid is called off, nobody pays, nobody answers.

import {
  answeredInNeed,
  answeredLate,
  paidAhead,
  paidLate,
  REFUNDS,
  refunded,
  UNANSWERED,
  UNPAID,
} from './role-causes.ts';
import type { Topic } from './topic.ts';

export const ROLES: readonly Topic[] = [
  {
    key: 'refund',
    category: 'Data',
    axis: 'completeness',
    causes: [
      { find: refunded, severity: 'high' },
      { find: paidAhead, severity: 'high' },
    ],
    settled: REFUNDS,
    title: 'A refund or credit when something already paid is cancelled is not covered',
    impact: 'People pay for what they did not get, and every case is settled by hand.',
    suggest: {
      title: 'Refund of what was cancelled',
      description:
        'When a person cancels something already paid within the time allowed, the system shall refund the full ' +
        'amount within 5 days (assumption).',
      priority: 'high',
    },
  },
  {
    key: 'not-paid',
    category: 'Data',
    axis: 'completeness',
    causes: [{ find: paidLate, severity: 'medium' }],
    settled: UNPAID,
    title: 'What happens when somebody does not pay by the deadline (unpaid) is not covered',
    impact: 'What was sold is neither paid nor free for somebody else.',
    suggest: {
      title: 'Nothing is paid in time',
      description:
        'If an amount is unpaid 7 days (assumption) after the request to pay, then the system shall list it as ' +
        'overdue.',
      priority: 'medium',
    },
  },
  {
    key: 'not-answered',
    category: 'Data',
    axis: 'completeness',
    causes: [
      { find: answeredInNeed, severity: 'high' },
      { find: answeredLate, severity: 'medium' },
    ],
    settled: UNANSWERED,
    title: 'What happens when there is no answer in time (nobody accepts, confirms or responds) is not covered',
    impact: 'One person who does not answer holds up all who come after.',
    suggest: {
      title: 'No answer in time',
      description:
        'If a person does not answer within 7 days (assumption), then the system shall mark the request as expired.',
      priority: 'medium',
    },
  },
];
