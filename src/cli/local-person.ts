// Who acts at a terminal unless --as says otherwise.

export const LOCAL_PERSON = 'user:local';
