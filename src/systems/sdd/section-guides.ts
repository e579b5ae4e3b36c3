// What belongs in each section of a design, in which form and how long, as the drafter of that section reads it.

import type { PartName } from '../../documents/design/part.ts';

type Guides = { readonly [section: string]: readonly string[] };

const HLD: Guides = {
  overview: [
    '- Two to four sentences: what the system does, for whom, and what it leaves to others. Then the use cases,',
    '  all of them: `### UC-001: Book a slot`, `- **Actor**: Member`, `- **Requirements**: REQ-001, REQ-004`',
    '  (only ids that stand in the requirements; leave the line out where they have none), and one to four',
    '  sentences: what starts it, how it ends well, what happens when it does not.',
    '- Last two lists that the other sections build on: "Components:" with a bullet for each,',
    '  `CMP-001 Booking service: decides who has a slot`, and "Stored:" with a bullet for each kind of thing that',
    '  is kept, in the singular.',
    '- Every requirement stands in at least one use case. 200 words and 40 to 80 more for each use case.',
    '- Filler: history, benefits, what a use case is.',
  ],
  components: [
    '- For each component that the overview lists, under the same id: `### CMP-001: Booking service`,',
    '  `- **Responsibility**: ` and one sentence, `- **Use cases**: UC-001, UC-003`. Then two to four sentences:',
    '  what it depends on, what it stores, what it refuses.',
    '- Every use case stands in at least one component, and no component is without one. 60 to 120 words each.',
    '- Filler: layers that every program has, a component that only passes things on.',
  ],
  stack: [
    '- A table `| Concern | Choice | Reason |`: language and framework, storage, where it runs, messages and',
    '  jobs, sign-in, monitoring. Only rows that this system needs.',
    '- A reason names a property that this system needs and the choice has; what the project uses already comes',
    '  first. At most 12 rows, 25 words a reason.',
    '- Filler: "popular", "modern", "scalable", versions that nobody asked for.',
  ],
  'data-flow': [
    '- One `mermaid` fence with a `flowchart`. Its nodes are labelled with actors, components and outside systems',
    '  exactly as the overview names them, in quotes: `booking["Booking service"]`. An arrow says what goes along',
    '  it.',
    '- Then the two or three most important flows, each as numbered steps: who sends what to whom, what is',
    '  stored, what the sender sees, and where it can fail. 150 to 400 words.',
    '- Filler: a flow that is only "the client calls the server".',
  ],
  scalability: [
    '- The expected load in figures (users, requests a second at the peak, data after a year), each given or',
    '  marked as "Assumption:". Then what becomes the bottleneck first, at which figure, and what is done then.',
    '- 100 to 250 words. Filler: "scales horizontally" without saying what, and what holds the state.',
  ],
  security: [
    '- Who may do what, as a table `| Role | May | May not |`. How people and services prove who they are, and',
    '  how long that lasts. Which data is personal, how it is protected in transit and at rest, how long it is',
    '  kept. What is logged, and what never is.',
    '- The two or three likeliest abuses of this system, with the answer to each. 150 to 350 words.',
    '- Filler: lists of attacks that this system gives no chance to.',
  ],
  reliability: [
    '- A table `| What fails | What users see | What the system does |` with a row for each component, store and',
    '  outside system.',
    '- Then the targets in figures: availability, data that may be lost, time to recover; and how backups are',
    '  made and tried. 120 to 300 words.',
    '- Filler: "highly available" without a figure.',
  ],
  options: [
    '- Two to five decisions that would be costly to reverse: `### DEC-001: Where bookings are stored`,',
    '  `- **Options**: ` two or more, separated by semicolons, `- **Chosen**: ` one of them in the same words,',
    '  `- **Because**: ` what the others lack here.',
    '- Each rests on a figure, a requirement or a fact about this project. 60 to 120 words each.',
    '- Filler: options that nobody would take, a reason that holds for any system.',
  ],
};

