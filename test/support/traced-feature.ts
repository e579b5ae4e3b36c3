// A feature with requirements, a small design and a PRD, with a gap of each kind in it.

const item = (id: string, title: string, description = `The club shall ${title.toLowerCase()}.`): string =>
  [
    `### ${id}: ${title}`,
    '',
    ...[
      '- **Priority**: high',
      '- **Category**: Data',
      `- **Description**: ${description}`,
      '- **Status**: Approved',
      '',
    ],
  ].join('\n');
export const REQUIREMENTS = [
  '# Requirements\n\n**Feature ID:** court-booking\n\n## Approved Requirements\n',
  item('REQ-001', 'Book a slot'),
  item('REQ-002', 'Cancel a booking'),
  item('REQ-003', 'Print a poster'),
  item('REQ-004', 'Rate a coach'),
  '## Modified Requirements\n\n## Rejected Requirements\n',
  item('REQ-005', 'Sell drinks').replace('Status**: Approved', 'Status**: Rejected\n- **Reason**: No licence.'),
  '## Out-of-Scope Requirements\n\n## Review History\n',
].join('\n');
export const HLD = `# High-Level Design

## Overview and Use Cases

### UC-001: Book a slot

- **Actor**: Member
- **Requirements**: REQ-001

### UC-002: Cancel a booking

- **Actor**: Member
- **Requirements**: REQ-002, REQ-005

### UC-003: Rate a coach

- **Requirements**: REQ-004, REQ-099

## Components

### CMP-001: Booking service

- **Responsibility**: Keeps bookings.
- **Use cases**: UC-001, UC-002
`;
export const LLD = `# Low-Level Design

## Use Case to API Map

| Use case | API |
| --- | --- |
| UC-001 | API-001 |

## API Endpoints

### API-001: POST /bookings

- **Component**: CMP-001
- **Request**: Booking
- **Response**: 201 Booking

### API-002: DELETE /bookings/{id}

- **Use cases**: UC-002
- **Component**: CMP-001
- **Response**: 204

### API-003: GET /health

- **Response**: 200

### API-004: GET /audit-events

- **Component**: CMP-001
- **Tables**: TBL-002
- **Response**: 200

## Data Models

### Booking

- **Table**: TBL-001 bookings

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| id | integer | yes | |
`;
export const DATABASE = `## Tables

### TBL-001: bookings

\`\`\`sql
CREATE TABLE bookings (id integer);
\`\`\`

### TBL-002: audit_events
`;
export const PRD = `# PRD

## Traceability

| Requirement ID | Technical Requirement IDs | User Story IDs |
| --- | --- | --- |
| REQ-001 | court-booking/API-001 | US-004 |
| REQ-002 | TBD | TBD |
`;
export const FEATURE = {
  ...{ featureId: 'court-booking', requirements: REQUIREMENTS, prd: PRD },
  design: { hld: HLD, lld: LLD, database: DATABASE },
};
