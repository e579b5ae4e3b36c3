// What an MCP tool answered, as text for a model.

import type { CallToolResult } from '@modelcontextprotocol/client';

export function mcpText({ content, structuredContent }: CallToolResult): string {
  const text = (content ?? []).map(blockText).join('\n');
  if (text.trim() !== '' || structuredContent === undefined) return text;
  return JSON.stringify(structuredContent);
}

function blockText(block: NonNullable<CallToolResult['content']>[number]): string {
  switch (block.type) {
    case 'text':
      return block.text;
    case 'resource':
      return 'text' in block.resource
        ? `${block.resource.uri}\n${block.resource.text}`
        : `[${block.resource.uri}: ${block.resource.mimeType ?? 'binary'}, not shown]`;
    case 'resource_link':
      return `[${block.name}: ${block.uri}]`;
    default:
      return `[${block.type} of type ${block.mimeType}, not shown]`;
  }
}
