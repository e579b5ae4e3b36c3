// What requirements often leave out, as questions to think about: shown where nobody judges them. Nothing reads whether
// they are answered.

import type { Category } from '../documents/gaps/gap.ts';

export const CHECKLIST: readonly { readonly category: Category; readonly question: string }[] = [
  { category: 'Security', question: 'Who may see it, who may change it, and how is that checked?' },
  { category: 'Security', question: 'Which personal data is kept, for how long, and who can have it deleted?' },
  { category: 'Data', question: 'What happens to data that is wrong, missing or there twice?' },
  { category: 'Data', question: 'What can be undone, and what is kept of what somebody did?' },
  { category: 'UI/UX', question: 'What do people see while there is nothing to show, and when something goes wrong?' },
  { category: 'UI/UX', question: 'Who needs it by keyboard, by screen reader or in another language?' },
  { category: 'Performance', question: 'How many people use it at once, and how long may they wait?' },
  {
    category: 'Integration',
    question: 'Which other systems does it need, and what happens while one of them is down?',
  },
  { category: 'Platform', question: 'On which devices, browsers and versions must it work?' },
  { category: 'Offline', question: 'What must go on without a connection, and what when two people changed the same?' },
];
