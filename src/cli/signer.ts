// The person at this terminal: who they are, how what they do is sent, and how their name is shown.

import type { Channel } from '../engine/events.ts';
import { isPerson, type StatedIdentity, type StatedSource } from '../engine/people.ts';
import type { Sender } from '../runtime/pending-write.ts';
import type { Identity } from '../runtime/who-acts.ts';
import type { Composition } from './composition.ts';
import { BadUse } from './exit-codes.ts';
import { currentCall } from './program-call.ts';

/** Where people answer, an agent's name is nobody's. */
export function personAt(composition: Pick<Composition, 'whoActs'>, as: string | undefined, folder?: string): Identity {
  const identity = composition.whoActs(as, folder);
  if (isPerson(identity.actor)) return identity;
  throw new BadUse(`Expected a person, user:NAME, found ${identity.actor} ${FROM[identity.source]}. Nothing was run.`);
}

export function sentBy({ actor, source, osUser }: Identity, channel: Channel = 'cli'): Sender {
  return { actor, channel, stated: { source, osUser } };
}

const FROM: { readonly [S in StatedSource]: string } = {
  flag: 'from --as',
  environment: 'from SIGNOFF_USER',
  settings: 'from your settings',
  git: 'from git',
  os: 'from the operating system',
  none: 'without a name',
};

/** "user:ada, stated by OS user ada (from git)": nobody proved it. */
export function statedText(actor: string, { source, osUser }: StatedIdentity): string {
  return `${actor}, stated by OS user ${osUser} (${FROM[source] ?? source})`;
}

/** Before the first verdict of this call, and only then: who is about to sign. */
export function signerOnce(identity: Identity): string | null {
  const call = currentCall();
  if (call.isSignerShown) return null;
  call.isSignerShown = true;
  return `You sign as ${statedText(identity.actor, identity)}. Another name: --as user:NAME, or SIGNOFF_USER.`;
}
