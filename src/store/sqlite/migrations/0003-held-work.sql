-- Work that its worker gave up, or that failed for good, stands in the lists of people.

UPDATE tasks SET for_people = 1, holder = NULL WHERE kind = 0 AND status IN (3, 5) AND ended_at IS NULL AND for_people = 0;
