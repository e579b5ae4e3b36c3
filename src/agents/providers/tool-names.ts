// Names of tools as providers take them: ours may hold a slash (`server/tool`), theirs only letters, digits, _ and -.

import type { CallRequest } from '../../ports/provider.ts';

const NAME_LENGTH_MAX = 64;

export interface ToolNames {
  sent(name: string): string;
  /** An unknown name is returned unchanged. */
  ours(sentName: string): string;
}

/** One to one, and the same for the same request: a call and its result must name the same tool. */
export function toolNames(request: Pick<CallRequest, 'tools' | 'messages'>): ToolNames {
  const sentByOurs = new Map<string, string>();
  const oursBySent = new Map<string, string>();
  for (const name of namesIn(request)) {
    if (sentByOurs.has(name)) continue;
    const sent = freeName(name, oursBySent);
    sentByOurs.set(name, sent);
    oursBySent.set(sent, name);
  }
  return {
    sent: (name) => sentByOurs.get(name) ?? name,
    ours: (sentName) => oursBySent.get(sentName) ?? sentName,
  };
}

function namesIn({ tools, messages }: Pick<CallRequest, 'tools' | 'messages'>): readonly string[] {
  const named = messages.flatMap((message) => {
    if (message.from === 'tool') return [message.name];
    return message.from === 'agent' ? (message.toolCalls ?? []).map((call) => call.name) : [];
  });
  return [...tools.map((tool) => tool.name), ...named];
}

function freeName(name: string, taken: ReadonlyMap<string, string>): string {
  const plain = name.replace(/[^A-Za-z0-9_-]/g, '_') || '_';
  let sent = plain.slice(0, NAME_LENGTH_MAX);
  for (let count = 2; taken.has(sent); count += 1) {
    const ending = `_${count}`;
    sent = plain.slice(0, NAME_LENGTH_MAX - ending.length) + ending;
  }
  return sent;
}
