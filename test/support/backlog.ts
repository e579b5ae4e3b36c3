// A spec, a submission of stories for it, and their backlog.

import { readSpec } from '../../src/documents/spec/read-spec.ts';
import { mergeStories } from '../../src/documents/stories/merge-stories.ts';
import type { StorySubmission } from '../../src/documents/stories/story.ts';
import { writeIndex } from '../../src/documents/stories/write-index.ts';
import { writeStory } from '../../src/documents/stories/write-story.ts';

export const SPEC_TEXT = `---
version: "1.0"
priority: must
---

# Feature: Court booking

## Vision

Members book courts without calling the club.

## Scope

### In Scope

- Booking and cancelling

### Out of Scope

- Paying for a booking
- Weather forecasts

## Requirements

### R-001: Book a court

**Type:** functional
**Priority:** must
**Dependencies:** []
**Source:** REQ-001
**Description:** A member shall be able to book a free court.

**Acceptance Criteria:**

- [ ] A member sees the free slots of a day.
- [ ] A slot that is booked is not offered again.

### R-002: Cancel a booking

**Type:** functional
**Priority:** should
**Dependencies:** [R-001]
**Source:** REQ-002
**Description:** A member shall be able to cancel a booking.

**Acceptance Criteria:**

- [ ] Cancelling frees the slot within 5 seconds.

### R-003: Set up hosting

**Type:** operational
**Priority:** must
**Dependencies:** []
**Description:** The club shall run the service on its own server.

**Acceptance Criteria:**

- [ ] The service answers on the club's domain.
`;

export const SPEC = readSpec(SPEC_TEXT);

export const SUBMISSION: StorySubmission = {
  analysis: 'Booking comes first, cancelling builds on it.',
  platform: 'web',
  requirements: [
    {
      ...{ id: 'S-001', title: 'Book a free slot', description: 'As a member, I want to book so that I can play.' },
      acceptance_criteria: [
        'a member sees the free slots of a day',
        'R-001.2: Slots that are taken are hidden',
        'It works on a phone',
      ],
      ...{ dependencies: ['S-003'], points: 3, story_type: 'app', covers: ['R-001'] },
    },
    {
      ...{ id: 'S-002', title: 'Cancel a booking', description: 'A member cancels before the slot begins.' },
      acceptance_criteria: ['Cancelling frees the slot within 5 seconds.'],
      ...{ dependencies: ['S-001'], points: 2, story_type: 'app' },
    },
    {
      ...{ id: 'S-003', title: 'Set up hosting', description: 'Server, domain, certificate.' },
      acceptance_criteria: ["The service answers on the club's domain."],
      ...{ dependencies: [], points: 1, story_type: 'devops' },
    },
  ],
};

export const STORIES = mergeStories([], SUBMISSION, SPEC, 'court-booking').stories;

/** From the feature's folder. */
export const BACKLOG_FILES: { readonly [file: string]: string } = {
  'spec.md': SPEC_TEXT,
  'stories/README.md': writeIndex(STORIES, SPEC),
  ...Object.fromEntries(
    STORIES.map((story) => [`stories/${story.id}.md`, writeStory(story, { spec: SPEC, stories: STORIES })]),
  ),
};
