// What is said where the feature brief that was approved is not there any more.

export const briefMissing = (path: string): string =>
  `${path} was approved before the PRD and is not in its folder any more: put it back.`;
