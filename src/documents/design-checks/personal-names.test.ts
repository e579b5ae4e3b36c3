import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPersonal } from './personal-names.ts';

const judge = (names: readonly string[], type: string): readonly string[] =>
  names.filter((name) => {
    const [table = '', column = ''] = name.split('.');
    return isPersonal(table, column, type);
  });

test('columns that keep data about a person', () => {
  const names = [
    ...['users.email', 'users.contactEmail', 'x.phone_number', 'x.first_name', 'patients.name', 'x.customer_name'],
    ...['x.home_address', 'x.date_of_birth', 'x.birthday', 'x.iban', 'x.card_number', 'x.diagnosis', 'x.allergies'],
  ];
  assert.deepEqual(judge(names, 'text'), names);
  assert.deepEqual(judge(['x.birth_date'], 'timestamptz'), ['x.birth_date']);
});

test('columns that only sound like it', () => {
  const names = [
    ...['users.email_hash', 'x.address_id', 'x.ip_address', 'products.name', 'x.file_name', 'x.phone_verified'],
    ...['x.email_sent_at', 'x.healthy', 'x.password_hash', 'x.streets_count', 'x.card_type', 'x.title'],
  ];
  assert.deepEqual(judge(names, 'text'), []);
  assert.deepEqual(judge(['pets.date_of_birth', 'pets.diagnosis', 'pets.owner_name'], 'text'), ['pets.owner_name']);
  assert.deepEqual(judge(['users.email', 'x.has_phone'], 'boolean'), []);
});
