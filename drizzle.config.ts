import { defineConfig } from 'drizzle-kit'

// Each slice keeps its tables beside the code that writes them; `npm run db:generate --
// --name=what-changes` compares them all with the newest snapshot in migrations/ and writes the
// next migration. Migrations only go forward.
export default defineConfig({
  dialect: 'postgresql',
  schema: './src/server/**/tables.ts',
  // Set by tools/scripts/check-migrations.mjs, which asks whether anything would be generated.
  out: process.env.MIGRATIONS_OUT ?? './migrations',
})
