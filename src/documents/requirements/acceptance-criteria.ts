// Acceptance criteria as lines of a requirement's description: "Given ..., when ..., then ...", after its sentence.

const CRITERION = /^(?:[-*+]\s+)?(?:given|when|then)\b.*\b(?:when|then)\b|^(?:[-*+]\s+)?(?:given|when|then|and) /i;

/** Of the first line it is the requirement itself, whatever it begins with. */
export function criteriaIn(description: string): readonly string[] {
  return linesOf(description)
    .slice(1)
    .map((line) => line.trim())
    .filter((line) => CRITERION.test(line));
}

/** The sentence that is required: how it is tested is another matter, and no second requirement. */
export function withoutCriteria(description: string): string {
  const [first = '', ...more] = linesOf(description);
  return [first, ...more.filter((line) => !CRITERION.test(line.trim()))].join('\n').trimEnd();
}

export function withCriteria(description: string, criteria: readonly string[]): string {
  return [description, ...criteria].join('\n');
}

const linesOf = (text: string): readonly string[] => text.split(/\r\n|\r|\n/);
