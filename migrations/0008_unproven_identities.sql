-- Identities at an OpenID provider count only where the provider has verified the address. An account
-- whose address nobody has proven was made by one that had not.
DELETE FROM "sessions" WHERE "user_id" IN (
	SELECT a."user_id" FROM "accounts" a JOIN "users" u ON u."id" = a."user_id"
	WHERE a."provider_id" <> 'credential' AND NOT u."email_verified"
);
--> statement-breakpoint
DELETE FROM "accounts" WHERE "provider_id" <> 'credential'
	AND "user_id" IN (SELECT "id" FROM "users" WHERE NOT "email_verified");
--> statement-breakpoint
-- Of several identities only the newest joined by a verified address for certain.
DELETE FROM "sessions" WHERE "user_id" IN (
	SELECT "user_id" FROM "accounts" WHERE "provider_id" <> 'credential'
	GROUP BY "user_id" HAVING count(*) > 1
);
--> statement-breakpoint
DELETE FROM "accounts" a WHERE a."provider_id" <> 'credential' AND EXISTS (
	SELECT 1 FROM "accounts" b
	WHERE b."user_id" = a."user_id" AND b."provider_id" <> 'credential'
		AND (b."created_at", b."id") > (a."created_at", a."id")
);
