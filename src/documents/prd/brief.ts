// A feature brief: `# Title` and its sections, read from Markdown.

export const BRIEF_SECTIONS = ['Status', 'User Utterance', 'Overview', 'Goals', 'Scope', 'Success Criteria'] as const;
export type BriefSection = (typeof BRIEF_SECTIONS)[number];

export interface Brief {
  readonly title: string;
  /** Markdown of each section that is there, without its heading, trimmed. */
  readonly sections: { readonly [section in BriefSection]?: string };
  readonly goals: readonly string[];
  readonly inScope: readonly string[];
  readonly outOfScope: readonly string[];
  readonly successCriteria: readonly string[];
}

/** What a reviewer wants of a section, as it goes over the wire. */
export type Modification = {
  readonly section: string;
  readonly modificationReason: string;
  readonly requestedContent: string;
};

/** The section of a modification that asks to start over with the feedback. */
export const WHOLE_DOCUMENT = 'Whole document';

export function isStartOver(modifications: readonly Modification[]): boolean {
  return modifications.some(({ section }) => section.trim().toLowerCase() === WHOLE_DOCUMENT.toLowerCase());
}
