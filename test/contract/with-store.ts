// A test on a store of its own, with as many connections to it as it asks for.

import type { Store } from '../../src/ports/store.ts';
import type { NewPlace, Place } from './describe-store.ts';

export type OnStore = (store: Store, place: Place) => Promise<void>;

export function withStore(newPlace: NewPlace, work: OnStore): () => Promise<void> {
  return async () => {
    const place = await newPlace();
    const opened: Store[] = [];
    const open = async (): Promise<Store> => {
      const store = await place.open();
      opened.push(store);
      return store;
    };
    try {
      await work(await open(), { ...place, open });
    } finally {
      for (const store of opened) await store.close();
      await place.remove();
    }
  };
}
