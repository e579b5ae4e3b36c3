// The verbs of briefs: the one list of the project is in ../words/verbs.ts.

export { gerund, gerundOf, participle, participleOf, presentVerb, thirdOf } from '../words/verbs.ts';
