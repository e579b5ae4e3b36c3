// The sentences with which code introduces what an interview begins with. They are nobody's words: rules take no
// request from them.

export const PRD_ATTACHED = 'The signed PRD of this feature is attached: specify what it asks for.';
export const DESIGN_ATTACHED = 'Its approved design is attached.';

const ALL = [PRD_ATTACHED, DESIGN_ATTACHED];

export const withoutOpening = (text: string): string =>
  ALL.reduce((left, sentence) => left.replace(sentence, ''), text).trim();
