// A command that lets agents work is refused before anything of it is stored, and says which agents it leaves alone.

import { readStored } from '../../operations/agent-shapes.ts';
import { AGENT } from '../../operations/agents-of.ts';
import { RejectionError } from '../../operations/define-operation.ts';
import type { Store } from '../../ports/store.ts';
import type { Trust } from '../../ports/trust.ts';
import type { Composition } from '../composition.ts';
import { oneLine } from '../shown-text.ts';
import { asStarted } from '../started-as.ts';
import { stderr } from '../terminal.ts';

/** Throws Rejected when the project's configuration would start or call what this user has not allowed. */
export async function checkTrusted(composition: Composition, store: Store, folder?: string): Promise<void> {
  const trust = await composition.trust(store.place, folder);
  const refusal = trust.configuration();
  if (refusal !== null) throw new RejectionError(refusal);
  await tellRefused(trust, store);
}

/** On the error output: which agents of the store do nothing here, and why. */
export async function tellRefused(trust: Trust, store: Store): Promise<void> {
  const agents = (await store.records(AGENT)).map(({ name, content }) => ({ ...readStored(content), id: name }));
  const found = agents.map((agent) => trust.agent(agent)).filter((refusal) => refusal !== null);
  const lines = new Set(found.map(({ code, message }) => `${code}: ${oneLine(asStarted(message))}\n`));
  for (const line of lines) stderr.write(line);
}
