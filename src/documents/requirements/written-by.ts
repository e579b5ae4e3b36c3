// Says under the feature id of requirements.md which of its reviews decided on requirements written without a model.

import { WITHOUT_MODEL } from '../signing/signature.ts';
import { parseRequirements } from './parse-requirements.ts';

const LINE = /^\*\*Written By:\*\*[^\r\n]*$/m;
const FEATURE_ID = /^\*\*Feature ID:\*\*[^\r\n]*$/m;
const IN_PART = `in part ${WITHOUT_MODEL}: see Review History`;

/** Every other byte stays as it is. */
export function withWrittenBy(text: string): string {
  const reviews = parseRequirements(text).history.filter(({ approved, rejected, modified, outOfScope }) =>
    [approved, rejected, modified, outOfScope].some((ids) => ids.length > 0),
  );
  const without = reviews.filter(({ isByRules }) => isByRules === true).length;
  if (without === 0) return text;
  const line = `**Written By:** ${without === reviews.length ? WITHOUT_MODEL : IN_PART}`;
  if (LINE.test(text)) return text.replace(LINE, () => line);
  const end = text.includes('\r\n') ? '\r\n' : '\n';
  return text.replace(FEATURE_ID, (id) => `${id}${end}${end}${line}`);
}
