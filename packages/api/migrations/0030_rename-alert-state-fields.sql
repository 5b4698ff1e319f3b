-- Stored alert states get the names that the code uses.
UPDATE "alert_states" SET
  "state" = ("state" - 'heardUntil' - 'judgedUntil')
    || jsonb_build_object('lastReadingAt', "state" -> 'heardUntil', 'evaluatedUntil', "state" -> 'judgedUntil'),
  "checkpoints" = coalesce(
    (
      SELECT jsonb_agg(
        (one - 'heardUntil' - 'judgedUntil')
          || jsonb_build_object('lastReadingAt', one -> 'heardUntil', 'evaluatedUntil', one -> 'judgedUntil')
        ORDER BY position
      )
      FROM jsonb_array_elements("checkpoints") WITH ORDINALITY AS earlier (one, position)
    ),
    '[]'
  );
