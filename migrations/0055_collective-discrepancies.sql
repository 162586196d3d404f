-- A job that waits for a collective draft was stored as "gathered" in the checked months.
UPDATE "reconciliations" SET "rows" = (
	SELECT jsonb_agg(CASE WHEN one->>'kind' = 'gathered' THEN jsonb_set(one, '{kind}', '"collective"') ELSE one END ORDER BY place)
	FROM jsonb_array_elements("rows") WITH ORDINALITY AS found(one, place))
WHERE "rows" @> '[{"kind": "gathered"}]';
