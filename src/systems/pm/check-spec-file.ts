// Checks one specification of a project.

import { checkSpec } from '../../documents/spec/check-spec.ts';
import { findInSpec } from '../../language/lint/find-in-spec.ts';
import type { OperationDeps, OperationInput, OperationResult } from '../../ports/system.ts';
import { FEATURES_FOLDER, isFeature, readSpecFile } from './spec-files.ts';

export async function checkSpecFile(deps: OperationDeps, input: OperationInput): Promise<OperationResult> {
  const given = String(input.file ?? '');
  const path = (await isFeature(deps, given)) ? `${FEATURES_FOLDER}/${given}/spec.md` : given;
  const file = await readSpecFile(deps, path);
  if ('refused' in file) return { refused: file.refused };
  const { passed, blocking, warnings } = checkSpec(file.text, { strict: input.lenient !== true });
  const findings = findInSpec(file.text).map((each) => ({ ...each }));
  const plain = { blocking: blocking.map((each) => ({ ...each })), warnings: warnings.map((each) => ({ ...each })) };
  return { output: { file: file.path, passed, ...plain, findings }, hasFindings: !passed };
}