const LLD: Guides = {
  endpoints: [
    '- For each endpoint `### API-001: POST /bookings`, `- **Use cases**: UC-001`, `- **Component**: CMP-001`,',
    '  `- **Request**: ` path, query and body fields with their types, or "none", `- **Response**: ` status and',
    '  fields, `- **Errors**: ` each status with when it happens, separated by semicolons.',
    '- A model that is read or written is called by its name in the singular, Booking: so code finds its table.',
    '- Every use case has at least one endpoint; a job that nobody calls gets one that starts it or shows what it',
    '  did. Paths are plural nouns; lists say how they are paged.',
    '- Filler: endpoints for what no use case does, such as a DELETE for every model; "500 internal error".',
  ],
  models: [
    '- For each thing that is stored `### Booking`, `- **Table**: TBL-001 bookings`, and a table',
    '  `| Field | Type | Required | Notes |`: types as in an API (uuid, text, integer, decimal, date, timestamp,',
    '  boolean, or the states in quotes), yes or no under Required, limits and meaning under Notes. Fields are in',
    '  snake_case.',
    '- You number the tables from TBL-001; the database uses your numbers and names. References are fields such',
    '  as `member_id`, with the model they refer to under Notes. Mark personal data in Notes with the word',
    '  "personal".',
    '- Filler: models of requests and responses, which are not stored.',
  ],
  'api-map': [
    '- One table `| Use case | API |` with ids alone, a row for each use case of the high-level design:',
    '  `| UC-001 | API-001, API-004 |`.',
    '- Every endpoint stands in at least one row, and the rows say what the endpoints say under "Use cases". No',
    '  prose.',
  ],
  schema: [
    '- Each body that more than one endpoint uses, and each with more than five fields: `### Booking body`, then',
    '  its JSON Schema in a `json` fence, with required, formats and limits.',
    '- Names, types and limits are those of endpoints and models. Filler: a schema for a body of one field.',
  ],
  examples: [
    '- For the two or three most used endpoints one request and its response as HTTP, with headers that matter',
    '  and whole bodies in `http` fences, and one refusal with its error body. The endpoint stands above each:',
    '  `### API-001`.',
    '- Values look real and fit the models; the same example is carried through. Filler: `"string"`, `"foo"`, a',
    '  second example of the same kind.',
  ],
  validation: [
    '- A table `| Field | Rule | Answer when broken |`: a row for each field whose rule says more than its type,',
    '  with figures and formats, and the status and error code that the caller gets.',
    '- Then rules between fields or rows ("ends_at is after starts_at"). Filler: "must be valid", rows that',
    '  repeat a type.',
  ],
  integrations: [
    '- For each outside system `### ` and its name: what is called and when, how we prove who we are, time limit,',
    '  retries with their pauses, what happens while it is away, and what it must never get. Which component',
    '  (CMP) talks to it.',
    '- Where there is none: one sentence that says so. 60 to 150 words each. Filler: how its product works.',
  ],
  layers: [
    '- A table `| Module | Holds | May call |`: from the entry to the store, with the components (CMP) and',
    '  endpoints (API) that each holds.',
    '- Then what must stay true, such as where a transaction begins and ends and where rights are checked. At',
    '  most 200 words. Filler: general praise of layers.',
  ],
  'business-logic': [
    '- Each rule that is more than storing and reading, as `### ` and its name, then numbered steps with fields',
    '  and states by name, and the edge cases: the same request twice, two at once, time zones, rounding, half',
    '  done.',
    '- States and what may follow each as a table `| From | Event | To |` where something has states. 60 to 200',
    '  words each. Filler: "validates and saves".',
  ],
  errors: [
    '- The one form of an error body in a `json` fence; a table `| Code | Status | When | Client should |` with',
    '  every code that endpoints use; what is retried by whom; what is logged, with which fields, and what is',
    '  never logged.',
    '- At most 300 words and the table. Filler: codes that no endpoint gives.',
  ],
};

const DATABASE: Guides = {
  ddl: [
    '- For each table `### TBL-001: bookings`, `- **Model**: Booking`, then its `CREATE TABLE` in a `sql` fence:',
    '  keys, NOT NULL, CHECK, UNIQUE and foreign keys with what happens on deletion. Ids and names are those of',
    '  the models; there is a column for each field.',
    '- A table stands after those it refers to; a foreign key has the type of the column it refers to. A table',
    '  that only joins two others gets the next free id, and "none" as its model.',
    '- At most two sentences between tables. Filler: prose that repeats the columns; tables that no model has.',
  ],
  erd: [
    '- One `mermaid` fence with an `erDiagram`: every table under the name that the SQL uses, with its key',
    '  columns, and a line for each foreign key: `members ||--o{ bookings : makes`.',
    '- No prose but for a relation whose number would surprise.',
  ],
  indexes: [
    '- One `sql` fence with `CREATE INDEX` statements; above each a comment with the endpoint whose query needs',
    '  it: `-- API-003: the bookings of a member, newest first`. Only columns that the tables have; keys and',
    '  UNIQUE columns have an index already.',
    '- Then at most five sentences on what is left without an index, and why. Filler: an index on every column.',
  ],
  encryption: [
    '- A table `| Column | Protection | Reason |` with every column that holds personal or secret data, as',
    '  `members.email`: encrypted at rest by the disk, by column, hashed, or not, with the reason.',
    '- Then where keys are kept, who may read them, how they are changed, and when personal data is deleted. 80',
    '  to 250 words. Filler: how a cipher works.',
  ],
  constraints: [
    '- A table `| Rule | Enforced by |`: each rule of the low-level design that data must keep, with the',
    '  constraint by its name, or "code" and why the database cannot.',
    '- Pay attention to what two requests at once could break. No SQL fence: the constraints themselves stand in',
    '  the tables. Filler: "primary keys are unique".',
  ],
  types: [
    '- A table `| Kind of value | Type | Reason |`: ids, money, time and time zone, text with a limit, states,',
    '  files, and JSON where it is used. The types are those that the tables use.',
    '- At most 10 rows. Filler: types that this schema does not have.',
  ],
  normalisation: [
    '- The normal form that the tables keep, in one sentence; then each place that departs from it on purpose:',
    '  which column, what it saves, and what keeps it right.',
    '- 40 to 150 words. Filler: what the normal forms are.',
  ],
  performance: [
    '- A table `| Table | Rows after a year | Growth |`, figures from the expected load or marked as',
    '  "Assumption:". The three to five heaviest queries with the endpoint, the index used and the rows read, in',
    '  `text` fences.',
    '- What is partitioned, archived or deleted, when and by what. 100 to 300 words. Filler: "queries are',
    '  optimised".',
  ],
  migrations: [
    '- A numbered list: how an empty database gets this schema, in which order; how a change is rolled out while',
    '  the system runs, and taken back; what becomes of data that exists already; how it is tried before.',
    '  Statements stand in `text` fences.',
    '- 80 to 250 words. Filler: what a migration tool is.',
  ],
};

const GUIDES: { readonly [part in PartName]: Guides } = { hld: HLD, lld: LLD, database: DATABASE };

/** For a section of someone's own. */
const OWN = [
  '- What the title says, for this system: facts, figures and names, 60 to 300 words.',
  '- Filler: what another section has already.',
];

export function sectionGuide(part: PartName, section: string): string {
  return (GUIDES[part][section] ?? OWN).join('\n');
}
