// What the sections of PRD.md are called.

export const PRD_SECTIONS = {
  status: 'Document Status',
  utterance: 'Original User Utterance',
  brief: 'Feature Brief',
  requirements: 'Functional Requirements',
  traceability: 'Traceability',
} as const;
