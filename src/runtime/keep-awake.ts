// Keeps the process alive until something is over that may wait for nothing but time, which keeps no process alive.

const AWAKE_MS = 60_000;

export async function keepAwake<T>(work: Promise<T>): Promise<T> {
  const awake = setInterval(() => {}, AWAKE_MS);
  try {
    return await work;
  } finally {
    clearInterval(awake);
  }
}
