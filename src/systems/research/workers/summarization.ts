// TEMP
import type { OfflineWriter } from '../../../ports/provider.ts';
export const summarization: OfflineWriter = {
  workflow: 'research-execution',
  step: 'summarization',
  write: () => ({ summary: 'x [e1].' }),
};
