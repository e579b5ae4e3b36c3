// A worker process of ours for the foreach over several processes: `signoff-worker.ts STORE`.

import { signoffSession } from './signoff.ts';

const session = await signoffSession(process.argv[2] ?? '');
process.on('SIGTERM', () => {
  session.close().then(
    () => process.exit(),
    () => process.exit(1),
  );
});
process.on('disconnect', () => process.exit()); // whoever asked is gone
process.send?.('ready');
