// UI/UX: errors, empty lists, long work, languages, and people who do not see or use a mouse.

import { anyOf } from './any-of.ts';
import { REFUSED_ENTRY } from './role-causes.ts';
import type { Topic } from './topic.ts';

export const SCREEN: readonly Topic[] = [
  {
    key: 'languages',
    category: 'UI/UX',
    axis: 'user experience',
    causes: [
      {
        cue: anyOf(
          /\b(?:two|three|four|five|six|several|many|\d+) languages\b|\bmultilingual\b/i,
          /\bin their (?:own )?language\b|\b(?:do|does) not (?:read|speak|understand) (?:the language|[A-Z][a-z]+)\b/i,
        ),
        severity: 'high',
      },
      { cue: /\baround the world\b|\bmany countries\b|\binternational\b/i, severity: 'low' },
    ],
    settled: /\blanguages?\b|\blocali[sz]|\btranslated\b/i,
    title: 'The languages it speaks are not covered',
    impact: 'People who do not read the one language cannot use it.',
    suggest: {
      title: 'Choice of language',
      description:
        'When a user chooses a language, the system shall show every text in that language within 2 seconds ' +
        '(assumption).',
      priority: 'high',
    },
  },
  {
    key: 'errors',
    category: 'UI/UX',
    axis: 'user experience',
    causes: [
      {
        cue: anyOf(
          /\bforms?\b|\benters?\b|\bentry\b|\bscan(?:s|ning)?\b|\bwith a code\b|\bredeem\w*/i,
          /\bedit(?:s|ing|or)?\b|\bsubmit\w*|\buploads?\b|\bendpoints?\b|\bmeasurements?\b/i,
        ),
        severity: 'medium',
      },
    ],
    settled: REFUSED_ENTRY,
    title: 'Errors and invalid entries, and what people are told then, are not covered',
    impact: 'When something fails, people do not know whether it was saved or what to do.',
    suggest: {
      title: 'Error messages',
      description:
        'If an entry is invalid or cannot be saved, then the system shall show an error message that ' +
        'names the field within 2 seconds (assumption).',
      priority: 'medium',
    },
  },
  {
    key: 'accessibility',
    category: 'UI/UX',
    axis: 'user experience',
    causes: [
      {
        cue: /\b(?:blind|deaf|wheelchairs?|screen readers?|(?:hearing|sight)[- ]impair\w+|disab(?:led|ilit\w+))\b/i,
        severity: 'high',
      },
      {
        cue: anyOf(
          /\bpublic\b|\bvisitors?\b|\bcitizens?\b|\bpatients?\b|\bstudents?\b|\bpupils?\b|\bdonors?\b/i,
          /\bemployees\b(?=[^\n]*\ball\b)|\ball employees\b|\bmuseum\b/i,
        ),
        severity: 'medium',
      },
      { cue: /\bcustomers?\b|\bbrowsers?\b|\bapps?\b|\bpages?\b|\bscreens?\b|\bforms?\b/i, severity: 'low' },
    ],
    settled: /\baccessib|\bWCAG\b|\bscreen readers?\b|\bkeyboard\b|\bsubtitles?\b|\bcaptions?\b/i,
    title: 'Accessibility is not covered',
    impact: 'People with a disability cannot use it; for public services that is against the law in many places.',
    suggest: {
      title: 'Accessibility',
      description: 'The system shall meet WCAG 2.2 level AA (assumption) on every screen of this feature.',
      priority: 'medium',
    },
  },
  {
    key: 'empty-states',
    category: 'UI/UX',
    axis: 'user experience',
    causes: [
      {
        cue: anyOf(
          /\blists?\b|\bsearch\w*|\bdashboards?\b|\bfeeds?\b|\boverview\b|\btables?\b|\bcharts?\b/i,
          /\bfilters?\b|\breports?\b|\bdesk\b/i,
        ),
        severity: 'low',
      },
    ],
    settled: anyOf(
      /\bempty\b|\bno (?:\w+ ){1,2}(?:match|matches|expire|expires|is planned|found)\b|\bno results?\b/i,
      /\bnothing\b|\bno agent\b|\bnobody\b|\b(?:has|have|are|is) no \w+|\bno \w+ yet\b/i,
    ),
    title: 'Empty lists and searches with no result are not covered',
    impact: 'On the first day people see a blank screen and think it is broken.',
    suggest: {
      title: 'Empty states',
      description: 'While a list is empty, the system shall show one sentence that says how to add the first entry.',
      priority: 'low',
    },
  },
];
